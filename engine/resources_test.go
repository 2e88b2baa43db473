package engine

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"testing"
	"time"

	"kaeshi/engine/board"
)

// More threads and another table change what a search costs, not what is true.
func TestResourcesChangeBetweenSearches(t *testing.T) {
	e, err := New(Options{Level: AtLevel(1), Threads: 1, HashMB: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	game := NewGame()
	for game.Empties() > 12 && !game.Over() {
		move := board.Square(bits.TrailingZeros64(game.Position().Moves())) // Pass is 64
		if err := game.Play(game.SideToMove(), move); err != nil {
			t.Fatal(err)
		}
	}
	e.SetGame(game)
	solve := func() int {
		t.Helper()
		info, err := e.Search(context.Background(), Limit{Solve: SolveExact, NoBook: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return info.Score.Value
	}
	want := solve()
	for _, change := range []func(){
		func() { e.SetThreads(3) }, func() { e.SetHash(4) }, func() { e.SetThreads(1) }, func() { e.SetHash(1); e.SetThreads(2) },
	} {
		change()
		if got := solve(); got != want {
			t.Errorf("%d threads, %d MB: %d, want %d", e.Threads(), e.HashMB(), got, want)
		}
	}
	if e.SetHash(4); e.HashMB() != 4 || e.table != nil {
		t.Errorf("the table of %d MB is still there", e.tableMB)
	}
}

// What is prepared for a clock grows beside searches; nothing else does.
func TestPrepareForTheClock(t *testing.T) {
	e, err := New(Options{Level: AtLevel(1), Threads: 1, HashMB: 32, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []Limit{{Depth: 3}, {Time: time.Hour}} {
		if err := e.Prepare(limit); err != nil {
			t.Fatal(err)
		}
		if want := limit.Time > 0; e.table.Growing() != want {
			t.Errorf("%+v: the table grows: %v", limit, !want)
		}
	}
	e.SetHash(1)
}

// After Prepare no weights are unpacked for the position in hand, which would take
// megabytes, and time on the clock. What searches of other tests left running may take
// memory, too, but not at every attempt.
func TestPrepareUnpacksTheWeights(t *testing.T) {
	const attempts, most = 5, 1 << 20
	for _, empties := range []int{60, 30, 10} {
		grown := uint64(most)
		for range attempts {
			if grown = min(grown, neededAfterPrepare(t, empties)); grown < most {
				break
			}
		}
		if grown >= most {
			t.Errorf("%d empties: %d bytes and more are needed after Prepare", empties, grown)
		}
	}
}

// neededAfterPrepare returns the bytes that an evaluation takes.
func neededAfterPrepare(t *testing.T, empties int) uint64 {
	t.Helper()
	e, err := New(Options{Level: AtLevel(1), Threads: 1, HashMB: 1, Seed: 1, Weights: "../weights/kaeshi.kw"})
	if err != nil {
		t.Fatal(err)
	}
	game := NewGame()
	for game.Empties() > empties {
		move := board.Square(bits.TrailingZeros64(game.Position().Moves()))
		if err := game.Play(game.SideToMove(), move); err != nil {
			t.Fatal(err)
		}
	}
	e.SetGame(game)
	if err := e.Prepare(Limit{Time: time.Hour}); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := e.Evaluate(); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A game that was played to its end gives up the weights of its beginning. Set back to
// there it is searched as before, and so is the next game.
func TestGamesGoBackAndForth(t *testing.T) {
	e, err := New(Options{Level: AtLevel(3), Threads: 1, HashMB: 1, Seed: 1, Weights: "../weights/kaeshi.kw"})
	if err != nil {
		t.Fatal(err)
	}
	search := func(g *Game) Info {
		t.Helper()
		e.SetGame(g)
		e.ClearHash()
		info, err := e.Search(context.Background(), Limit{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	game := NewGame()
	var found []Info
	for !game.Over() {
		info := search(game)
		found = append(found, info)
		if err := game.Play(game.SideToMove(), info.Move()); err != nil {
			t.Fatal(err)
		}
	}
	for _, plies := range []int{12, 40, 0, 30, 1} {
		again := NewGame()
		for _, info := range found[:plies] {
			if err := again.Play(again.SideToMove(), info.Move()); err != nil {
				t.Fatal(err)
			}
		}
		got, want := search(again), found[plies]
		if got.Score != want.Score || got.Nodes != want.Nodes || !slices.Equal(got.PV, want.PV) {
			t.Errorf("set back to ply %d the search finds %+v, at first it was %+v", plies, got, want)
		}
	}
}

// With Games a later game finds the weights unpacked: it takes less memory anew than one
// phase of 11 MB. What other tests left running may take memory, too, and give weights up,
// but not at every attempt.
func TestGamesKeepTheWeights(t *testing.T) {
	const attempts, phase = 5, 11 << 20
	e, err := New(Options{Level: AtLevel(1), Threads: 1, HashMB: 1, Seed: 1, Games: true})
	if err != nil {
		t.Fatal(err)
	}
	played := func() uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		e.SetGame(NewGame())
		for game := e.Game(); !game.Over(); {
			info, err := e.Search(context.Background(), Limit{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := game.Play(game.SideToMove(), info.Move()); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	played()
	taken := played()
	for range attempts {
		taken = min(taken, played())
	}
	if taken >= phase {
		t.Errorf("a later game takes %d bytes and more", taken)
	}
}
