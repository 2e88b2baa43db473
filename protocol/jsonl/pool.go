package jsonl

import (
	"container/heap"
	"context"
	"slices"
	"sync"
	"time"

	"kaeshi/engine"
)

// Engine is what a worker asks of an engine; *engine.Engine is one.
type Engine interface {
	SetGame(*engine.Game)
	Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error)
}

// Options are what queries ask for besides the searches, and what those share.
type Options struct {
	Threads int         // of all searches together; 0 leaves each engine those that it has
	Version string      // of the program
	Level   int         // of a report whose query names none
	Elo     int         // that a game begins with in a page; 0 means that the page chooses
	Book    engine.Book // nil means none
}

// Pool is engines that search for any number of clients, each of whom has his turn.
// While others wait, a search goes on for a moment only and then queues up again; what
// the table has kept of it makes the way back short. A search that is alone has all
// threads; those at work at the same time share them.
type Pool struct {
	options Options
	engines int
	workers sync.WaitGroup

	mu      sync.Mutex
	changed sync.Cond
	turn    []*Session // that have positions waiting; the next one first
	busy    int        // engines that do not wait for a job
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
	p := &Pool{options: options, engines: len(engines), busy: len(engines)}
	p.changed.L = &p.mu
	for i, e := range engines {
		p.workers.Go(func() { p.work(i+1, e) })
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

// work does jobs until there are none and none will come. The engines are numbered
// from 1.
func (p *Pool) work(number int, e Engine) {
	var gaveWay *job
	threads := 0
	for {
		j := p.next(number, gaveWay)
		if j == nil {
			return
		}
		if many, can := e.(threaded); can && j.threads != threads {
			threads = j.threads
			many.SetThreads(threads)
		}
		over, err := j.search(e, p)
		if gaveWay = j; over {
			gaveWay = nil
			j.finish(err)
		}
	}
}

// threaded is an engine whose number of threads can be set.
type threaded interface{ SetThreads(n int) }

// next waits for a job for the engine of a number, which may have one that gave way; nil
// means that none will come.
func (p *Pool) next(number int, gaveWay *job) *job {
	p.mu.Lock()
	defer p.mu.Unlock()
	if gaveWay != nil {
		if gaveWay.query.ended.Load() {
			return gaveWay // to answer at once
		}
		gaveWay.resting = gaveWay.endless
		p.put(gaveWay)
	}
	for {
		for len(p.turn) == 0 && !p.closed {
			p.busy--
			p.changed.Wait()
			p.busy++
		}
		if len(p.turn) == 0 {
			return nil
		}
		at := p.choose(number)
		s := p.turn[at]
		p.turn = slices.Delete(p.turn, at, at+1)
		s.queued = false
		if s.ctx.Err() != nil || len(s.waiting) == 0 {
			continue
		}
		j := s.waiting.take()
		j.home = number
		p.enlist(s)
		j.threads = p.share()
		j.query.begin(s.ctx)
		p.changed.Broadcast() // to who reads, if the queue was full
		return j
	}
}

// choose returns the place in the turn of the session that an engine takes up: of the
// first few one whose search its table knows, if there is one.
func (p *Pool) choose(number int) int {
	for i, s := range p.turn[:min(len(p.turn), p.engines)] {
		if len(s.waiting) > 0 && (s.waiting[0].home == number || s.waiting[0].home == nobody) {
			return i
		}
	}
	return 0
}

// share is how many threads a search has: as many as any other at work, and as those
// that wait for an engine which is free.
func (p *Pool) share() int {
	if p.options.Threads == 0 {
		return 0
	}
	searches := p.busy
	for _, s := range p.turn {
		searches += len(s.waiting)
	}
	return max(1, p.options.Threads/max(1, min(searches, p.engines)))
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

// mustGiveWay reports whether a search that goes on has had its turn: other clients
// wait, or, if it would never end by itself, other queries of its own client do, or its
// share of the threads is another one now.
func (p *Pool) mustGiveWay(j *job) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.turn {
		if s != j.session || j.endless {
			return true
		}
	}
	return j.endless && p.share() != j.threads
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
