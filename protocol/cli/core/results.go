package core

import (
	"bytes"
	"io"
	"sync"
)

// results is standard output where it is the terminal that messages appear on:
// these are written first, and lines of results appear above a bar.
type results struct {
	to     io.Writer
	screen *Screen
	mu     sync.Mutex
	begun  []byte // a line that has no end yet, while a bar is drawn
}

// NewResults returns standard output as verbs are to use it.
func NewResults(to io.Writer, screen *Screen) io.Writer {
	if !IsTerminal(to) || !screen.isTerminal() {
		return to
	}
	return &results{to: to, screen: screen}
}

func (r *results) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.screen.mu.Lock()
	above := r.screen.above
	r.screen.mu.Unlock()
	if above == nil {
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
