package engine

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/clock"
	"kaeshi/engine/human"
)

// playedByElo lets a person of that strength play both sides of a game.
func playedByElo(t *testing.T, elo int, seed uint64, plies int) []board.Square {
	t.Helper()
	e, err := New(Options{Elo: elo, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	var moves []board.Square
	for !e.Game().Over() && len(moves) < plies {
		info, err := e.Search(t.Context(), Limit{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Game().Play(e.Game().SideToMove(), info.Move()); err != nil {
			t.Fatalf("move %d: %v: %v", len(moves), info.Move(), err)
		}
		moves = append(moves, info.Move())
	}
	return moves
}

func TestEloRepeatsWithItsSeedAndVariesWithout(t *testing.T) {
	openings := map[string]bool{}
	for seed := range uint64(6) {
		moves := playedByElo(t, 1200, seed+1, 8)
		if again := playedByElo(t, 1200, seed+1, 8); string(bytesOf(again)) != string(bytesOf(moves)) {
			t.Errorf("seed %d: %v, then %v", seed+1, moves, again)
		}
		openings[string(bytesOf(moves))] = true
	}
	if len(openings) < 3 {
		t.Errorf("6 games have only %d openings", len(openings))
	}
}

func bytesOf(moves []board.Square) (b []byte) {
	for _, m := range moves {
		b = append(b, byte(m))
	}
	return b
}

// A result that a player of that strength can see to the end is not given away.
func TestEloKeepsWhatItSees(t *testing.T) {
	const elo = 1600
	seen := human.AtElo(elo).Solve
	rnd := rand.New(rand.NewPCG(7, 8))
	for tested := 0; tested < 25; {
		p := board.Start()
		for p.EmptyCount() > min(seen, 7) && !p.Over() {
			p = p.Play(randomMove(rnd, p))
		}
		if p.Moves() == 0 {
			continue
		}
		tested++
		e := engineAt(t, Options{Elo: elo, Seed: uint64(tested)}, p)
		info, err := e.Search(t.Context(), Limit{}, nil)
		if err != nil || !p.Legal(info.Move()) {
			t.Fatalf("%v, %v", info, err)
		}
		if best, mine := naiveScore(p), -naiveScore(p.Play(info.Move())); signOf(mine) < signOf(best) {
			t.Errorf("%v: plays %v for %+d, but %+d is to be had", p, info.Move(), mine, best)
		}
	}
}

func signOf(n int) int { return max(-1, min(1, n)) }

// Even a beginner takes most corners that are there to be taken and cost nothing.
func TestEloSeesCorners(t *testing.T) {
	const corners = 1<<0 | 1<<7 | 1<<56 | 1<<63
	rnd := rand.New(rand.NewPCG(3, 4))
	taken, offered := 0, 0
	for offered < 40 {
		p := board.Start()
		for p.EmptyCount() > 20+rnd.IntN(20) && !p.Over() {
			p = p.Play(randomMove(rnd, p))
		}
		if p.Moves()&corners == 0 || bits.OnesCount64(p.Moves()) < 3 {
			continue
		}
		e := engineAt(t, Options{Elo: 800, Seed: uint64(offered + 1)}, p)
		best, err := e.Search(t.Context(), Limit{Depth: 4}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if best.Move().Bit()&corners == 0 {
			continue
		}
		offered++
		info, err := e.Search(t.Context(), Limit{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if info.Move().Bit()&corners != 0 {
			taken++
		}
	}
	if taken < offered*7/10 {
		t.Errorf("took %d of %d corners that are the best move", taken, offered)
	}
}

// On a clock it takes longer over what is hard, and never what it does not have.
func TestEloThinksLongerOverHardMoves(t *testing.T) {
	budget := clock.Budget{Ideal: 2 * time.Second, Most: 3 * time.Second}
	easy, hard := pauseFor(0, budget), pauseFor(1, budget)
	if !(easy < budget.Ideal/4 && hard > budget.Ideal && hard < budget.Most) {
		t.Errorf("easy %v, hard %v of %+v", easy, hard, budget)
	}
	if pauseFor(1, clock.Budget{}) != 0 {
		t.Error("waits although no clock runs")
	}
	e, err := New(Options{Elo: 1500, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var waited []time.Duration
	e.wait = func(_ context.Context, d time.Duration) { waited = append(waited, d) }
	if _, err := e.Search(t.Context(), Limit{Clock: budget}, nil); err != nil {
		t.Fatal(err)
	}
	if len(waited) != 1 || waited[0] > budget.Most {
		t.Errorf("waited %v on the clock", waited)
	}
}

// Who is to play like a person is ready before the first move; an engine that is not asked
// to does not unpack the model.
func TestNoPersonWithoutElo(t *testing.T) {
	e := engineAt(t, Options{Level: AtLevel(1), HashMB: 1}, board.Start())
	if _, err := e.Search(t.Context(), Limit{}, nil); err != nil {
		t.Fatal(err)
	}
	if e.player != nil {
		t.Error("a person was made")
	}
	if e.SetElo(900); e.player == nil {
		t.Error("the first move has to wait for the model")
	}
	if e, err := New(Options{Elo: 900}); err != nil || e.player == nil {
		t.Errorf("a new engine's first move has to wait for the model (%v)", err)
	}
}
