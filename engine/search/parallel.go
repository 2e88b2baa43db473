package search

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
)

// Threads share one tree by "young brothers wait" (Feldmann 1993): when the
// first move of a node has been searched without a cut-off, its other moves may
// go to idle threads. A thread that waits for such help to finish may in turn
// take moves from below the node it waits at, never from elsewhere: so its own
// frames above stay untouched, and it is never kept from going on.

// Nodes with fewer plies or empties than these are not worth sharing.
const (
	splitDepth   = 6
	splitEmpties = 13
)

// split is a node of which other threads search moves.
type split struct {
	parent  *split
	mu      sync.Mutex // guards the node
	cut     atomic.Bool
	pending atomic.Int32 // moves given away and not finished
}

// isCut tells whether this split point or one above has had its cut-off.
func (sp *split) isCut() bool {
	for ; sp != nil; sp = sp.parent {
		if sp.cut.Load() {
			return true
		}
	}
	return false
}

// below tells whether sp is top or lies under it.
func (sp *split) below(top *split) bool {
	for ; sp != nil; sp = sp.parent {
		if sp == top {
			return true
		}
	}
	return top == nil
}

// task is one move of a split node, given to another thread.
type task struct {
	node      *node
	split     *split
	successor board.Successor
	state     eval.State
	sel       Selectivity
	nested    int
}

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

// leave takes w out of the pool, unless a task is already on its way to it.
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

// take removes a thread that may work below sp.
func (p *pool) take(sp *split) *worker {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, w := range p.idle {
		if sp.below(w.split) {
			p.remove(i)
			return w
		}
	}
	return nil
}

// help works for others until the search has ended.
func (w *worker) help(ended *atomic.Bool) {
	for w.runNext(ended.Load) {
	}
}

// runNext waits for a move from another thread and searches it. It returns false
// if enough says that there is nothing to wait for any more.
func (w *worker) runNext(enough func() bool) bool {
	w.pool.enter(w)
	for spins := 0; ; spins++ {
		if w.given.Load() {
			t := w.incoming
			w.given.Store(false)
			w.run(&t)
			return true
		}
		if enough() && w.pool.leave(w) {
			return false
		}
		idle(spins)
	}
}

// idle passes a moment of waiting. A move to search comes within microseconds as
// a rule, less time than it takes to wake a sleeping thread; but where none comes
// for long, others may have the processor.
func idle(spins int) {
	switch {
	case spins < 2000:
	case spins < 4000:
		runtime.Gosched()
	default:
		time.Sleep(50 * time.Microsecond)
	}
}

// window returns the alpha to search the next move with, and whether none need be.
func (nd *node) window() (alpha int, cut bool) {
	if nd.split != nil {
		nd.split.mu.Lock()
		defer nd.split.mu.Unlock()
	}
	return nd.alpha, nd.best >= nd.beta
}

// report is improve for a node that may be shared.
func (nd *node) report(move board.Square, value int) {
	if nd.split != nil {
		nd.split.mu.Lock()
		defer nd.split.mu.Unlock()
	}
	nd.improve(move, value)
	if nd.split != nil && nd.best >= nd.beta {
		nd.split.cut.Store(true)
	}
}

// delegate gives the move s of nd to an idle thread, if there is one.
func (w *worker) delegate(nd *node, s *board.Successor) bool {
	if w.pool.size.Load() == 0 || nd.depth < splitDepth || nd.depth >= nd.n && nd.n < splitEmpties {
		return false
	}
	if nd.split == nil {
		nd.split = &nd.own
		nd.own.parent = w.split
		nd.own.cut.Store(false)
	}
	helper := w.pool.take(nd.split)
	if helper == nil {
		return false
	}
	t := &helper.incoming
	t.node, t.split, t.successor, t.sel, t.nested = nd, nd.split, *s, w.sel, w.nested
	w.evaluator.Play(&t.state, &w.frames[nd.ply].state, s.Square, s.Flips)
	nd.split.pending.Add(1)
	helper.given.Store(true)
	return true
}

// run searches the move of a task.
func (w *worker) run(t *task) {
	outer := w.split
	w.split, w.sel, w.nested = t.split, t.sel, t.nested
	nd := t.node
	w.frames[nd.ply+1].state = t.state
	if alpha, cut := nd.window(); !cut && !w.stopped() {
		value := w.sibling(nd, &t.successor, alpha)
		if !w.stopped() {
			nd.report(t.successor.Square, value)
		}
	}
	w.publish()
	w.split = outer
	t.split.pending.Add(-1)
}

// join waits until every move of nd that was given away is finished, helping
// below it meanwhile.
func (w *worker) join(nd *node) {
	sp := nd.split
	if sp == nil {
		return
	}
	outer, sel, nested := w.split, w.sel, w.nested
	w.split = sp
	finished := func() bool { return sp.pending.Load() == 0 }
	for !finished() && w.runNext(finished) {
	}
	w.split, w.sel, w.nested = outer, sel, nested
}
