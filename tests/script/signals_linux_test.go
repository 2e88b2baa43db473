package script

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// patience is for a program that would never end.
const patience = time.Minute

// longest is more than any line that is written here.
const longest = 512

// smallPipe returns a pipe that little fills, and a function that waits until it is full:
// a write that does not fit into it as a whole writes nothing.
func smallPipe(t *testing.T) (reader, writer *os.File, full func()) {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		reader.Close()
		writer.Close()
	})
	size, err := unix.FcntlInt(reader.Fd(), unix.F_SETPIPE_SZ, os.Getpagesize())
	if err != nil {
		t.Skip(err)
	}
	return reader, writer, func() {
		t.Helper()
		for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
			n, err := unix.IoctlGetInt(int(reader.Fd()), unix.TIOCINQ)
			switch {
			case err != nil:
				t.Fatal(err)
			case n > size-longest:
				return
			case time.Now().After(deadline):
				t.Fatalf("%d bytes are in the pipe, it holds %d", n, size)
			}
		}
	}
}

// The first SIGTERM ends the program though nobody reads what it writes.
func TestSignalEndsABlockedWrite(t *testing.T) {
	const many = 2000
	positions := filepath.Join(t.TempDir(), "many.obf")
	if err := os.WriteFile(positions, []byte(strings.Repeat(inputs["end.obf"], many)), 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args, stdin string
		stderr      bool // it is what nobody reads
	}{
		{args: "gtp", stdin: strings.Repeat("list_commands\n", many)},
		{args: "nboard", stdin: strings.Repeat("ping 1\n", many)},
		{args: "ugi", stdin: strings.Repeat("isready\n", many)},
		{args: "cassio", stdin: strings.Repeat("ENGINE-PROTOCOL init\n", many)},
		{args: "analyze --level 1", stdin: strings.Repeat("{}\n", many)},
		{args: "play --level 1", stdin: strings.Repeat("show\n", many)},
		{args: "man"},
		{args: "completion fish"},
		{args: "convert --from moves --to ggf - -", stdin: strings.Repeat("F5D6C3D3C4\n", many)},
		{args: "solve --hash 1 --json " + positions},
		{args: "gtp --log-level trace", stdin: strings.Repeat("clear_board\n", many), stderr: true},
		{args: "match -n 1000000 --log-level trace self:level=1 kaeshi", stderr: true},
	}
	for _, test := range tests {
		t.Run(strings.Fields(test.args)[0], func(t *testing.T) {
			t.Parallel()
			_, output, full := smallPipe(t)
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			command := exec.CommandContext(ctx, "kaeshi", strings.Fields(test.args)...)
			stdin, say, err := os.Pipe() // which stays open
			if err != nil {
				t.Fatal(err)
			}
			defer stdin.Close()
			defer say.Close()
			command.Stdin, command.Stdout = stdin, output
			if test.stderr {
				command.Stdout, command.Stderr = nil, output
			}
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			go io.WriteString(say, test.stdin)
			full()
			command.Process.Signal(syscall.SIGTERM)
			err = command.Wait()
			if code := command.ProcessState.ExitCode(); ctx.Err() != nil || code != 130 && code != 0 {
				t.Errorf("code %d, %v, %v", code, err, ctx.Err())
			}
		})
	}
}

// Whatever becomes of the log, answers come, and what is wrong is said once.
func TestLogKeepsNoAnswerBack(t *testing.T) {
	dir := t.TempDir()
	unread, stalled := filepath.Join(dir, "unread"), filepath.Join(dir, "stalled")
	for _, path := range []string{unread, stalled} {
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skip(err)
		}
	}
	sleeper, err := os.OpenFile(stalled, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer sleeper.Close()
	const many = 20000
	for _, test := range []struct{ path, want string }{
		{unread, "kaeshi: --log " + unread + ": nobody reads this pipe; what is logged waits for a reader\n"},
		{stalled, ""},
		{"/dev/full", "kaeshi: --log /dev/full: no space left on device; nothing more is logged\n"},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		var out, stderr bytes.Buffer
		command := exec.CommandContext(ctx, "kaeshi", "--log", test.path, "--log-level", "trace")
		command.Stdin = strings.NewReader(strings.Repeat("clear_board\n", many))
		command.Stdout, command.Stderr = &out, &stderr
		err := command.Run()
		if answers := strings.Count(out.String(), "=\n\n"); err != nil || answers != many || stderr.String() != test.want {
			t.Errorf("%s: %v, %d answers, stderr %q, want %q", test.path, err, answers, &stderr, test.want)
		}
	}
}

// What is logged before somebody reads the pipe is not lost.
func TestLogWaitsForItsReader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	command := exec.Command("kaeshi", "--log", path, "--log-level", "debug")
	say, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	hear, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(say, "echo first")
	if _, err := hear.Read(make([]byte, 100)); err != nil { // it has been answered
		t.Fatal(err)
	}
	reader, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	text := make([]byte, 1<<10)
	n, err := io.ReadAtLeast(reader, text, len("time="))
	if err != nil || !bytes.HasPrefix(text[:n], []byte("time=")) {
		t.Errorf("read %q, %v", text[:n], err)
	}
	say.Close()
	if err := command.Wait(); err != nil {
		t.Error(err)
	}
}
