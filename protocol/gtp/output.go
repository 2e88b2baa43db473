package gtp

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
)

// output writes answers. The first error stays, and nothing is written after it.
type output struct {
	mu sync.Mutex // lines of a streaming analysis come from the search
	w  *bufio.Writer
}

func newOutput(w io.Writer) *output { return &output{w: bufio.NewWriterSize(w, 1<<16)} }

// answer writes a whole answer; mark is '=' or '?'.
func (o *output) answer(mark byte, id, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.w.WriteByte(mark)
	o.w.WriteString(id)
	if text = withoutEmptyLines(text); text != "" {
		o.w.WriteByte(' ') // also before a first line that is empty
		o.w.WriteString(text)
	}
	o.w.WriteString("\n\n")
}

// open begins an answer whose lines follow one by one, line writes one of them,
// and end ends it. Each is seen by the client at once.
func (o *output) open(id string)   { o.write("=" + id + "\n") }
func (o *output) line(text string) { o.write(withoutEmptyLines(text) + "\n") }
func (o *output) end()             { o.write("\n") }

func (o *output) write(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.w.WriteString(text)
	o.w.Flush()
}

// flush hands everything over to the client.
func (o *output) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.w.Flush()
}

// failed returns the first error of writing, nil if there was none.
func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, err := o.w.Write(nil) // the error that stuck
	return err
}

// withoutEmptyLines makes text fit into an answer, which an empty line would end.
// The first line may be empty, since it stands after the mark.
func withoutEmptyLines(text string) string {
	text = strings.TrimRight(text, "\n")
	for strings.Contains(text, "\n\n") {
		text = strings.ReplaceAll(text, "\n\n", "\n")
	}
	return text
}

// isClosed reports whether err only says that the reader of our output has gone.
func isClosed(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, os.ErrClosed)
}
