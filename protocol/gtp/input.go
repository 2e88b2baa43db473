package gtp

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"kaeshi/protocol/talk"
)

// input reads commands in a goroutine of its own, however long the current one
// takes, because clients write thousands of lines without waiting for answers.
// It stops the current command's search when the input asks for that.
type input struct {
	client  *talk.Client
	mu      sync.Mutex
	changed sync.Cond
	queue   []request // read, not taken yet
	held    int       // bytes of them
	lines   int       // read so far
	seq     int       // the last request's
	closed  bool
	err     error // why the input ended, nil for its end

	interrupted int // the last request that an interrupt came after
	watch       *watch

	others []string       // first words of other protocols
	other  *OtherProtocol // set if one of them came first
}

// watch is what the input may do to the search that runs.
type watch struct {
	request
	alert bool // any further line stops it
	stop  context.CancelFunc
}

// A client that is so far ahead of our answers waits until some are given. It can
// neither interrupt nor quit meanwhile.
const (
	mostQueued = 1 << 18
	mostHeld   = 64 << 20 // bytes
)

func newInput(c *talk.Client) *input {
	in := &input{client: c}
	in.changed.L = &in.mu
	context.AfterFunc(c.Context(), func() {
		in.mu.Lock()
		defer in.mu.Unlock()
		in.changed.Broadcast()
	})
	return in
}

// read takes lines from r until its end.
func (in *input) read(r io.Reader) {
	word := ""
	rest, err := in.client.Read(r, func(line talk.Line) talk.Next {
		if word = in.foreign(line); word != "" {
			return talk.Leave
		}
		return in.take(line)
	})
	in.mu.Lock()
	defer in.mu.Unlock()
	if word != "" {
		in.other = &OtherProtocol{Word: word, Input: rest}
	}
	if !errors.Is(err, io.ErrClosedPipe) && !errors.Is(err, os.ErrClosed) {
		in.err = err
	}
	in.lines++
	in.closed = true
	in.judge()
	in.changed.Broadcast()
}

// foreign returns the first word of the first command if another protocol begins
// with it.
func (in *input) foreign(line talk.Line) string {
	if in.seq > 0 || len(in.others) == 0 {
		return ""
	}
	text, _, _ := strings.Cut(line.Clean(), "#")
	if words := splitWords(text); len(words) > 0 && slices.Contains(in.others, words[0]) {
		return words[0]
	}
	return ""
}

func (in *input) take(line talk.Line) talk.Next {
	text, comment, hasComment := strings.Cut(line.Clean(), "#")
	r, isRequest := parseRequest(text)
	in.mu.Lock()
	defer in.mu.Unlock()
	for (len(in.queue) >= mostQueued || in.held > mostHeld) && in.client.Context().Err() == nil {
		in.changed.Wait()
	}
	in.lines++
	switch {
	case isRequest:
		in.seq++
		r.seq, r.line, r.part, r.size = in.seq, in.lines, line.Part, len(text)
		r.tooLong = line.TooLong && !hasComment
		in.queue = append(in.queue, r)
		in.held += r.size
	case isInterrupt(text, comment):
		in.interrupted = in.seq
	}
	in.judge()
	in.changed.Broadcast()
	if isRequest && r.name == "quit" {
		return talk.Quit
	}
	return talk.More
}

// judge stops the search that runs if what was read asks for it. talk.Client does so
// when the client leaves.
func (in *input) judge() {
	if w := in.watch; w != nil && (in.interrupted >= w.seq || w.alert && in.lines > w.line) {
		w.stop()
	}
}

// attendIdle returns a context for a search that nobody asked for: it ends on any
// input.
func (in *input) attendIdle() (ctx context.Context, release func()) {
	in.mu.Lock()
	last := request{seq: in.seq + 1, line: in.lines}
	waiting := len(in.queue) > 0 || in.closed
	in.mu.Unlock()
	ctx, release = in.attend(last, true)
	if waiting {
		release()
	}
	return ctx, release
}

// attend returns a context for the search that the request r asks for. It ends
// when the input interrupts r or the client's leaving ends the search; with alert, for
// a search without a limit of its own, on any line that follows. The caller releases
// it after the search.
func (in *input) attend(r request, alert bool) (ctx context.Context, release func()) {
	ctx, stop := in.client.Attend(r.part, alert)
	in.mu.Lock()
	defer in.mu.Unlock()
	w := &watch{request: r, alert: alert, stop: stop}
	in.watch = w
	in.judge()
	return ctx, func() {
		in.mu.Lock()
		defer in.mu.Unlock()
		if in.watch == w {
			in.watch = nil
		}
		stop()
	}
}

// poll returns the next request if one was read already.
func (in *input) poll() (request, bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.pop()
}

// next waits for the next request; false means that none will come or that nobody
// waits for an answer.
func (in *input) next() (request, bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	ctx := in.client.Context()
	for len(in.queue) == 0 && !in.closed && ctx.Err() == nil {
		in.changed.Wait()
	}
	if ctx.Err() != nil {
		return request{}, false
	}
	return in.pop()
}

func (in *input) pop() (request, bool) {
	if len(in.queue) == 0 {
		return request{}, false
	}
	r := in.queue[0]
	in.queue[0] = request{} // what it holds is free
	in.queue = in.queue[1:]
	in.held -= r.size
	in.changed.Broadcast()
	return r, true
}

// handedOver returns the other protocol that the client speaks, nil if it is ours.
func (in *input) handedOver() *OtherProtocol {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.closed {
		return nil
	}
	return in.other
}

// failure returns the error that ended the input, if it was one.
func (in *input) failure() error {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.err
}
