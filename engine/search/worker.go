package search

import (
	"math"
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
	granted   uint64                // how far count may go before it asks for more
	nodes     atomic.Uint64         // readable by other goroutines
	scope     *scope                // the innermost that the work in hand lies in
	look      atomic.Bool           // some scope is over: see whether it is one of those
	sel       Selectivity           // of the search in hand
	incoming  atomic.Pointer[split] // where this worker, being idle, is let in
	wake      chan struct{}         // wakes it
	nested    int                   // how many ProbCut searches the current one lies in
	history   history
	killers   [maxPly]uint64 // by ply: the square that cut the last leaf off, as a bit; 0 if none did
	frames    [maxPly]frame
	near      nearTable
	values    valueTable
	counters  counters
}

func newWorker(s *Searcher) *worker { return &worker{Searcher: s, wake: make(chan struct{}, 1)} }

func (w *worker) reset() {
	w.count, w.published, w.granted, w.scope, w.nested = 0, 0, math.MaxUint64, nil, 0
	w.nodes.Store(0)
	w.history, w.killers = history{}, [maxPly]uint64{}
}

// publishEvery is how many nodes may pass before nodes shows them and the limits are
// looked at.
const publishEvery = 1 << 12

// publish shows the nodes counted so far to other goroutines.
func (w *worker) publish() { w.nodes.Store(w.count) }

// stopped reports whether the value in hand will not be used: the whole search
// ends, or a scope that it lies in is over.
func (w *worker) stopped() bool {
	if w.count-w.published >= publishEvery || w.count >= w.granted {
		w.checkLimits()
	}
	return w.stop.Load() || w.look.Load() && w.over()
}

// over reports whether a scope that the work in hand lies in is over.
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
	pause()
	if !w.grant() || w.pastDeadline() {
		w.stop.Store(true)
	}
}

// limitNodes lets the search visit so many nodes, 0 for any number.
func (s *Searcher) limitNodes(nodes uint64) {
	if nodes == 0 {
		return
	}
	s.nodesLeft.Store(int64(min(nodes, math.MaxInt64)))
	for _, w := range s.workers {
		w.granted = 0
	}
}

// grant takes nodes for w out of those that are left for all threads, and reports
// whether there were any. One thread takes all at once. What it has visited beyond
// its last grant, since not every node looks at the limit, it has to pay first.
func (w *worker) grant() bool {
	for w.count >= w.granted {
		left := w.nodesLeft.Load()
		if left <= 0 {
			return false
		}
		share := left
		if w.threads > 1 {
			share = min(left, publishEvery, left/int64(2*w.threads)+1)
		}
		if w.nodesLeft.CompareAndSwap(left, left-share) {
			w.granted += uint64(share)
		}
	}
	return true
}
