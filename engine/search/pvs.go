package search

import (
	"kaeshi/engine/board"
	"kaeshi/engine/tt"
)

// node is a position whose moves are being searched with a window that may be
// open, or by several threads. Values are in 1/Disc discs.
type node struct {
	position      board.Position
	hash          uint64
	ply, n, depth int
	entry         int // alpha when the node was entered
	alpha, beta   int
	open          bool // the window is not null: moves above alpha are searched again
	best          int
	bestMove      board.Square
	sel           Selectivity
	nested        int    // see worker
	frame         *frame // with the moves and the state
	split         split
}

// newNode returns the node at ply, entered with the given window. A worker has one
// for each ply: a node is done with, and no other thread has its address, when
// its search returns.
func (w *worker) newNode(p board.Position, h uint64, ply, n, depth, alpha, beta int, open bool) *node {
	nd := &w.frames[ply].node
	nd.position, nd.hash, nd.ply, nd.n, nd.depth = p, h, ply, n, depth
	nd.entry, nd.alpha, nd.beta, nd.open = alpha, alpha, beta, open
	nd.best, nd.bestMove = -infinity, board.NoSquare
	nd.sel, nd.nested, nd.frame = w.sel, w.nested, &w.frames[ply]
	return nd
}

// improve takes note of a move's value.
func (nd *node) improve(move board.Square, value int) {
	if value > nd.best {
		nd.best, nd.bestMove = value, move
		nd.alpha = max(nd.alpha, value)
	}
}

// pvs searches p to depth with an open window (Marsland and Campbell 1982,
// "Parallel search of strongly ordered game trees"). A depth of n or more means
// the exact final score.
func (w *worker) pvs(p board.Position, moves uint64, ply, n, depth, alpha, beta int) int {
	if depth >= n && n <= lastEmpties && n > 0 {
		return solveLast(p.Player, p.Opponent, floorDiv(alpha, Disc), -floorDiv(-beta, Disc), &w.count) * Disc
	}
	w.count++
	if depth == 0 || n == 0 {
		return w.evaluate(p, ply, n)
	}
	if moves == 0 {
		passed := p.Pass()
		if moves = passed.Moves(); moves == 0 {
			return p.Score() * Disc
		}
		w.evaluator.Pass(&w.frames[ply+1].state, &w.frames[ply].state)
		return -w.pvs(passed, moves, ply+1, n, depth, -beta, -alpha)
	}
	h := tt.Hash(p)
	entry, known := w.probe(p, h)
	if known && int(entry.Depth) >= min(depth, n) && Selectivity(entry.Selectivity) >= w.sel {
		if lower := int(entry.Lower); lower >= beta || lower == int(entry.Upper) {
			return lower
		}
		if upper := int(entry.Upper); upper <= alpha {
			return upper
		}
	}
	nd := w.newNode(p, h, ply, n, min(depth, n), alpha, beta, true)
	w.openNode(nd, moves, entry)
	if w.stopped() {
		return 0
	}
	w.store(nd)
	return nd.best
}

// openNode searches the given moves of nd, the first with the whole window.
func (w *worker) openNode(nd *node, moves uint64, entry tt.Entry) {
	f := &w.frames[nd.ply]
	count := board.Successors(nd.position, moves, &f.successors)
	if nd.depth >= nd.n {
		w.orderEnd(f, nd.position, entry, count, nd.ply, nd.n, floorDiv(nd.alpha, Disc))
	} else {
		w.orderMid(f, entry, count, nd.ply, nd.n, nd.depth, nd.alpha)
	}
	s := f.pick(count)
	w.evaluator.Play(&w.frames[nd.ply+1].state, &f.state, s.Square, s.Flips)
	value := -w.pvs(s.Position, s.Moves, nd.ply+1, nd.n-1, nd.depth-1, -nd.beta, -nd.alpha)
	if w.stopped() {
		return
	}
	nd.improve(s.Square, value)
	w.siblings(nd, count)
}

// sharedNode searches the ordered moves at ply with the null window at alpha; the
// moves after the first may be searched by other threads.
func (w *worker) sharedNode(p board.Position, h uint64, ply, n, depth, alpha, count int) int {
	nd := w.newNode(p, h, ply, n, depth, alpha, alpha+1, false)
	f := &w.frames[ply]
	s := f.pick(count)
	w.evaluator.Play(&w.frames[ply+1].state, &f.state, s.Square, s.Flips)
	value := w.sibling(nd, s, 0, alpha)
	if w.stopped() {
		return 0
	}
	nd.improve(s.Square, value)
	w.siblings(nd, count)
	if w.stopped() {
		return 0
	}
	if nd.best > alpha {
		w.history.reward(ply, nd.bestMove, depth)
	}
	w.store(nd)
	return nd.best
}

// siblings searches the moves of nd after the first, with the help of idle threads
// if it is large enough.
func (w *worker) siblings(nd *node, count int) {
	w.openSplit(nd, count)
	if w.threads == 1 || nd.depth < splitDepth || nd.depth >= nd.n && nd.n < splitEmpties {
		w.brothers(nd)
		return
	}
	outer := w.scope
	w.scope = &nd.split.scope
	w.brothers(nd)
	w.await(nd)
	w.scope = outer
}

// brothers searches moves of nd, which may be another thread's, while some are left.
func (w *worker) brothers(nd *node) {
	a := &w.frames[nd.ply].attempt
	for !w.stopped() {
		alpha, ok := w.take(nd, a)
		if !ok {
			return
		}
		w.share()
		w.evaluator.Play(&w.frames[nd.ply+1].state, &nd.frame.state, a.move.Square, a.move.Flips)
		value := w.sibling(nd, a.move, a.number, alpha)
		w.report(nd, a, value, !w.stopped())
	}
}

// sibling searches the move s of nd, whose state stands at the next ply and which is
// the number-th in order from 0, first with a null window.
func (w *worker) sibling(nd *node, s *board.Successor, number, alpha int) int {
	if nd.open {
		number = 0 // not reduced where it may be the best line
	}
	value := w.scout(s, number, nd.ply, nd.n, nd.depth, alpha)
	if nd.open && value > alpha && value < nd.beta && !w.stopped() && w.reserve(nd) {
		value = -w.pvs(s.Position, s.Moves, nd.ply+1, nd.n-1, nd.depth-1, -nd.beta, -alpha)
	}
	return value
}

// nullWindow searches p to depth, to the end if that is n or more, with the null
// window at alpha.
func (w *worker) nullWindow(p board.Position, moves uint64, ply, n, depth, alpha int) int {
	if depth == 0 && n > 0 {
		w.count++
		return w.evaluate(p, ply, n)
	}
	return w.nwsMid(p, moves, ply, n, depth, alpha)
}

// probe asks the table, and makes the moves of an unknown position NoSquare.
func (w *worker) probe(p board.Position, h uint64) (tt.Entry, bool) {
	entry, known := w.table.Probe(p, h)
	if !known {
		entry.Move, entry.Second = board.NoSquare, board.NoSquare
	}
	return entry, known
}

// store records a finished node.
func (w *worker) store(nd *node) {
	w.table.Store(nd.position, nd.hash, tt.Result{
		Alpha: nd.entry, Beta: nd.beta, Value: nd.best,
		Depth: nd.depth, Selectivity: uint8(w.sel), Move: nd.bestMove,
	})
}
