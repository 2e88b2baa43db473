package book

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"kaeshi/engine/board"
)

// inFiles lets drafts go to temporary files whatever their size, and finds that none
// stays behind.
func inFiles(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("TMP", folder)
	before := smallScratch
	smallScratch = 0
	t.Cleanup(func() {
		smallScratch = before
		if left, _ := os.ReadDir(folder); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

func drafted(t *testing.T, r Reader) *Draft {
	t.Helper()
	d, err := DraftOf(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// searched is a random book in which many searches of different depths left leaves and
// values.
func searched(rnd *rand.Rand, lines int) *Graph {
	g := randomGraph(rnd, lines)
	for p := range g.entries {
		change(g, p, func(e *Entry) {
			e.Level, e.Updated, e.Visits = uint8(rnd.IntN(3)), time.Unix(int64(1+rnd.IntN(3)), 0), rnd.Uint32N(5)
			if rest := p.Moves(); rest != 0 && rnd.IntN(2) == 0 {
				e.Leaf, e.LeafValue = randomMove(rnd, p), Value(rnd.IntN(2000)-1000)
			}
		})
	}
	g.Recompute()
	return g
}

// A draft has what it is of, in memory or in a file, and finds it again.
func TestDraft(t *testing.T) {
	for _, place := range []string{"memory", "file"} {
		t.Run(place, func(t *testing.T) {
			if place == "file" {
				inFiles(t)
			}
			rnd := rand.New(rand.NewPCG(1, 1))
			for _, lines := range []int{0, 1, 200} {
				g := searched(rnd, lines)
				d := drafted(t, g)
				sameBooks(t, loaded(t, d), g)
				last := 0
				for p := range d.All() {
					if rank(p) < last {
						t.Fatal("successors do not come first")
					}
					last = rank(p)
				}
				for p, want := range g.entries {
					if e, ok := d.find(p); !ok || e != want {
						t.Fatalf("%+v, want %+v", e, want)
					}
					if _, ok := d.find(board.Position{Player: p.Player ^ 1<<63, Opponent: p.Opponent}); ok {
						t.Fatal("finds what is not there")
					}
				}
			}
		})
	}
}

// Two books merge as in memory, whatever is settled on the way.
func TestDraftsMergeAsGraphsDo(t *testing.T) {
	inFiles(t)
	rnd := rand.New(rand.NewPCG(2, 2))
	for range 20 {
		one, two := searched(rnd, 40), searched(rnd, 40)
		d, err := Merge(one, two, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		one.Merge(two)
		sameBooks(t, loaded(t, d), one)
		d.Close()
	}
}

// What is changed and added on top of a draft makes the book that it makes of a graph.
func TestGraphOnADraft(t *testing.T) {
	inFiles(t)
	rnd := rand.New(rand.NewPCG(3, 3))
	for i := range 20 {
		want, more := searched(rnd, 30), searched(rnd, 10)
		got := drafted(t, want).Graph()
		for p, e := range more.All() {
			want.Put(p, e)
			got.Put(p, e)
		}
		if i%2 == 0 {
			want.Settle(more.positions()...)
			got.Settle(more.positions()...)
		} else {
			want.Recompute()
			got.Recompute()
		}
		line := randomLine(rnd, 10).Plies
		want.CountGame(line, 2)
		got.CountGame(line, 2)
		if got.Len() != want.Len() {
			t.Errorf("%d positions, want %d", got.Len(), want.Len())
		}
		sameBooks(t, loaded(t, got), want)
		if got, want := fmt.Sprint(Verify(got)), fmt.Sprint(Verify(want)); got != want {
			t.Errorf("faults %s, want %s", got, want)
		}
	}
}

// A book without games is the same but for them.
func TestWithoutGames(t *testing.T) {
	g := searched(rand.New(rand.NewPCG(4, 4)), 20)
	without := loaded(t, WithoutGames(g))
	for p := range g.entries {
		change(g, p, func(e *Entry) { e.Visits = 0 })
	}
	sameBooks(t, without, g)
}
