package gtp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"sync"
	"time"
)

const (
	// inputPause divides input into bursts. What comes without such a pause was
	// written in one go, by a script rather than by somebody who watches us think.
	inputPause = 100 * time.Millisecond

	// scriptPatience is how long a search may go on after an end of the input
	// that came in one burst with its command. A piped script gets its moves
	// undisturbed that way, and a client that died at once leaves nothing running.
	scriptPatience = 5 * time.Second
)

// input reads commands in a goroutine of its own, however long the current one
// takes, because clients write thousands of lines without waiting for answers.
// It stops the current command's search when the input asks for that.
type input struct {
	mu      sync.Mutex
	changed sync.Cond
	queue   []request // read, not taken yet
	lines   int       // read so far
	seq     int       // the last request's
	burst   int
	closed  bool
	err     error // why the input ended, nil for its end

	interrupted int // the last request that an interrupt came after
	ending      bool
	endBurst    int // the burst of the first quit, or of the end

	vigil *vigil

	others []string       // first words of other protocols
	other  *OtherProtocol // set if one of them came first
}

// vigil is kept for the search that runs.
type vigil struct {
	request
	alert bool // any further line stops it
	stop  context.CancelFunc
	timer *time.Timer
}

func newInput() *input {
	in := &input{}
	in.changed.L = &in.mu
	return in
}

// read takes lines from r until its end.
func (in *input) read(r io.Reader) {
	buffer := bufio.NewReaderSize(r, 1<<16)
	for {
		asked := time.Now()
		line, tooLong, err := readLine(buffer)
		paused := time.Since(asked) >= inputPause
		if word := in.foreign(line); word != "" {
			rest := io.MultiReader(bytes.NewReader(append(line, '\n')), buffer)
			in.other = &OtherProtocol{Word: word, Input: rest}
			in.close(io.EOF, paused)
			return
		}
		if len(line) > 0 || err == nil {
			in.take(line, tooLong, paused)
			paused = false
		}
		if err != nil {
			in.close(err, paused)
			return
		}
	}
}

// foreign returns the first word of the first command if another protocol begins
// with it.
func (in *input) foreign(line []byte) string {
	if in.seq > 0 || len(in.others) == 0 {
		return ""
	}
	text, _, _ := clean(line)
	if words := splitWords(text); len(words) > 0 && slices.Contains(in.others, words[0]) {
		return words[0]
	}
	return ""
}

func (in *input) take(line []byte, tooLong, paused bool) {
	text, comment, hasComment := clean(line)
	r, isRequest := parseRequest(text)
	in.mu.Lock()
	defer in.mu.Unlock()
	in.lines++
	if paused {
		in.burst++
	}
	switch {
	case isRequest:
		in.seq++
		r.seq, r.line, r.burst = in.seq, in.lines, in.burst
		r.tooLong = tooLong && !hasComment
		in.queue = append(in.queue, r)
		if r.name == "quit" {
			in.end()
		}
	case isInterrupt(text, comment):
		in.interrupted = in.seq
	}
	in.judge()
	in.changed.Broadcast()
}

func (in *input) close(err error, paused bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.lines++
	if paused {
		in.burst++
	}
	in.closed = true
	if err != io.EOF && !errors.Is(err, io.ErrClosedPipe) && !errors.Is(err, os.ErrClosed) {
		in.err = err
	}
	in.end()
	in.judge()
	in.changed.Broadcast()
}

func (in *input) end() {
	if !in.ending {
		in.ending, in.endBurst = true, in.burst
	}
}

// judge stops the search that runs if what was read asks for it.
func (in *input) judge() {
	v := in.vigil
	switch {
	case v == nil:
	case in.interrupted >= v.seq, in.ending && in.endBurst != v.burst, v.alert && in.lines > v.line:
		v.stop()
	case in.ending && v.timer == nil:
		v.timer = time.AfterFunc(scriptPatience, v.stop)
	}
}

// attendIdle returns a context for a search that nobody asked for: it ends on any
// input.
func (in *input) attendIdle(parent context.Context) (ctx context.Context, release func()) {
	in.mu.Lock()
	last := request{seq: in.seq + 1, line: in.lines, burst: in.burst}
	waiting := len(in.queue) > 0 || in.closed
	in.mu.Unlock()
	ctx, release = in.attend(parent, last, true)
	if waiting {
		release()
	}
	return ctx, release
}

// attend returns a context for the search that the request r asks for. It ends
// when the input interrupts r or when we are to quit; with alert, on any line that
// follows. The caller releases it after the search.
func (in *input) attend(parent context.Context, r request, alert bool) (ctx context.Context, release func()) {
	ctx, stop := context.WithCancel(parent)
	in.mu.Lock()
	defer in.mu.Unlock()
	v := &vigil{request: r, alert: alert, stop: stop}
	in.vigil = v
	in.judge()
	return ctx, func() {
		in.mu.Lock()
		defer in.mu.Unlock()
		if in.vigil == v {
			in.vigil = nil
		}
		if v.timer != nil {
			v.timer.Stop()
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

// next waits for the next request; false means that none will come or that ctx
// has ended.
func (in *input) next(ctx context.Context) (request, bool) {
	defer context.AfterFunc(ctx, func() {
		in.mu.Lock()
		defer in.mu.Unlock()
		in.changed.Broadcast()
	})()
	in.mu.Lock()
	defer in.mu.Unlock()
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
	in.queue = in.queue[1:]
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
