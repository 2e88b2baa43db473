// Package console is the streams of the program as a person or another program sees
// them: standard output, standard error and the terminal that they may both be.
package console

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// Screen writes to standard error without ever waiting for its reader:
// many clients start an engine and never read its stderr, and a full pipe must
// not keep an answer back. What does not fit into the queue is counted and
// dropped. While a bar is drawn on a terminal, what is written appears above it.
type Screen struct {
	program string // whose diagnostics these are
	to      io.Writer
	mu      sync.Mutex
	above   io.Writer // prints above the bar; nil while there is none
	queue   [][]byte
	queued  int // bytes waiting
	writing bool
	dropped int // writes lost since the last one that fitted
	closed  bool
	wake    chan struct{}
	written chan struct{} // one for every write that came through
	done    chan struct{}
}

const (
	screenQueue = 1 << 20
	// A reader that takes nothing for so long is taken to be asleep.
	screenPatience = 200 * time.Millisecond
)

// NewScreen begins to write to the standard error of a program.
func NewScreen(program string, to io.Writer) *Screen {
	s := &Screen{
		program: program,
		to:      to,
		wake:    make(chan struct{}, 1),
		written: make(chan struct{}, 1),
		done:    make(chan struct{}),
	}
	go s.run()
	return s
}

// Write queues a copy of p, or drops it. It never fails.
func (s *Screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.queued+len(p) > screenQueue {
		s.dropped++
		return len(p), nil
	}
	if s.dropped > 0 {
		s.push(fmt.Appendf(nil, "%s: %d diagnostics dropped\n", s.program, s.dropped))
		s.dropped = 0
	}
	s.push(append([]byte(nil), p...))
	wakeUp(s.wake)
	return len(p), nil
}

func (s *Screen) push(p []byte) {
	s.queue = append(s.queue, p)
	s.queued += len(p)
}

func (s *Screen) run() {
	defer close(s.done)
	for range s.wake {
		for {
			p, above, ok := s.next()
			if !ok {
				break
			}
			if above == nil || !wrote(above, p) {
				s.to.Write(p) // nobody is left to tell of an error here
			}
			s.mu.Lock()
			s.writing = false
			s.mu.Unlock()
			wakeUp(s.written)
		}
	}
}

func wrote(to io.Writer, p []byte) bool {
	_, err := to.Write(p)
	return err == nil
}

// next takes the oldest write from the queue.
func (s *Screen) next() (p []byte, above io.Writer, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		return nil, nil, false
	}
	p = s.queue[0]
	s.queue = s.queue[1:]
	s.queued -= len(p)
	s.writing = true
	return p, s.above, true
}

// Flush waits until what is queued has been written, as long as somebody reads it.
func (s *Screen) Flush() {
	for {
		s.mu.Lock()
		idle := len(s.queue) == 0 && !s.writing
		s.mu.Unlock()
		if idle {
			return
		}
		select {
		case <-s.written:
		case <-time.After(screenPatience):
			return
		}
	}
}

// Close waits for what is queued as long as somebody reads it.
func (s *Screen) Close() error {
	s.mu.Lock()
	before := s.closed
	s.closed = true
	s.mu.Unlock()
	if before {
		return nil
	}
	close(s.wake)
	for {
		select {
		case <-s.done:
			return nil
		case <-s.written:
		case <-time.After(screenPatience):
			return nil
		}
	}
}

func (s *Screen) unwrap() any { return s.to }

// IsTerminal reports whether a bar can be drawn.
func (s *Screen) IsTerminal() bool { return IsTerminal(s.to) }

// File is the terminal for a bar to be drawn on.
func (s *Screen) File() *os.File { return s.to.(*os.File) }

// Show sends what is written through a bar's container, which prints above the bar.
func (s *Screen) Show(above io.Writer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.above = above
}

// Hide ends Show.
func (s *Screen) Hide() { s.Show(nil) }

// wakeUp wakes a waiting reader of c; a wake-up already there is enough.
func wakeUp(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
