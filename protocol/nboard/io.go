package nboard

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
)

// longestLine is beyond any game; the rest of a longer line is dropped.
const longestLine = 1 << 20

// lines reads the client's lines in a goroutine of its own.
type lines struct {
	read chan string // closed at the end of the input
	quit chan struct{}
}

func newLines(r io.Reader) *lines {
	l := &lines{read: make(chan string), quit: make(chan struct{})}
	go l.run(bufio.NewReader(r))
	return l
}

func (l *lines) close() { close(l.quit) }

func (l *lines) run(r *bufio.Reader) {
	defer close(l.read)
	for {
		line, err := readLine(r)
		if line != "" {
			select {
			case l.read <- line:
			case <-l.quit:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// readLine returns a line without control characters.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) < longestLine {
			line = append(line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		return strings.TrimSpace(strings.Map(printable, string(line))), err
	}
}

func printable(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case r < ' ' || r == 0x7F:
		return -1
	}
	return r
}

// output writes lines from the loop and from the search. After the first failure it
// writes nothing more.
type output struct {
	mu     sync.Mutex
	w      io.Writer
	trace  func(string)
	failed func()
	err    error
}

func newOutput(w io.Writer, trace func(string), failed context.CancelFunc) *output {
	return &output{w: w, trace: trace, failed: failed}
}

func (o *output) line(text string) {
	text = strings.Join(strings.Fields(text), " ")
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	if o.trace != nil {
		o.trace("> " + text)
	}
	if _, o.err = io.WriteString(o.w, text+"\n"); o.err != nil {
		o.failed()
	}
}

// failure returns what went wrong, unless the client has only gone.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if errors.Is(o.err, syscall.EPIPE) || errors.Is(o.err, io.ErrClosedPipe) || errors.Is(o.err, os.ErrClosed) {
		return nil
	}
	return o.err
}
