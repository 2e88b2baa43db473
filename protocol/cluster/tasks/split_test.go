package tasks

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/search"
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

func evaluator(t testing.TB) *eval.Evaluator {
	w, err := weights.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return eval.New(w)
}

func TestSplitProvesTheScore(t *testing.T) {
	work := NewProofWork(evaluator(t), 1)
	random := rand.New(rand.NewPCG(1, 2))
	turn := make(chan struct{}, 1) // the work is for one at a time
	ask := func(ctx context.Context, q []byte) ([]byte, error) {
		turn <- struct{}{}
		defer func() { <-turn }()
		return work(ctx, q)
	}
	for i := range 60 {
		p, crew := randomEnd(random, 8), 1+i%4
		best, err := NewSplit(p, 6-i%3, false).Run(t.Context(), ask, func() int { return crew })
		if err != nil {
			t.Fatal(err)
		}
		want := negamax(p)
		if best.Score() != (search.Score{Value: want * search.Disc, Selectivity: search.NoSelectivity}) {
			t.Errorf("%v: %v, want %+d", p, best.Score(), want)
		}
		q, score := p, want // each move of the PV keeps the score
		for _, sq := range best.PV {
			q, score = q.Play(sq), -score
			if got := negamax(q); got != score {
				t.Errorf("%v: after %v of %v the score is %+d, not %+d", p, sq, best.PV, got, score)
			}
		}
		if len(best.PV) == 0 {
			t.Errorf("%v: no best move", p)
		}
		wld, err := NewSplit(p, 6-i%3, true).Run(t.Context(), ask, func() int { return crew })
		if err != nil {
			t.Fatal(err)
		}
		info := search.Info{Stage: search.WLD, Score: wld.Score()}
		if sign, proved := info.Outcome(); !proved || sign != min(max(want, -1), 1) {
			t.Errorf("%v: %v by win, loss and draw, the score is %+d", p, wld.Score(), want)
		}
		if len(wld.PV) == 0 || want >= 0 && -negamax(p.Play(wld.PV[0])) < min(want, 2) {
			t.Errorf("%v: the move %v does not bring %+d", p, wld.PV, want)
		}
	}
}

// TestSplitGoesOnWhateverIsAnswered has a first guess and looks that are mere chance, and
// answers in any order: there is always a question until the score is proved.
func TestSplitGoesOnWhateverIsAnswered(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 400 {
		p := randomEnd(random, 7)
		s := NewSplit(p, 2+i%4, i%2 == 1)
		var running []*Task
		for crew := 1 + i%5; !s.Done(); {
			for len(running) < crew {
				task := s.Next()
				if task == nil {
					break
				}
				running = append(running, task)
			}
			if s.Done() {
				break
			}
			if len(running) == 0 {
				t.Fatalf("%v, %d empties at the leaves: nothing is asked, and nothing proved", p, 2+i%4)
			}
			at := random.IntN(len(running))
			task := running[at]
			running = slices.Delete(running, at, at+1)
			moves := append(movesOf(task.Position), board.Pass)
			found := Found{Move: moves[0]}
			switch {
			case task.AtLeast == nil:
				found.Value = float64(random.IntN(40) - 20)
			case task.Look:
				found.Yes = random.IntN(2) == 0
			default:
				found.Yes = negamax(task.Position) >= *task.AtLeast
			}
			useless := s.Take(task, found)
			running = slices.DeleteFunc(running, func(r *Task) bool { return slices.Contains(useless, r) })
		}
		want := negamax(p)
		if i%2 == 1 {
			want = min(max(want, -2), 2)
		}
		best := s.Best()
		if got := best.Score().Value / search.Disc; got != want {
			t.Errorf("%v: %+d, want %+d", p, got, want)
		}
	}
}
