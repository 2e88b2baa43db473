package core

import (
	"bytes"
	"io"
	"sync"
)

// results is standard output where messages appear on a terminal: these are written
// first, as what reads the output may write to the same terminal. Where the output
// is one, too, lines of results appear above a bar.
type results struct {
	to     io.Writer
	screen *Screen
	shown  bool // the output is a terminal
	mu     sync.Mutex
	begun  []byte // a line that has no end yet, while a bar is drawn
}

// NewResults returns standard output as verbs are to use it.
func NewResults(to io.Writer, screen *Screen) io.Writer {
	if !screen.isTerminal() {
		return to
	}
	return &results{to: to, screen: screen, shown: IsTerminal(to)}
}

func (r *results) unwrap() any { return r.to }

func (r *results) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.screen.mu.Lock()
	above := r.screen.above
	r.screen.mu.Unlock()
	if above == nil || !r.shown {
		r.screen.Flush()
		_, err := r.to.Write(append(r.begun, p...))
		r.begun = nil
		return len(p), err
	}
	r.begun = append(r.begun, p...)
	lines := r.begun[:bytes.LastIndexByte(r.begun, '\n')+1]
	if len(lines) == 0 {
		return len(p), nil
	}
	r.begun = r.begun[len(lines):]
	if wrote(above, lines) {
		return len(p), nil
	}
	_, err := r.to.Write(lines)
	return len(p), err
}
