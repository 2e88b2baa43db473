package jsonl

import (
	"bytes"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// Session is the dialogue with one client of a pool.
type Session struct {
	pool   *Pool
	ctx    context.Context
	stop   context.CancelFunc
	write  func(answer any)
	most   int            // positions that may wait
	refuse bool           // more are refused; otherwise Line waits for room
	tasks  sync.WaitGroup // what answers beside the workers

	// The rest is guarded by the pool's lock.
	waiting queue
	queued  bool              // the session stands in the pool's turn
	open    map[queryID]*open // the queries that are not answered yet
	arrived int
}

// open is a query that is not answered yet.
type open struct {
	jobs  []*job
	left  int // answers to come
	ended atomic.Bool
	ctx   context.Context // nil until the first of its searches begins
	stop  context.CancelFunc
}

// NewSession returns a session that ends with ctx. It calls write with every answer,
// which encoding/json turns into its text, from any goroutine. A query with which more
// than most positions wait is refused.
func (p *Pool) NewSession(ctx context.Context, most int, write func(answer any)) *Session {
	s := p.newSession(ctx, most, write)
	s.refuse = true
	return s
}

func (p *Pool) newSession(ctx context.Context, most int, write func(answer any)) *Session {
	s := &Session{pool: p, write: write, most: most, open: map[queryID]*open{}}
	s.ctx, s.stop = context.WithCancel(ctx)
	context.AfterFunc(s.ctx, p.wake)
	return s
}

// Close ends the searches of the session. Nobody reads their answers any more.
func (s *Session) Close() {
	s.stop()
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	s.waiting = nil
	for _, o := range s.open {
		o.end()
	}
}

// drain waits until all queries are answered or the session is over.
func (s *Session) drain() {
	s.pool.mu.Lock()
	for len(s.open) > 0 && s.ctx.Err() == nil {
		s.pool.changed.Wait()
	}
	s.pool.mu.Unlock()
	s.tasks.Wait()
}

// Line takes a query. A blank line is none.
func (s *Session) Line(line []byte) {
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return
	}
	q, err := parseQuery(line)
	if err == nil {
		err = actions[q.Action].do(s, q)
	}
	if err != nil {
		s.fail(q.ID, err)
	}
}

// fail answers what cannot be done.
func (s *Session) fail(id queryID, err error) {
	answer := failure{Error: err.Error()}
	if id != "" {
		answer.ID = &id
	}
	s.write(answer)
}

// analyze puts the positions of a query into the queue.
func (s *Session) analyze(q query) error {
	analyses, err := q.analyses()
	if err != nil {
		return err
	}
	o := &open{left: len(analyses)}
	for _, a := range analyses {
		a.session, a.query = s, o
		a.finish = func(err error) { s.finish(a.id, o, a.answer(err)) }
		a.told = func() { a.tell(s.write) }
		o.jobs = append(o.jobs, &a.job)
	}
	return s.enqueue(q.ID, o)
}

// enqueue opens a query and lets its jobs wait.
func (s *Session) enqueue(id queryID, o *open) error {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	switch {
	case s.open[id] != nil:
		return errors.New("id: a query of this id is at work")
	case s.refuse && len(s.open) >= s.most, s.refuse && len(s.waiting)+len(o.jobs) > s.most:
		return fmt.Errorf("more than %d positions wait: ask again when some are answered", s.most)
	}
	for len(s.waiting) >= s.most && s.ctx.Err() == nil {
		s.pool.changed.Wait()
	}
	s.open[id] = o
	s.pool.put(o.jobs...)
	return nil
}

// terminate ends the query with an id and tells how many it were. It still answers,
// with what is known; its positions that wait do so at once.
func (s *Session) terminate(q query) error {
	s.pool.mu.Lock()
	o, count := s.open[q.Ended], 0
	var dropped []*job
	if o != nil && !o.ended.Load() {
		o.end()
		count = 1
		for _, j := range o.jobs {
			if j.place != notWaiting {
				heap.Remove(&s.waiting, j.place)
				dropped = append(dropped, j)
			}
		}
	}
	s.pool.changed.Broadcast()
	s.pool.mu.Unlock()
	drop(dropped)
	s.write(ended{q.ID, q.Action, count})
	return nil
}

// terminateAll does so with all queries.
func (s *Session) terminateAll(q query) error {
	s.pool.mu.Lock()
	count := 0
	for _, o := range s.open {
		if !o.ended.Load() {
			o.end()
			count++
		}
	}
	dropped := make([]*job, 0, len(s.waiting))
	for len(s.waiting) > 0 {
		dropped = append(dropped, heap.Pop(&s.waiting).(*job))
	}
	s.pool.changed.Broadcast()
	s.pool.mu.Unlock()
	drop(dropped)
	s.write(ended{q.ID, q.Action, count})
	return nil
}

// drop lets jobs answer that were taken out of the queue.
func drop(jobs []*job) {
	for _, j := range jobs {
		j.finish(nil)
	}
}

// finish writes an answer to an open query, the last one of which makes its id free
// again before the client can know of it.
func (s *Session) finish(id queryID, o *open, answer any) {
	s.pool.mu.Lock()
	if o.left--; o.left <= 0 {
		delete(s.open, id)
		o.end()
	}
	s.pool.mu.Unlock()
	s.write(answer)
	s.pool.wake()
}

// begin makes the context of the query's searches.
func (o *open) begin(ctx context.Context) {
	if o.ctx == nil {
		o.ctx, o.stop = context.WithCancel(ctx)
	}
}

// end stops the searches of a query.
func (o *open) end() {
	o.ended.Store(true)
	if o.stop != nil {
		o.stop()
	}
}

// ended is the answer to terminate and terminate_all.
type ended struct {
	ID     queryID `json:"id"`
	Action string  `json:"action"`
	Ended  int     `json:"ended"`
}

// failure is an answer to what cannot be done.
type failure struct {
	ID    *queryID `json:"id"`
	Error string   `json:"error"`
}
