package search

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
)

// plainMidgame is the reference: minimax to depth, every leaf evaluated from its
// squares alone.
func plainMidgame(e *eval.Evaluator, p board.Position, depth int) int {
	n := p.EmptyCount()
	if depth == 0 || n == 0 {
		if n == 0 || p.Player == 0 || p.Opponent == 0 {
			return p.Score() * Disc
		}
		var state eval.State
		e.Init(&state, p)
		return e.Evaluate(&state, n)
	}
	moves := p.Moves()
	if moves == 0 {
		passed := p.Pass()
		if passed.Moves() == 0 {
			return p.Score() * Disc
		}
		return -plainMidgame(e, passed, depth)
	}
	best := -infinity
	for ; moves != 0; moves &= moves - 1 {
		next := p.Play(board.Square(bits.TrailingZeros64(moves)))
		best = max(best, -plainMidgame(e, next, depth-1))
	}
	return best
}

// With nothing passed over, ordering, table and windows must not change a value.
func TestMidgameEqualsPlainSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	for _, threads := range []int{1, 2} {
		s := newTestSearcher(t, threads, 8)
		for i := range 60 {
			p, depth := randomPosition(r, 8+i%48), 1+i%4
			want := reported(s.evaluator, p, plainMidgame(s.evaluator, p, depth), depth)
			got := s.Search(context.Background(), p, Limit{Depth: depth, Selectivity: NoSelectivity}, nil)
			if got.Score.Value != want {
				t.Errorf("%vdepth %d, %d threads: %v, plain search says %v", p, depth, threads, got.Score, Score{Value: want})
			}
		}
	}
}

// reported is what is told of a search's value: it is made true for the side that has a
// move.
func reported(e *eval.Evaluator, p board.Position, value, depth int) int {
	if p.Moves() == 0 && !p.Over() {
		return -reported(e, p.Pass(), -value, depth)
	}
	return e.True(value, p.EmptyCount(), depth)
}

// The squares by groups are all squares, each once: a leaf that missed one would
// look for it beyond the last group.
func TestLeafGroups(t *testing.T) {
	var all uint64
	for _, group := range leafGroups {
		if all&group != 0 {
			t.Errorf("%#x is there twice", all&group)
		}
		all |= group
	}
	if all != ^uint64(0) {
		t.Errorf("%#x is missing", ^all)
	}
}

// What comes before the first search to the end: without a clock as deep as orders
// the moves, on a clock what may have to do in its place.
func TestDeepening(t *testing.T) {
	for _, c := range []struct {
		empties int
		timed   bool
		want    int // depth of the last midgame step
	}{
		{20, false, 12}, {30, false, 22}, {20, true, 12}, {24, true, 20}, {30, true, 28},
	} {
		r := run{limit: Limit{ExactFrom: 64}, n: c.empties}
		if c.timed {
			r.limit.Deadline = time.Now()
		}
		steps, last := r.plan(), 0
		for _, s := range steps {
			if s.stage == Midgame {
				last = s.depth
			}
		}
		end := steps[len(steps)-1]
		if last != c.want || end != (step{Solved, c.empties, NoSelectivity}) {
			t.Errorf("%d empties, on a clock %v: depth %d and %+v at last, want %d and the exact score", c.empties, c.timed, last, end, c.want)
		}
	}
}

// Late moves are reduced by an even number of plies, never below the leaves, and
// only where the search is at its boldest.
func TestLateMoves(t *testing.T) {
	w := &worker{}
	for sel := Selectivity73; sel <= NoSelectivity; sel++ {
		w.sel = sel
		for depth := range 20 {
			if w.isLate(0, depth) || w.isLate(1, depth) {
				t.Errorf("%d%%, depth %d: an early move is reduced", sel.Percent(), depth)
			}
			if late := w.isLate(20, depth); late && (sel != Selectivity73 || depth-1-lateReduction < 1) {
				t.Errorf("%d%%, depth %d: a late move is reduced", sel.Percent(), depth)
			}
		}
	}
	if w.sel = Selectivity73; !w.isLate(20, 10) {
		t.Error("73%, depth 10: a late move is not reduced")
	}
}
