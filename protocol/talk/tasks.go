package talk

import (
	"context"
	"sync/atomic"
	"time"
)

const (
	// An end that comes so soon was written in one go with the request, by a script
	// rather than by somebody who watches us think.
	inputPause = 100 * time.Millisecond

	// scriptPatience is how long a search may go on after such an end.
	scriptPatience = 5 * time.Second
)

// Tasks runs searches one after the other, beside the loop that calls its methods.
type Tasks struct {
	parent  context.Context
	group   context.Context // of the tasks since the last Stop
	stopAll context.CancelFunc
	last    *task // nil before the first
	waiting atomic.Int32
}

type task struct {
	begun time.Time
	done  chan struct{}
}

// NewTasks returns an idle Tasks; when ctx ends so does every task.
func NewTasks(ctx context.Context) *Tasks {
	t := &Tasks{parent: ctx}
	t.group, t.stopAll = context.WithCancel(ctx)
	return t
}

// Start runs do when all earlier tasks have ended. do ends early, and with the best
// result so far, when its context does.
func (t *Tasks) Start(do func(context.Context)) {
	next := &task{begun: time.Now(), done: make(chan struct{})}
	ctx, before := t.group, t.last
	t.last = next
	t.waiting.Add(1)
	go func() {
		defer close(next.done)
		if before != nil {
			<-before.done
		}
		do(ctx)
		t.waiting.Add(-1)
	}()
}

// Busy tells whether a task runs or waits.
func (t *Tasks) Busy() bool { return t.waiting.Load() > 0 }

// Stop ends all tasks early that were started and have not ended.
func (t *Tasks) Stop() {
	t.stopAll()
	t.group, t.stopAll = context.WithCancel(t.parent)
}

// Wait waits until all tasks have ended.
func (t *Tasks) Wait() {
	if t.last != nil {
		<-t.last.done
	}
}

// Leave ends the tasks because the client leaves, and waits for it. A client that
// never waits for anything may be a script whose last request is to be done yet.
func (t *Tasks) Leave() {
	if t.last == nil {
		return
	}
	if time.Since(t.last.begun) < inputPause {
		select {
		case <-t.last.done:
		case <-time.After(scriptPatience):
		case <-t.parent.Done():
		}
	}
	t.Stop()
	t.Wait()
}
