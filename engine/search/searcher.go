// Package search searches: a selective principal variation search for the midgame
// and an exact or win/loss/draw search for the endgame. They are one
// package because each calls the other: the midgame search ends in the endgame
// search when few squares are empty, and the endgame search orders its moves by
// shallow midgame searches.
//
// Values are kept in 1/Disc discs in the midgame and in whole discs in the
// endgame functions; both are from the view of the side to move and fail soft:
// a value outside the window is a bound on the true one.
package search

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/tt"
)

// Limit says how far a search shall go. What a zero field means stands beside it.
type Limit struct {
	Depth       int         // midgame plies; 0 means 1
	Selectivity Selectivity // of the midgame search and of AtLeast: the zero value is the boldest
	ExactFrom   int         // solve exactly at this many empties or fewer
	WLDFrom     int         // prove win, loss or draw at this many empties or fewer
	Nodes       uint64      // stop after about so many nodes of all threads; 0 means no limit
	Deadline    time.Time   // stop then; zero means never
	MultiPV     int         // how many best moves get true values; 0 means 1
	Only        uint64      // consider these moves; 0 means all legal ones
	AtLeast     *int        // find at the stage WLD, with Selectivity, only whether the final score is so many discs or more, an even number
}

// Searcher searches one position at a time with one table, any number of threads.
type Searcher struct {
	evaluator *eval.Evaluator
	use       *eval.Use // of phases by the game that is searched; nil if it is none
	table     *tt.Table
	threads   int
	crowded   bool // there are more threads than processors
	cuts      *probCutModel
	image     int // the symmetry under which positions are searched
	cleared   int // Table.Cleared when what is kept beside the table was last forgotten

	stop      atomic.Bool
	nodesLeft atomic.Int64 // those that no thread has been granted yet
	deadline  time.Time    // zero means none
	workers   []*worker
	pool      pool
}

// New returns a searcher with the given evaluator, table and number of threads.
func New(evaluator *eval.Evaluator, table *tt.Table, threads int) *Searcher {
	s := &Searcher{evaluator: evaluator, table: table, threads: max(threads, 1), cleared: -1,
		cuts: newProbCutModel(evaluator.Table(ProbCutMid.Name), evaluator.Table(ProbCutEnd.Name))}
	for range s.threads {
		s.workers = append(s.workers, newWorker(s))
	}
	return s
}

// Follow tells that the positions to come are mostly those of a game, whose Use says
// what it needs of the weights.
func (s *Searcher) Follow(game *eval.Use) { s.use = game }

// Search thinks about p until the limit is reached or ctx ends. It calls report,
// unless nil, on every finished step, the best move last known being Rank 1, and
// returns the last such Info. At least a depth of 1 is always finished, so there
// is a move whenever there is a legal one.
func (s *Searcher) Search(ctx context.Context, p board.Position, limit Limit, report func(Info)) Info {
	s.stop.Store(false)
	s.crowded = s.threads > runtime.GOMAXPROCS(0)
	if cleared := s.table.Cleared(); cleared != s.cleared {
		s.cleared = cleared
		_, s.image = p.Canonical()
		for _, w := range s.workers {
			w.near = nearTable{}
		}
	}
	s.table.Begin(!limit.Deadline.IsZero(), s.threads)
	defer s.table.End()
	for _, w := range s.workers {
		w.reset()
	}
	limit.Only = board.Transform(limit.Only, s.image)
	r := &run{Searcher: s, limit: limit, start: time.Now()}
	if report != nil {
		r.report = func(i Info) { report(s.asGiven(i)) }
	}
	s.deadline = time.Time{}
	return s.asGiven(r.search(ctx, p.Transform(s.image)))
}

// asGiven turns what was found for the image back to the position as it was given.
// Of the eight images of the first position after the table was cleared one and the
// same is searched, so that they all get the same answers; the positions after it
// keep to that symmetry, or the table would not know them.
func (s *Searcher) asGiven(i Info) Info {
	i.PV = slices.Clone(i.PV)
	for k, sq := range i.PV {
		i.PV[k] = sq.Transform(board.InverseSymmetry(s.image))
	}
	return i
}

// pastDeadline reports whether the time for the search is over.
func (s *Searcher) pastDeadline() bool { return !s.deadline.IsZero() && !time.Now().Before(s.deadline) }

// nodes returns the nodes visited by all threads in this search.
func (s *Searcher) nodes() uint64 {
	var n uint64
	for _, w := range s.workers {
		n += w.nodes.Load()
	}
	return n
}
