package core

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Diagnostics writes to standard error without ever waiting for its reader:
// many clients start an engine and never read its stderr, and a full pipe must
// not keep an answer back. What does not fit into the queue is counted and
// dropped.
type Diagnostics struct {
	to      io.Writer
	mu      sync.Mutex
	queue   [][]byte
	queued  int // bytes waiting
	dropped int // writes lost since the last one that fitted
	closed  bool
	wake    chan struct{}
	written chan struct{} // one for every write that came through
	done    chan struct{}
}

const (
	diagnosticsQueue = 1 << 20
	// A reader that takes nothing for so long at the end is taken to be asleep.
	diagnosticsPatience = 200 * time.Millisecond
)

// NewDiagnostics begins to write to a standard error.
func NewDiagnostics(to io.Writer) *Diagnostics {
	d := &Diagnostics{
		to:      to,
		wake:    make(chan struct{}, 1),
		written: make(chan struct{}, 1),
		done:    make(chan struct{}),
	}
	go d.run()
	return d
}

// Write queues a copy of p, or drops it. It never fails.
func (d *Diagnostics) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || d.queued+len(p) > diagnosticsQueue {
		d.dropped++
		return len(p), nil
	}
	if d.dropped > 0 {
		d.push(fmt.Appendf(nil, "%s: %d diagnostics dropped\n", Program, d.dropped))
		d.dropped = 0
	}
	d.push(append([]byte(nil), p...))
	wakeUp(d.wake)
	return len(p), nil
}

func (d *Diagnostics) push(p []byte) {
	d.queue = append(d.queue, p)
	d.queued += len(p)
}

func (d *Diagnostics) run() {
	defer close(d.done)
	for range d.wake {
		for {
			p, ok := d.next()
			if !ok {
				break
			}
			d.to.Write(p) // nobody is left to tell of an error here
			wakeUp(d.written)
		}
	}
}

// next takes the oldest write from the queue.
func (d *Diagnostics) next() ([]byte, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.queue) == 0 {
		return nil, false
	}
	p := d.queue[0]
	d.queue = d.queue[1:]
	d.queued -= len(p)
	return p, true
}

// Close waits for what is queued as long as somebody reads it.
func (d *Diagnostics) Close() error {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	close(d.wake)
	for {
		select {
		case <-d.done:
			return nil
		case <-d.written:
		case <-time.After(diagnosticsPatience):
			return nil
		}
	}
}

// wakeUp wakes a waiting reader of c; a wake-up already there is enough.
func wakeUp(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
