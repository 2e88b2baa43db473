package search

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Threads share one tree by "young brothers wait" (Feldmann 1993): when the first
// move of a node has been searched without a cut-off, its other moves may be
// searched by other threads. A thread that finds an idle one lets it in at the
// topmost such node of its line, where the work is the largest. The idle thread takes
// moves there until none are left. A thread that waits for its helpers may itself be
// let in at that node or below it, never elsewhere: so its own frames above stay
// untouched, and it can always go on.

// Nodes with fewer plies or empties than these are not shared: it would cost more than
// it saves.
const (
	splitDepth   = 4
	splitEmpties = 13
)

// reserveDepth is the least depth, in plies, at which a better move calls the other
// threads off (see reserve). Measured on 60 XOT positions to depth 20 at 73%, two threads were
// 1.73 times as fast as one with 12, 1.71 with 4, 1.64 with none.
const reserveDepth = 12

// pool knows the threads that have nothing to do.
type pool struct {
	mu   sync.Mutex
	idle []*worker
	size atomic.Int32 // len(idle), to be asked without the lock
}

func (p *pool) enter(w *worker) {
	p.mu.Lock()
	p.idle = append(p.idle, w)
	p.size.Store(int32(len(p.idle)))
	p.mu.Unlock()
}

// leave takes w out of the pool and reports whether it was there: if not, it is about
// to be let in somewhere.
func (p *pool) leave(w *worker) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, other := range p.idle {
		if other == w {
			p.remove(i)
			return true
		}
	}
	return false
}

func (p *pool) remove(i int) {
	p.idle = append(p.idle[:i], p.idle[i+1:]...)
	p.size.Store(int32(len(p.idle)))
}

// share lets an idle thread in, if there is one and there is work for it.
func (w *worker) share() {
	p := &w.pool
	if p.size.Load() == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, helper := range p.idle {
		if sp := w.scope.topmost(helper.scope); sp != nil {
			p.remove(i)
			sp.helpers.Add(1)
			helper.incoming.Store(sp)
			helper.rouse()
			return
		}
	}
}

// help works for others until the search has ended.
func (w *worker) help(ended *atomic.Bool) {
	for w.helpOnce(ended.Load) {
	}
}

// helpOnce waits to be let in at a node and searches moves of it. It reports
// whether it did; if not, enough has said that there is nothing to wait for any more.
func (w *worker) helpOnce(enough func() bool) bool {
	began := w.beginWait()
	w.pool.enter(w)
	for spins := 0; ; spins++ {
		if sp := w.incoming.Load(); sp != nil {
			w.incoming.Store(nil)
			w.endWait(began)
			w.join(sp)
			return true
		}
		if enough() && w.pool.leave(w) {
			w.endWait(began)
			return false
		}
		w.idle(spins)
	}
}

// idle passes a moment of waiting. Work comes within microseconds as a rule, less
// time than it takes to wake a sleeping thread; but where none comes for long, others
// may have the processor. (time.Sleep would take a millisecond at least.) With more
// threads than processors those that wait would keep others from working, so they sleep
// soon: 32 threads on two processors took 33% less processor time for FFO #40-44.
func (w *worker) idle(spins int) {
	busy, patient := 2000, 20000
	if w.crowded {
		busy, patient = 0, 100
	}
	switch {
	case spins < busy:
	case spins < patient:
		runtime.Gosched()
	default:
		<-w.wake
	}
}

// rouse ends the sleep of w, or its next one.
func (w *worker) rouse() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// join searches moves of another thread's node until none are left.
func (w *worker) join(sp *split) {
	outer := w.scope
	w.scope, w.sel, w.nested = &sp.scope, sp.node.sel, sp.node.nested
	w.look.Store(true) // for what has come to an end before
	w.brothers(sp.node)
	w.publish()
	w.scope = outer
	owner := sp.owner
	if sp.helpers.Add(-1) == 0 {
		owner.rouse()
	}
}

// await waits until no other thread searches moves of nd, helping there meanwhile.
func (w *worker) await(nd *node) {
	finished := func() bool { return nd.split.helpers.Load() == 0 }
	for !finished() && w.helpOnce(finished) {
	}
	w.sel, w.nested = nd.sel, nd.nested
}
