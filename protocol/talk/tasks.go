package talk

import (
	"context"
	"sync/atomic"
)

// Tasks runs searches one after the other, beside the loop that calls its methods.
type Tasks struct {
	client  *Client
	group   context.Context // of the tasks since the last Stop
	stopAll context.CancelFunc
	last    chan struct{} // closed when the last task has ended; nil before the first
	endLast func()        // ends the last task, if that is endless
	waiting atomic.Int32
	room    chan struct{}
}

// mostTasks is how many tasks may run and wait. A client that asks for more waits
// until there is room, and nothing else that it says is read meanwhile.
const mostTasks = 10_000

// NewTasks returns an idle Tasks; the client's leaving ends tasks, see Client.
func NewTasks(c *Client) *Tasks {
	t := &Tasks{client: c, room: make(chan struct{}, mostTasks)}
	t.group, t.stopAll = context.WithCancel(c.Context())
	return t
}

// Start runs do when all earlier tasks have ended. do ends early, and with the best
// result so far, when its context does; endless says that it has no limit of its own:
// it ends when another task is started, too.
func (t *Tasks) Start(endless bool, do func(context.Context)) {
	select {
	case t.room <- struct{}{}:
	case <-t.client.Context().Done():
		return
	}
	if t.endLast != nil {
		t.endLast()
		t.endLast = nil
	}
	group := t.group
	if endless {
		group, t.endLast = context.WithCancel(group)
	}
	part, before, done := t.client.Part(), t.last, make(chan struct{})
	t.last = done
	t.waiting.Add(1)
	go func() {
		defer close(done)
		if before != nil {
			<-before
		}
		ctx, release := t.client.Attend(part, endless)
		defer release()
		if group.Err() != nil {
			release()
		}
		defer context.AfterFunc(group, release)()
		do(ctx)
		t.waiting.Add(-1)
		<-t.room
	}()
}

// Busy reports whether a task runs or waits.
func (t *Tasks) Busy() bool { return t.waiting.Load() > 0 }

// Stop ends all tasks early that were started and have not ended.
func (t *Tasks) Stop() {
	t.stopAll()
	t.group, t.stopAll = context.WithCancel(t.client.Context())
}

// Wait waits until all tasks have ended.
func (t *Tasks) Wait() {
	if t.last != nil {
		<-t.last
	}
}
