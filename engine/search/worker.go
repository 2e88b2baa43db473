package search

import (
	"sync/atomic"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
)

// maxPly bounds the length of a line: 60 moves, and never two passes in a row.
const maxPly = 128

// infinity is beyond every value, in 1/Disc discs as well as in discs.
const infinity = 30000

// frame is what a node keeps while its children are searched.
type frame struct {
	successors [board.MaxMoves]board.Successor
	keys       [board.MaxMoves]int32
	state      eval.State
	node       node // used where the window is open or the node may be shared
	attempt    attempt
}

// worker is one thread of a search with its stack of frames.
type worker struct {
	*Searcher
	count     uint64                // nodes visited; published to nodes now and then
	published uint64                // count when it was last published
	nodes     atomic.Uint64         // readable by other goroutines
	scope     *scope                // the innermost that the work in hand lies in
	look      atomic.Bool           // some scope is over: see whether it is one of those
	sel       Selectivity           // of the search in hand
	incoming  atomic.Pointer[split] // where this worker, being idle, is let in
	wake      chan struct{}         // rouses it
	nested    int                   // how many ProbCut searches the current one lies in
	history   history
	refuters  [maxPly]uint64 // by ply: the square that cut the last leaf off; 0 if none did
	frames    [maxPly]frame
	near      nearTable
}

func newWorker(s *Searcher) *worker { return &worker{Searcher: s, wake: make(chan struct{}, 1)} }

func (w *worker) reset() {
	w.count, w.published, w.scope, w.nested = 0, 0, nil, 0
	w.nodes.Store(0)
	w.history, w.refuters = history{}, [maxPly]uint64{}
}

// publishEvery is how many nodes may pass before nodes shows them and the limits are
// looked at.
const publishEvery = 1 << 12

// publish shows the nodes counted so far to other goroutines.
func (w *worker) publish() { w.nodes.Store(w.count) }

// stopped tells whether the value in hand will not be used: the whole search
// ends, or a scope that it lies in is over.
func (w *worker) stopped() bool {
	if w.count-w.published >= publishEvery || w.count >= w.nodeLimit {
		w.checkLimits()
	}
	return w.stop.Load() || w.look.Load() && w.over()
}

// over tells whether a scope that the work in hand lies in is over.
func (w *worker) over() bool {
	w.look.Store(false)
	over := w.scope.isOver()
	if over {
		w.look.Store(true)
	}
	return over
}

// checkLimits publishes the node count and ends the search at the node limit or the
// deadline. The clock is read here, by the thread that searches: a timer has to wait
// for a thread of its own, which took 15 ms and more on a busy machine.
func (w *worker) checkLimits() {
	w.published = w.count
	w.publish()
	if w.count >= w.nodeLimit || w.pastDeadline() {
		w.stop.Store(true)
	}
}
