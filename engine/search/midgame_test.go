package search

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

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
			want := plainMidgame(s.evaluator, p, depth)
			got := s.Search(context.Background(), p, Limit{Depth: depth, Selectivity: NoSelectivity}, nil)
			if got.Score.Value != want {
				t.Errorf("%vdepth %d, %d threads: %v, plain search says %v", p, depth, threads, got.Score, Score{Value: want})
			}
		}
	}
}

// The squares by groups are all squares, each once: a leaf that missed one would
// search for it for ever.
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
