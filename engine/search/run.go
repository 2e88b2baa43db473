package search

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/tt"
)

// run is one call of Searcher.Search.
type run struct {
	*Searcher
	limit  Limit
	start  time.Time
	report func(Info)

	root   board.Position
	moves  uint64 // of root, those under consideration
	n      int    // the empties of root
	values []int  // by rank: the value last found, in 1/Disc discs
	best   []Info // by rank: the last finished step
}

// search thinks about p, looking through a pass to the position after it.
func (r *run) search(ctx context.Context, p board.Position) Info {
	moves := p.Moves()
	if moves == 0 {
		passed := p.Pass()
		if passed.Moves() == 0 {
			return r.tell(Info{Stage: Forced, Rank: 1, Score: Score{Value: p.Score() * Disc, Selectivity: NoSelectivity}})
		}
		r.limit.MultiPV, r.limit.Only = 1, 0 // the pass is the only move
		if r.limit.AtLeast != nil {
			opposite := 2 - *r.limit.AtLeast // scores are even
			r.limit.AtLeast = &opposite
		}
		if outer := r.report; outer != nil {
			r.report = func(i Info) { outer(throughPass(i)) }
		}
		return throughPass(r.search(ctx, passed))
	}
	if r.limit.Only&moves != 0 {
		moves &= r.limit.Only
	}
	r.root, r.moves, r.n = p, moves, p.EmptyCount()
	w := r.workers[0]
	w.evaluator.Init(&w.frames[0].state, p)
	steps := r.plan()
	if r.use != nil {
		r.use.Begin(r.n)
		defer r.prepareNext()
	}
	r.prepare(steps[0], steps)
	r.step(steps[0]) // the first is a depth of one and may not be stopped
	r.limitNodes(r.limit.Nodes)
	r.deadline = r.limit.Deadline
	defer r.watch(ctx)()
	for _, s := range steps[1:] {
		// The report of a step may have ended ctx. To wait until the watch has seen
		// that would begin another one.
		if ctx.Err() != nil || r.pastDeadline() {
			break
		}
		if r.prepare(s, steps); !r.step(s) {
			break
		}
	}
	return r.best[0]
}

// prepareAhead is how many plies before a search comes to other weights these are made
// ready.
const prepareAhead = 4

// prepare makes ready what a step evaluates with, and beside it what the next ones do.
func (r *run) prepare(s step, steps []step) {
	deepest := steps[len(steps)-1].depth
	lowest := r.n - min(s.depth+prepareAhead, deepest)
	if r.use != nil {
		r.use.Prepare(r.n, lowest)
		return
	}
	r.evaluator.Prepare(r.n, lowest)
}

// prepareNext makes ready, while the opponent thinks, what a search of the next
// position of the game evaluates with.
func (r *run) prepareNext() {
	next := r.n - 2
	r.use.Ahead(next, next-r.best[0].Depth)
}

func throughPass(i Info) Info {
	i.PV = append([]board.Square{board.Pass}, i.PV...)
	i.Score = i.Score.Opposite()
	return i
}

// watch starts the helping threads and ends the search when ctx ends; the function
// it returns undoes both.
func (r *run) watch(ctx context.Context) func() {
	seen := make(chan struct{})
	unwatch := context.AfterFunc(ctx, func() {
		r.stop.Store(true)
		close(seen)
	})
	var ended atomic.Bool
	var helpers sync.WaitGroup
	for _, w := range r.workers[1:] {
		helpers.Go(func() { w.help(&ended) })
	}
	return func() {
		ended.Store(true)
		for _, w := range r.workers[1:] {
			w.rouse()
		}
		helpers.Wait()
		if !unwatch() {
			<-seen // so that it does not stop the next search
		}
	}
}

// step is one search of the root.
type step struct {
	stage       Stage
	depth       int
	selectivity Selectivity
}

// plan lists the steps that lead to the limit, each ordering the next one's moves.
func (r *run) plan() []step {
	limit := r.limit
	target := step{Midgame, max(limit.Depth, 1), limit.Selectivity}
	switch {
	case limit.AtLeast != nil:
		target = step{WLD, r.n, limit.Selectivity}
	case r.n <= limit.ExactFrom:
		target = step{Solved, r.n, NoSelectivity}
	case r.n <= limit.WLDFrom:
		target = step{WLD, r.n, NoSelectivity}
	case target.depth >= r.n:
		target = step{Solved, r.n, limit.Selectivity}
	}
	if target.stage == Midgame {
		return deepening(target.depth, limit.Selectivity)
	}
	if r.n <= directEmpties {
		return append(deepening(1, limit.Selectivity), target)
	}
	steps := deepening(DeepeningEnd(r.n, !limit.Deadline.IsZero()), Selectivity73)
	for _, s := range [...]struct {
		selectivity Selectivity
		from        int
	}{{Selectivity73, 13}, {Selectivity95, 23}, {Selectivity99, 29}} {
		if r.n >= s.from && s.selectivity < target.selectivity {
			steps = append(steps, step{target.stage, r.n, s.selectivity})
		}
	}
	return append(steps, target)
}

// directEmpties and fewer are solved without preparation.
const directEmpties = 10

// DeepeningEnd is the depth at which iterative deepening ends before a solution of n
// empties; the next step goes to the end of the game. On a clock it goes further: with
// many empties that costs little beside the solution, and gives the best result if there
// is no time to solve.
func DeepeningEnd(n int, timed bool) int {
	switch {
	case !timed || n < 23:
		return n - 8
	case n < 28:
		return n - 4
	default:
		return n - 2
	}
}

