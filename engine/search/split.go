package search

import (
	"sync"
	"sync/atomic"

	"kaeshi/engine/board"
)

// scope is a part of the search that may be over early: all that lies below a
// shared node, or below one of its moves. Scopes are nested.
type scope struct {
	outer *scope
	over  atomic.Bool // nobody will use what is found in it
	split *split      // of the node, nil for a move
}

// isOver reports whether this scope or an outer one is over.
func (sc *scope) isOver() bool {
	for ; sc != nil; sc = sc.outer {
		if sc.over.Load() {
			return true
		}
	}
	return false
}

// topmost returns the highest split point from the scope top down to sc which has
// moves left, nil if there is none or sc does not lie in top.
func (sc *scope) topmost(top *scope) *split {
	var found *split
	for ; sc != nil; sc = sc.outer {
		if sc.split != nil && sc.split.left.Load() > 0 {
			found = sc.split
		}
		if sc == top {
			return found
		}
	}
	if top != nil {
		return nil
	}
	return found
}

// split is what the threads that search the moves of a node share.
type split struct {
	scope
	owner    *worker // whose frame has the moves
	node     *node
	count    int          // moves in all
	helpers  atomic.Int32 // threads let in
	mu       sync.Mutex   // guards the node, its frame's keys and what follows
	left     atomic.Int32 // moves to be taken; may be read without the lock
	held     int32        // moves that cannot be taken while the node is reserved
	reserved bool         // for one thread, which searches for the value of a better move
	attempts []*attempt   // those that reserve would call off
}

// attempt is a thread's work on a move.
type attempt struct {
	scope
	move   *board.Successor
	number int // of the move in order, from 0
}

// openSplit lets the moves of nd after the first be taken.
func (w *worker) openSplit(nd *node, count int) {
	sp := &nd.split
	sp.outer, sp.split, sp.owner, sp.node, sp.count = w.scope, sp, w, nd, count
	sp.over.Store(false)
	sp.held, sp.reserved, sp.attempts = 0, false, sp.attempts[:0]
	sp.left.Store(int32(count - 1))
}

// take sets a to a move of nd that is left, and returns the alpha to search it with. ok
// is false if no move need be searched. From reserveDepth on the worker is then in the
// scope of the attempt, so that another thread can call it off.
func (w *worker) take(nd *node, a *attempt) (alpha int, ok bool) {
	sp := &nd.split
	sp.mu.Lock()
	defer sp.mu.Unlock()
	if sp.left.Load() == 0 || nd.best >= nd.beta {
		return 0, false
	}
	a.number = sp.count - 1 - int(sp.left.Add(-1))
	a.move = nd.frame.pick(sp.count)
	if nd.open && nd.depth >= reserveDepth && w.scope == &sp.scope {
		a.outer = w.scope
		a.over.Store(false)
		w.scope = &a.scope
		sp.attempts = append(sp.attempts, a)
	}
	return nd.alpha, true
}

// reserve keeps nd for a thread whose move has beaten alpha, while it searches for the
// move's value. It calls the attempts of the other threads off: they would only find
// that their moves beat the same alpha. It returns false if another thread was quicker.
func (w *worker) reserve(nd *node) bool {
	sp := &nd.split
	sp.mu.Lock()
	defer sp.mu.Unlock()
	if len(sp.attempts) == 0 {
		return true
	}
	if w.scope.over.Load() {
		return false
	}
	sp.reserved, sp.held = true, sp.left.Swap(0)
	for _, a := range sp.attempts {
		if &a.scope != w.scope {
			a.over.Store(true)
		}
	}
	if len(sp.attempts) > 1 {
		w.recheck()
	}
	return true
}

// report ends an attempt at a move of nd, with its value if that was found.
func (w *worker) report(nd *node, a *attempt, value int, found bool) {
	sp := &nd.split
	sp.mu.Lock()
	defer sp.mu.Unlock()
	if w.scope == &a.scope && !w.endAttempt(sp, a) || !found {
		return
	}
	nd.improve(a.move.Square, value)
	if nd.best >= nd.beta {
		sp.left.Store(0)
		sp.over.Store(true)
		if sp.helpers.Load() > 0 {
			w.recheck()
		}
	}
}

// endAttempt ends an attempt and reports whether it counts. If it was called off, the
// move is given back.
func (w *worker) endAttempt(sp *split, a *attempt) bool {
	w.scope = &sp.scope
	for i, other := range sp.attempts {
		if other == a {
			sp.attempts = append(sp.attempts[:i], sp.attempts[i+1:]...)
			break
		}
	}
	switch {
	case !a.over.Load(): // if nd is reserved, it is for this thread
		sp.left.Add(sp.held)
		sp.reserved, sp.held = false, 0
		return true
	case sp.reserved:
		sp.held++
	default:
		sp.left.Add(1)
	}
	sp.node.frame.unpick(a.move)
	return false
}

// recheck makes all threads check whether the scope that they are in is over.
func (w *worker) recheck() {
	for _, other := range w.workers {
		other.look.Store(true)
	}
}
