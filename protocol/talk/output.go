package talk

import (
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
)

// Trace is told of every line read ("< ...") and written ("> ..."). It must not wait
// for anybody.
type Trace func(line string)

// Tell calls the trace if there is one.
func (t Trace) Tell(line string) {
	if t != nil {
		t(line)
	}
}

// Output writes lines from the loop and from the search. After the first failure it
// writes nothing more.
type Output struct {
	mu     sync.Mutex
	w      io.Writer
	trace  Trace
	failed func()
	err    error
}

// NewOutput returns an output on w that calls failed when the client has gone.
func NewOutput(w io.Writer, trace Trace, failed func()) *Output {
	return &Output{w: w, trace: trace, failed: failed}
}

// Line writes a line at once; runs of blanks in it become one.
func (o *Output) Line(text string) {
	text = strings.Join(strings.Fields(text), " ")
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	o.trace.Tell("> " + text)
	if _, o.err = io.WriteString(o.w, text+"\n"); o.err != nil {
		o.failed()
	}
}

// Failure returns what went wrong, unless the client has only gone.
func (o *Output) Failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if errors.Is(o.err, syscall.EPIPE) || errors.Is(o.err, io.ErrClosedPipe) || errors.Is(o.err, os.ErrClosed) {
		return nil
	}
	return o.err
}
