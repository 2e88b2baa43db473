package search

import (
	"sync"
	"sync/atomic"

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
	pending int           // moves given away and not finished
	done    chan struct{} // receives when pending falls to zero
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
func (w *worker) help(end <-chan struct{}) {
	for {
		w.pool.enter(w)
		select {
		case t := <-w.inbox:
			w.run(t)
		case <-end:
			if !w.pool.leave(w) {
				w.run(<-w.inbox)
			}
			return
		}
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
		nd.split = &split{parent: w.split, done: make(chan struct{}, 1)}
	}
	helper := w.pool.take(nd.split)
	if helper == nil {
		return false
	}
	t := &task{node: nd, split: nd.split, successor: *s, sel: w.sel, nested: w.nested}
	w.evaluator.Play(&t.state, &w.frames[nd.ply].state, s.Square, s.Flips)
	nd.split.mu.Lock()
	nd.split.pending++
	nd.split.mu.Unlock()
	helper.inbox <- t
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
	t.split.mu.Lock()
	t.split.pending--
	if t.split.pending == 0 {
		select {
		case t.split.done <- struct{}{}:
		default:
		}
	}
	t.split.mu.Unlock()
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
	for sp.unfinished() {
		w.pool.enter(w)
		select {
		case t := <-w.inbox:
			w.run(t)
		case <-sp.done:
			if !w.pool.leave(w) {
				w.run(<-w.inbox)
			}
		}
	}
	w.split, w.sel, w.nested = outer, sel, nested
}

func (sp *split) unfinished() bool {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	return sp.pending > 0
}
