package core

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"kaeshi/protocol/cli/console"
)

// openTerminal returns both ends of a pseudo-terminal: what a program writes to and
// what a person sees.
func openTerminal(t *testing.T) (program, person *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { person.Close() })
	fd := int(person.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 100})
	}
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { program.Close() })
	return program, person
}

// viewer collects what a terminal was sent.
type viewer struct {
	t      *testing.T
	person *os.File
	sent   string
}

// until reads on until a text has come.
func (v *viewer) until(text string) {
	v.t.Helper()
	buffer := make([]byte, 4096)
	for from := len(v.sent); !strings.Contains(v.sent[from:], text); {
		n, err := v.person.Read(buffer)
		if err != nil {
			v.t.Fatalf("%v before %q; so far %q", err, text, v.sent)
		}
		v.sent += string(buffer[:n])
	}
}

var control = regexp.MustCompile(`^\x1b\[(\d*)([A-Z])`)

// lines is what a person sees in the end.
func (v *viewer) lines() []string {
	rows, row, column := []string{""}, 0, 0
	for text := v.sent; text != ""; {
		if code := control.FindStringSubmatch(text); code != nil {
			text = text[len(code[0]):]
			n, _ := strconv.Atoi(code[1])
			switch code[2] {
			case "A":
				row = max(0, row-max(n, 1))
			case "J":
				rows = rows[:row+1]
				rows[row] = rows[row][:min(column, len(rows[row]))]
			case "K":
				rows[row] = rows[row][:min(column, len(rows[row]))]
			default:
				v.t.Fatalf("what does %q do?", code[0])
			}
			continue
		}
		switch text[0] {
		case '\r':
			column = 0
		case '\n':
			if row++; row == len(rows) {
				rows = append(rows, "")
			}
		default:
			line := rows[row] + strings.Repeat(" ", max(0, column-len(rows[row])))
			rows[row] = line[:column] + text[:1] + line[min(column+1, len(line)):]
			column++
		}
		text = text[1:]
	}
	for len(rows) > 0 && rows[len(rows)-1] == "" {
		rows = rows[:len(rows)-1]
	}
	return rows
}

// On a terminal a bar is drawn, results and messages appear above it each on a line
// of its own, in order, and in the end nothing of the bar is left.
func TestTerminal(t *testing.T) {
	program, person := openTerminal(t)
	screen := console.NewScreen(Program, program)
	out := console.NewResults(program, screen)
	c := &cli.Context{Context: t.Context(), App: &cli.App{Writer: out, ErrWriter: screen}}
	view := &viewer{t: t, person: person}

	fmt.Fprintln(screen, "a warning before")
	fmt.Fprintln(out, "head")
	p := NewProgress(c, "solved", 3, 0, "positions")
	view.until("solved 0 of 3 positions")
	for i := range 3 {
		fmt.Fprintf(out, "row %d", i) // in two parts, as some printers write
		fmt.Fprintln(out, " is here")
		fmt.Fprintf(screen, "message %d\n", i)
		screen.Flush()
		p.Add(1)
		view.until(fmt.Sprintf("solved %d of 3 positions", i+1))
	}
	p.Finish()
	fmt.Fprintln(out, "total")
	fmt.Fprintln(screen, "the end")
	screen.Close()
	view.until("the end\r\n")
	want := []string{
		"a warning before", "head", "row 0 is here", "message 0", "row 1 is here", "message 1", "row 2 is here", "message 2",
		"total", "the end",
	}
	if got := view.lines(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("a person sees\n%s\nwant\n%s\nall that was sent: %q", strings.Join(got, "\n"), strings.Join(want, "\n"), view.sent)
	}
}

// A result that follows a message at once stands after it.
func TestMessagesBeforeResults(t *testing.T) {
	program, person := openTerminal(t)
	screen := console.NewScreen(Program, program)
	out := console.NewResults(program, screen)
	view := &viewer{t: t, person: person}
	var want []string
	for i := range 50 {
		fmt.Fprintf(screen, "message %d\n", i)
		fmt.Fprintf(out, "result %d\n", i)
		want = append(want, fmt.Sprintf("message %d", i), fmt.Sprintf("result %d", i))
	}
	view.until("result 49\r\n")
	screen.Close()
	if got := view.lines(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("a person sees\n%s", strings.Join(got, "\n"))
	}
}

// So it is where the output goes to another program, which may write to the terminal.
func TestMessagesBeforePipedResults(t *testing.T) {
	program, person := openTerminal(t)
	view := &viewer{t: t, person: person}
	screen := console.NewScreen(Program, program)
	defer screen.Close()
	out := console.NewResults(struct{ io.Writer }{program}, screen) // no terminal itself
	var want []string
	for i := range 50 {
		fmt.Fprintf(screen, "message %d\n", i)
		fmt.Fprintf(out, "result %d\n", i)
		want = append(want, fmt.Sprintf("message %d", i), fmt.Sprintf("result %d", i))
	}
	view.until("result 49\r\n")
	if got := view.lines(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("a person sees\n%s", strings.Join(got, "\n"))
	}
}