// deepening returns the steps of iterative deepening up to depth.
func deepening(depth int, selectivity Selectivity) []step {
	var steps []step
	for d := 1; d <= max(depth, 1); d++ {
		steps = append(steps, step{Midgame, d, selectivity})
	}
	return steps
}

// step searches the root once for each rank, and reports the results. It returns false
// if it was stopped.
func (r *run) step(s step) bool {
	w := r.workers[0]
	w.sel = s.selectivity
	allowed := r.moves
	for rank := 0; rank < max(r.limit.MultiPV, 1) && allowed != 0; rank++ {
		if rank == len(r.values) {
			r.values = append(r.values, w.evaluate(r.root, 0, r.n))
			r.best = append(r.best, Info{})
		}
		value, move, finished := r.aspire(s, allowed, r.values[rank])
		if !finished {
			r.keepBetterMove(rank, s, value, move)
			return false
		}
		r.values[rank] = value
		info := r.info(s, value)
		info.Rank = rank + 1
		if s.stage == WLD && value < r.wanted() && r.best[rank].Move() != board.NoSquare {
			move = r.best[rank].Move() // none is good enough: the midgame knows better how to resist
		}
		if info.PV = []board.Square{move}; r.limit.AtLeast == nil {
			info.PV = r.pv(move, s, value)
		}
		r.best[rank] = r.tell(info)
		allowed &^= move.Bit()
	}
	return true
}

// wanted is what a move at the stage WLD has to bring.
func (r *run) wanted() int {
	if r.limit.AtLeast != nil {
		return *r.limit.AtLeast * Disc
	}
	return 0
}

// keepBetterMove takes the best move of an unfinished step if it has already
// beaten the move that was best before. The moves after it have not been searched, so
// its value is a lower bound.
func (r *run) keepBetterMove(rank int, s step, value int, move board.Square) {
	if move == board.NoSquare || rank > 0 || move == r.best[0].Move() {
		return
	}
	info := r.info(s, value)
	info.Rank = 1
	if value < 64*Disc {
		info.Score.Bound = Lower
	}
	info.PV = []board.Square{move}
	r.best[0] = r.tell(info)
}

// info describes the outcome of a step, but for rank and PV.
func (r *run) info(s step, value int) Info {
	score := Score{Value: value, Selectivity: s.selectivity}
	if s.stage == Midgame {
		score.Value = r.evaluator.True(value, r.n, s.depth)
	}
	if s.stage == WLD && r.limit.AtLeast != nil {
		score.Value, score.Bound = *r.limit.AtLeast*Disc, Lower
		if value < score.Value {
			score.Value, score.Bound = score.Value-2*Disc, Upper
		}
		return Info{Stage: s.stage, Depth: s.depth, Score: score}
	}
	if s.stage == WLD && value != 0 {
		// A final score is even, so a win is one by at least two discs.
		score.Value, score.Bound = 2*Disc, Lower
		if value < 0 {
			score.Value, score.Bound = -2*Disc, Upper
		}
	}
	return Info{Stage: s.stage, Depth: s.depth, Score: score}
}

// tell completes an Info and hands it on.
func (r *run) tell(i Info) Info {
	i.Nodes, i.Elapsed, i.Hashfull = r.nodes(), time.Since(r.start), r.table.Hashfull()
	if r.report != nil {
		r.report(i)
	}
	return i
}

// aspire searches the allowed moves with a window around guess, and widens it
// until the value lies inside. It never narrows: a search by several threads may
// contradict itself, and the loop must end all the same. An unfinished search returns a move only if that
// beats the window's lower end.
func (r *run) aspire(s step, allowed uint64, guess int) (value int, move board.Square, finished bool) {
	alpha, beta := -64*Disc-1, 64*Disc+1
	reach := 3 * Disc
	switch {
	case s.stage == WLD && r.limit.AtLeast != nil:
		alpha = (*r.limit.AtLeast - 1) * Disc
		beta = alpha + 1
		reach = 0
	case s.stage == WLD:
		alpha, beta = -1, 1
		reach = 0
	case s.stage == Solved:
		guess = floorDiv(guess+Disc, 2*Disc) * 2 * Disc
		reach = Disc
	}
	low, high := max(alpha, guess-reach), min(beta, guess+reach)
	if reach == 0 || s.depth < 4 && s.stage == Midgame {
		low, high = alpha, beta
	}
	for {
		value, move = r.searchRoot(s, allowed, low, high)
		if r.stop.Load() {
			return value, move, false
		}
		reach *= 3
		switch {
		case value <= low && low > alpha:
			low = max(alpha, value-reach)
		case value >= high && high < beta:
			high = min(beta, value+reach)
		default:
			return value, move, true
		}
	}
}

// searchRoot searches the allowed moves once. If stopped, it returns a move only
// if that is known to exceed alpha.
func (r *run) searchRoot(s step, allowed uint64, alpha, beta int) (int, board.Square) {
	w := r.workers[0]
	h := tt.Hash(r.root)
	entry, _ := w.probe(r.root, h)
	nd := w.newNode(r.root, h, 0, r.n, min(s.depth, r.n), alpha, beta, true)
	w.count++
	w.openNode(nd, allowed, entry)
	w.publish()
	if r.stop.Load() {
		if nd.best <= alpha {
			return nd.best, board.NoSquare
		}
		return nd.best, nd.bestMove
	}
	if allowed == r.root.Moves() {
		w.store(nd)
	}
	return nd.best, nd.bestMove
}
