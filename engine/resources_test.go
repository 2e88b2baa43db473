package engine

import (
	"context"
	"math/bits"
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
