package console

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
)

// Results is standard output as verbs are to use it. It remembers its first error,
// after which it writes nothing: a verb may print without a look at errors, Main tells
// of it at the end. Messages that wait for a terminal are written first, as what reads
// the output may write to the same one. Where the output is a terminal, too, lines of
// results appear above a bar.
type Results struct {
	to     io.Writer
	screen *Screen
	shown  bool // both are terminals
	mu     sync.Mutex
	begun  []byte // a line that has no end yet, while a bar is drawn
	err    error
}

// NewResults returns the standard output to; messages go to screen.
func NewResults(to io.Writer, screen *Screen) *Results {
	return &Results{to: to, screen: screen, shown: screen.IsTerminal() && IsTerminal(to)}
}

func (r *Results) unwrap() any { return r.to }

// Write writes p, or returns the first error that there was.
func (r *Results) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return 0, r.err
	}
	if err := r.write(p); err != nil {
		r.err = &outputError{err}
		return 0, r.err
	}
	return len(p), nil
}

func (r *Results) write(p []byte) error {
	if !r.screen.IsTerminal() {
		_, err := r.to.Write(p)
		return err
	}
	r.screen.mu.Lock()
	above := r.screen.above
	r.screen.mu.Unlock()
	if above == nil || !r.shown {
		r.screen.Flush()
		_, err := r.to.Write(append(r.begun, p...))
		r.begun = nil
		return err
	}
	r.begun = append(r.begun, p...)
	lines := r.begun[:bytes.LastIndexByte(r.begun, '\n')+1]
	if len(lines) == 0 {
		return nil
	}
	r.begun = r.begun[len(lines):]
	if wrote(above, lines) {
		return nil
	}
	_, err := r.to.Write(lines)
	return err
}

// Err returns the first error of writing.
func (r *Results) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// SyscallConn lets who needs to know look at the file itself, such as whether
// anybody reads it still.
func (r *Results) SyscallConn() (syscall.RawConn, error) {
	if file, ok := r.to.(syscall.Conn); ok {
		return file.SyscallConn()
	}
	return nil, errors.ErrUnsupported
}

// outputError is why standard output could not be written.
type outputError struct{ reason error }

func (e *outputError) Error() string {
	reason := e.reason
	var at *os.PathError // whose path is our own name for the output
	if errors.As(reason, &at) {
		reason = at.Err
	}
	return fmt.Sprintf("standard output: %v", reason)
}

func (e *outputError) Unwrap() error { return e.reason }

// IsReaderGone reports whether err only says that nobody reads the output any more.
func IsReaderGone(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
