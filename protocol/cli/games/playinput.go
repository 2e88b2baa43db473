package games

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"kaeshi/protocol/cli/console"
)

// personInput is where a person types.
type personInput interface {
	// ask shows a prompt and returns the line that follows, without blanks around it.
	// The end of the input is errLeft.
	ask(ctx context.Context, prompt string) (string, error)
}

func newPersonInput(in io.Reader, out io.Writer) personInput {
	keyboard, isFile := in.(*os.File)
	if isFile && console.IsTerminal(in) && console.IsTerminal(out) && os.Getenv("TERM") != "dumb" {
		return newLineEditor(keyboard, out)
	}
	return &lineReader{lines: readLines(in), out: out, echo: !console.IsTerminal(in)}
}

// lineReader reads plain lines.
type lineReader struct {
	lines <-chan inputLine
	out   io.Writer
	echo  bool // show what was read, where no terminal does
}

// inputLine is what was read, or why no more can be.
type inputLine struct {
	text string
	err  error
}

// readLines reads ahead in the background, so that a signal is heard while a
// person thinks.
func readLines(in io.Reader) <-chan inputLine {
	lines := make(chan inputLine)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		mark := "\uFEFF" // which an editor may have written before the first line
		for scanner.Scan() {
			lines <- inputLine{text: strings.TrimPrefix(scanner.Text(), mark)}
			mark = ""
		}
		if err := scanner.Err(); err != nil {
			lines <- inputLine{err: fmt.Errorf("standard input: %w", err)}
		}
	}()
	return lines
}

func (r *lineReader) ask(ctx context.Context, prompt string) (string, error) {
	if _, err := io.WriteString(r.out, prompt); err != nil {
		return "", err
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line, ok := <-r.lines:
		text := strings.TrimSpace(line.text)
		if !ok {
			text, line.err = "", errLeft
		}
		if r.echo || !ok {
			_, err := io.WriteString(r.out, text+"\n")
			line.err = errors.Join(line.err, err)
		}
		return text, line.err
	}
}

// lineEditor lets a person edit lines at a terminal and fetch earlier ones with the
// arrow keys. The terminal is in its raw state only while a line is typed, so that
// Ctrl-C stops a search in the usual way.
type lineEditor struct {
	keyboard *os.File
	terminal *term.Terminal
}

func newLineEditor(keyboard *os.File, screen io.Writer) *lineEditor {
	both := struct {
		io.Reader
		io.Writer
	}{keyboard, screen}
	return &lineEditor{keyboard, term.NewTerminal(both, "")}
}

func (e *lineEditor) ask(ctx context.Context, prompt string) (string, error) {
	state, err := term.MakeRaw(int(e.keyboard.Fd()))
	if err != nil {
		return "", fmt.Errorf("terminal: %w", err)
	}
	defer term.Restore(int(e.keyboard.Fd()), state)
	if width, height, err := term.GetSize(int(e.keyboard.Fd())); err == nil && width > 0 {
		_ = e.terminal.SetSize(width, height) // else it keeps its 80 columns
	}
	e.terminal.SetPrompt(prompt)
	typed := make(chan inputLine, 1)
	go func() {
		text, err := e.terminal.ReadLine()
		typed <- inputLine{strings.TrimSpace(text), err}
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line := <-typed:
		if errors.Is(line.err, io.EOF) { // Ctrl-C and Ctrl-D, too
			_, err := io.WriteString(e.terminal, "\n")
			return "", errors.Join(errLeft, err)
		}
		return line.text, line.err
	}
}

// errLeft ends the program at the person's wish.
var errLeft = errors.New("the person left")
