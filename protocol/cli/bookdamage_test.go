package cli

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A working book that goes bad during a game is told once; the game goes on.
func TestBookDamagedInAGame(t *testing.T) {
	dir := t.TempDir()
	lines, work := filepath.Join(dir, "lines.txt"), filepath.Join(dir, "work.book")
	if err := os.WriteFile(lines, []byte("F5D6C3D3C4\n2\nF5F6E6F4\n-1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var quiet bytes.Buffer
	if code := Main([]string{"kaeshi", "book", "import", "--book", work, "--level", "1", "--from", lines}, &quiet, &quiet, &quiet); code != 0 {
		t.Fatal(quiet.String())
	}
	in, input := io.Pipe()
	output, out := io.Pipe()
	var messages bytes.Buffer
	code := make(chan int)
	go func() {
		n := Main([]string{"kaeshi", "gtp", "--book", work, "--level", "1"}, in, out, &messages)
		out.Close()
		code <- n
	}()
	answers := bufio.NewReader(output)
	ask := func(line string) string {
		if _, err := io.WriteString(input, line+"\n"); err != nil {
			t.Fatal(err)
		}
		answer, err := answers.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if end, _ := answers.ReadString('\n'); end != "\n" {
			t.Fatalf("%s: a second line %q", line, end)
		}
		return strings.TrimSpace(answer)
	}
	if answer := ask("genmove black"); !strings.HasPrefix(answer, "= ") {
		t.Fatal(answer)
	}
	data, err := os.ReadFile(work)
	if err != nil {
		t.Fatal(err)
	}
	heads := 2 * os.Getpagesize()
	clear(data[heads:])
	file, err := os.OpenFile(work, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteAt(data[heads:], int64(heads)); err != nil {
		t.Fatal(err)
	}
	file.Close()
	for _, side := range []string{"white", "black", "white"} {
		if answer := ask("genmove " + side); !strings.HasPrefix(answer, "= ") {
			t.Errorf("genmove: %s", answer)
		}
	}
	if answer := ask("kaeshi-book learn on"); !strings.HasPrefix(answer, "? ") || !strings.Contains(answer, "damaged") {
		t.Errorf("learn on: %s", answer)
	}
	if answer := ask("genmove black"); !strings.HasPrefix(answer, "= ") {
		t.Errorf("genmove: %s", answer)
	}
	ask("quit")
	if n := <-code; n != 0 {
		t.Errorf("exit code %d", n)
	}
	if text := messages.String(); strings.Count(text, "the book is not used any more") != 1 || strings.Contains(text, "goroutine") {
		t.Errorf("told: %q", text)
	}
}
