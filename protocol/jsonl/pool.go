package jsonl

import (
	"container/heap"
	"context"
	"sync"
	"time"

	"kaeshi/engine"
)

// Engine is what a worker asks of an engine; *engine.Engine is one.
type Engine interface {
	SetGame(*engine.Game)
	Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error)
}

// Options are what queries ask for besides the searches.
type Options struct {
	Version string      // of the program
	Level   int         // of a report whose query names none
	Book    engine.Book // nil means none
}

// Pool is engines that search for any number of clients, each of whom has his turn.
// While others wait, a search goes on for a moment only and then queues up again; what
// the table has kept of it makes the way back short.
type Pool struct {
	options Options
	engines int
	workers sync.WaitGroup

	mu      sync.Mutex
	changed sync.Cond
	turn    []*Session // that have positions waiting; the next one first
	closed  bool
}

// How long a search goes on while others wait. All who wait are to have had their turn
// after a round; with so many that a turn would be less than the shortest one, a round
// takes longer.
const (
	round        = 2 * time.Second
	shortestTurn = 50 * time.Millisecond
	longestTurn  = 200 * time.Millisecond
)

// NewPool returns a pool whose engines have one search each at a time.
func NewPool(engines []Engine, options Options) *Pool {
	p := &Pool{options: options, engines: len(engines)}
	p.changed.L = &p.mu
	for _, e := range engines {
		p.workers.Go(func() { p.work(e) })
	}
	return p
}

// Close waits for the searches to end that somebody still wants, and leaves the engines
// alone then.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.changed.Broadcast()
	p.mu.Unlock()
	p.workers.Wait()
}

func (p *Pool) wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changed.Broadcast()
}

// work does jobs until there are none and none will come.
func (p *Pool) work(e Engine) {
	for {
		j := p.next()
		if j == nil {
			return
		}
		if over, err := j.search(e, p); over {
			j.finish(err)
		} else {
			p.putBack(j)
		}
	}
}

// next waits for a job; nil means that none will come.
func (p *Pool) next() *job {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		for len(p.turn) == 0 && !p.closed {
			p.changed.Wait()
		}
		if len(p.turn) == 0 {
			return nil
		}
		s := p.turn[0]
		p.turn = p.turn[1:]
		s.queued = false
		if s.ctx.Err() != nil || len(s.waiting) == 0 {
			continue
		}
		j := heap.Pop(&s.waiting).(*job)
		p.enlist(s)
		j.query.begin(s.ctx)
		p.changed.Broadcast() // to who reads, if the queue was full
		return j
	}
}

// enlist gives a session its turn if it has anything to search. It is called with the
// lock held.
func (p *Pool) enlist(s *Session) {
	if !s.queued && len(s.waiting) > 0 {
		s.queued = true
		p.turn = append(p.turn, s)
	}
}

// put lets jobs wait. It is called with the lock held.
func (p *Pool) put(jobs ...*job) {
	for _, j := range jobs {
		s := j.session
		j.order = s.arrived
		s.arrived++
		heap.Push(&s.waiting, j)
		p.enlist(s)
	}
	p.changed.Broadcast()
}

// putBack lets a job wait again that has given way, unless its query has ended since.
func (p *Pool) putBack(j *job) {
	p.mu.Lock()
	over := j.query.ended.Load()
	if !over {
		p.put(j)
	}
	p.mu.Unlock()
	if over {
		j.finish(nil)
	}
}

// mustGiveWay reports whether a search that goes on has had its turn: other clients
// wait, or, if it would never end by itself, other queries of its own client do.
func (p *Pool) mustGiveWay(j *job) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.turn {
		if s != j.session || j.endless {
			return true
		}
	}
	return false
}

// timeOfTurn is how long a search may go on that begins now.
func (p *Pool) timeOfTurn() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	fair := round * time.Duration(p.engines) / time.Duration(len(p.turn)+1)
	return max(shortestTurn, min(fair, longestTurn))
}

// watch calls give when the turn of a search is over, unless ctx ends before.
func (p *Pool) watch(ctx context.Context, j *job, give func()) {
	ticker := time.NewTicker(p.timeOfTurn())
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if p.mustGiveWay(j) {
				give()
				return
			}
		}
	}
}
