package engine

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"

	"kaeshi/engine/board"
)

// naiveScore searches every line to the end of the game.
func naiveScore(p board.Position) int {
	if p.Moves() == 0 {
		if p.Over() {
			return p.Score()
		}
		return -naiveScore(p.Pass())
	}
	best := -64
	for sq := board.Square(0); sq < 64; sq++ {
		if p.Legal(sq) {
			best = max(best, -naiveScore(p.Play(sq)))
		}
	}
	return best
}

// What a level can prove is not lost by noise, however large.
func TestNoiseKeepsWhatIsProved(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	changed := 0
	for tested := 0; tested < 40; {
		p := board.Start()
		for p.EmptyCount() > 6+tested%2*3 && !p.Over() { // exact at 6, win or loss at 9
			p = p.Play(randomMove(rnd, p))
		}
		if p.Moves() == 0 {
			continue
		}
		tested++
		e := engineAt(t, Options{Level: AtLevel(1), HashMB: 1, Noise: 30, Seed: uint64(tested)}, p)
		info, err := e.Search(t.Context(), Limit{}, nil)
		if err != nil || !p.Legal(info.Move()) {
			t.Fatalf("%v, %v", info, err)
		}
		best, mine := naiveScore(p), -naiveScore(p.Play(info.Move()))
		if cmp.Compare(mine, 0) < cmp.Compare(best, 0) {
			t.Errorf("%v: plays %v for %+d, but %+d is to be had", p, info.Move(), mine, best)
		}
		if mine != best {
			changed++
		}
	}
	if changed == 0 {
		t.Error("the noise changed nothing")
	}
}

func TestNoiseRepeatsWithItsSeed(t *testing.T) {
	p := midgame(t)
	play := func(seed uint64, limit Limit) (moves []board.Square) {
		e := engineAt(t, Options{Level: AtLevel(1), HashMB: 1, Noise: 5, Seed: seed}, p)
		for range 20 {
			var reported Info
			info, err := e.Search(t.Context(), limit, func(i Info) { reported = i })
			if err != nil || reported.Move() != info.Move() || reported.Rank != 1 {
				t.Fatalf("%v, reported %v: %v", info, reported, err)
			}
			moves = append(moves, info.Move())
		}
		return moves
	}
	count := func(moves []board.Square) int {
		different := map[board.Square]bool{}
		for _, sq := range moves {
			different[sq] = true
		}
		return len(different)
	}
	one, two := play(1, Limit{}), play(1, Limit{})
	for i := range one {
		if one[i] != two[i] {
			t.Fatalf("the same seed: %v and %v", one, two)
		}
	}
	if count(one) < 3 {
		t.Errorf("always the same moves: %v", one)
	}
	if moves := play(1, Limit{Steady: true}); count(moves) != 1 {
		t.Errorf("left to chance: %v", moves)
	}
}

func TestErrorsAreNormalAndBounded(t *testing.T) {
	const n, deviation = 20000, 3.0
	e := engineAt(t, Options{Seed: 1}, board.Start())
	sum, squares := 0.0, 0.0
	for range n {
		x := e.drawError(deviation)
		if math.Abs(x) > largestError*deviation {
			t.Fatalf("an error of %v", x)
		}
		sum, squares = sum+x, squares+x*x
	}
	// Cut at two deviations a normal distribution has 0.880 of its deviation.
	if mean, got := sum/n, math.Sqrt(squares/n); math.Abs(mean) > 0.1 || math.Abs(got-0.880*deviation) > 0.05 {
		t.Errorf("mean %.3f, deviation %.3f", mean, got)
	}
}
