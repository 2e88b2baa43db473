package book

import (
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/board"
)

func TestVerifyFindsEachFaultAndFixRepairsIt(t *testing.T) {
	const game = "f5d6c3f3e3f4d7d3g3" // over after nine plies
	lines := read(t, "F5D6C3D3C4\n2\nF5F6E6F4\n-1\n"+game+"\n64\nf5f6d3g5h5h4f7h6c5\n0\n")
	for _, test := range []struct {
		name, want string
		spoil      func(g *Graph)
	}{
		{"nothing", "", func(*Graph) {}},
		{"wrong value", "but the moves give", func(g *Graph) { change(g, after(t, "F5D6"), func(e *Entry) { e.Value += 100 }) }},
		{"wrong end", "the game is over", func(g *Graph) { change(g, after(t, game), func(e *Entry) { e.Own, e.Value = 300, 300 }) }},
		{"illegal leaf", "best move outside, A1, is not legal", func(g *Graph) { change(g, after(t, "F5"), func(e *Entry) { e.Leaf = 0 }) }},
		{"pass as leaf", "best move outside, PASS, is not legal", func(g *Graph) { change(g, after(t, "F5"), func(e *Entry) { e.Leaf = board.Pass }) }},
		{"hole in a line", "no line leads here", func(g *Graph) { g.Remove(after(t, "F5D6C3")) }},
		{"hole at a pass", "no line leads here", func(g *Graph) {
			g.Remove(after(t, "f5f6d3g5h5h4f7")) // the pass itself would be looked through
		}},
		{"nothing known", "nothing is known", func(g *Graph) { change(g, after(t, "F5D6C3D3C4"), func(e *Entry) { e.HasOwn = false }) }},
		{"overlap", "discs of both sides", func(g *Graph) { g.entries[board.Position{Player: 3 | centre, Opponent: 1}] = NewEntry(FromFile) }},
		{"empty centre", "centre is empty", func(g *Graph) { g.entries[board.Position{Player: 1, Opponent: 2}] = NewEntry(FromFile) }},
		{"not canonical", "canonical", func(g *Graph) {
			p, _ := after(t, "F5D6C3").Canonical()
			for s := range board.Symmetries {
				if q := p.Transform(s); q != p {
					g.entries[q] = g.entries[p]
					return
				}
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := build(lines)
			test.spoil(g)
			faults := Verify(g)
			if test.want == "" {
				if len(faults) != 0 {
					t.Fatalf("faults in a right book: %v", faults)
				}
				return
			}
			found := false
			for _, f := range faults {
				found = found || strings.Contains(f.String(), test.want)
			}
			if !found {
				t.Fatalf("faults %v, want one that says %q", faults, test.want)
			}
			if repaired, err := Fix(g); len(repaired) < len(faults) || err != nil {
				t.Errorf("%d repairs of %d faults: %v", len(repaired), len(faults), err)
			}
			if faults := Verify(g); len(faults) != 0 {
				t.Errorf("after the repair: %v", faults)
			}
			if _, ok := g.Entry(after(t, "F5F6")); !ok {
				t.Error("the repair dropped a line that was right")
			}
		})
	}
}

func change(g *Graph, p board.Position, change func(*Entry)) {
	e, _ := g.Entry(p)
	change(&e)
	g.Put(p, e)
}

func TestMergeKeepsTheDeeperSearch(t *testing.T) {
	one, two := build(read(t, "F5D6\n1\n")), build(read(t, "F5D6C3\n2\nF5F6\n3\n"))
	p := after(t, "F5")
	change(one, p, func(e *Entry) { e.Leaf, e.LeafValue, e.Level, e.Visits = 45, -1000, 8, 2 })
	change(two, p, func(e *Entry) { e.Leaf, e.LeafValue, e.Level, e.Visits = 29, -2000, 4, 3 })
	for _, order := range [][2]*Graph{{one, two}, {two, one}} {
		merged := &Graph{entries: maps.Clone(order[0].entries)}
		merged.Merge(order[1])
		e, _ := merged.Entry(p)
		// F6 is registered by the other book, so the leaf F6 is void: F4 stands in, and D6
		// counts.
		if e.Level != 4 || e.Leaf != 29 || e.Visits != 5 {
			t.Errorf("merged entry %+v", e)
		}
		if e.Value != -200 {
			t.Errorf("value %v, want -2.00", e.Value)
		}
	}
}

func TestCountGamesTakesNothingElse(t *testing.T) {
	g, before := build(read(t, "F5D6\n1\n")), build(read(t, "F5D6\n1\n"))
	lines := read(t, "F5D6C3\n0\nE6F4\n0\n")
	games := NewBuilder()
	for _, line := range lines {
		games.RegisterGame(line.Plies)
	}
	counted := games.Graph()
	for _, line := range lines {
		counted.CountGame(line.Plies, 0)
		counted.CountGame(line.Plies, 4) // all of its positions have been
	}
	d, err := Merge(g, counted, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	g = loaded(t, d)
	for moves, want := range map[string]uint32{"": 2, "F5": 2, "F5D6": 2} {
		e, _ := g.Entry(after(t, moves))
		if e.Visits != want {
			t.Errorf("%q: %d games, want %d", moves, e.Visits, want)
		}
		e.Visits = 0
		g.Put(after(t, moves), e)
	}
	sameBooks(t, g, before)
}

func TestMergeIsCommutative(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		one, two := randomGraph(rnd, 20), randomGraph(rnd, 20)
		for _, g := range []*Graph{one, two} {
			for p := range g.entries {
				change(g, p, func(e *Entry) { e.Level, e.Updated = uint8(rnd.IntN(3)), time.Unix(int64(rnd.IntN(3)), 0) })
			}
		}
		a, b := &Graph{entries: maps.Clone(one.entries)}, &Graph{entries: maps.Clone(two.entries)}
		a.Merge(two)
		b.Merge(one)
		for p, e := range a.entries {
			if other := b.entries[p]; e != other {
				t.Fatalf("%+v one way, %+v the other", e, other)
			}
		}
	}
}
