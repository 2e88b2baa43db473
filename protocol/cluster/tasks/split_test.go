package tasks

import (
	"context"
	"math/rand/v2"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/weights"
)

// negamax is plain, right and slow.
func negamax(p board.Position) int {
	if p.Over() {
		return p.Score()
	}
	if p.MustPass() {
		return -negamax(p.Pass())
	}
	best := -65
	for _, sq := range movesOf(p) {
		best = max(best, -negamax(p.Play(sq)))
	}
	return best
}

// randomEnd plays at random until so many squares are empty and the game is not over.
func randomEnd(random *rand.Rand, empties int) board.Position {
	for {
		p := board.Start()
		for p.EmptyCount() > empties && !p.Over() {
			if p.MustPass() {
				p = p.Pass()
			}
			moves := movesOf(p)
			p = p.Play(moves[random.IntN(len(moves))])
		}
		if !p.Over() {
			return p
		}
	}
}

func TestSplitProvesTheScore(t *testing.T) {
	w, err := weights.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	work := NewProofWork(eval.New(w), 1)
	random := rand.New(rand.NewPCG(1, 2))
	turn := make(chan struct{}, 1) // the work is for one at a time
	for range 40 {
		p := randomEnd(random, 8)
		split := Split{Plies: 2, Ask: func(ctx context.Context, q []byte) ([]byte, error) {
			turn <- struct{}{}
			defer func() { <-turn }()
			return work(ctx, q)
		}}
		best, err := split.Solve(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if want := negamax(p); best.Score != want {
			t.Errorf("%v: %+d, want %+d", p, best.Score, want)
		}
		q, score := p, best.Score // each move of the PV keeps the score
		for _, sq := range best.PV {
			q, score = q.Play(sq), -score
			if got := negamax(q); got != score {
				t.Errorf("%v: after %v of %v the score is %+d, not %+d", p, sq, best.PV, got, score)
			}
		}
		if len(best.PV) == 0 {
			t.Errorf("%v: no best move", p)
		}
	}
}
