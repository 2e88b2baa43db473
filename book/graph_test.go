package book

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
)

// plainMinimax is the definition, without canonical forms, order or memory: a
// recursion over the legal moves that asks of each image whether it is registered.
func plainMinimax(g *Graph, p board.Position) Value {
	var e Entry
	found := false
	for s := range board.Symmetries {
		if image, ok := g.entries[p.Transform(s)]; ok && !found {
			e, found = image.transform(board.InverseSymmetry(s)), true
		}
	}
	registered := func(q board.Position) bool {
		for s := range board.Symmetries {
			if _, ok := g.entries[q.Transform(s)]; ok {
				return true
			}
		}
		return false
	}
	best, any := Value(-MaxValue), false
	for sq := range board.Square(65) {
		if !p.Legal(sq) {
			continue
		}
		q := p.Play(sq)
		switch {
		case registered(q):
			best, any = max(best, -plainMinimax(g, q)), true
		case sq != board.Pass && q.MustPass() && registered(q.Pass()):
			best, any = max(best, plainMinimax(g, q.Pass())), true
		case sq == e.Leaf:
			best, any = max(best, e.LeafValue), true
		}
	}
	switch {
	case any:
		return best
	case e.HasOwn:
		return e.Own
	case p.Over():
		return Value(p.Score() * search.Disc)
	}
	return e.Value
}

func TestValuesAreTheMinimaxOverRegisteredSuccessors(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		g := build(randomLines(rnd, 30))
		checkPlain(t, g)
	}
}

func checkPlain(t *testing.T, g *Graph) {
	t.Helper()
	for p, e := range g.All() {
		if p.EmptyCount() > 48 && p.EmptyCount() < 56 {
			continue // a plain recursion from the middle of a long line is what it costs anyway
		}
		if want := plainMinimax(g, p); e.Value != want {
			t.Fatalf("value %v, want %v at\n%v", e.Value, want, p)
		}
	}
}

func TestOrderOfLinesIsIrrelevant(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	lines := randomLines(rnd, 60)
	lines = append(lines, lines[:20]...) // said twice
	want := Flat(build(lines))
	for range 10 {
		rnd.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		if !bytes.Equal(Flat(build(lines)), want) {
			t.Fatal("another order of the lines gives another book")
		}
	}
}

func TestSymmetricLinesGiveTheSameBook(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	lines := randomLines(rnd, 40)
	want := build(lines)
	for s := range board.Symmetries {
		if board.Start().Transform(s) != board.Start() {
			continue // the start has four symmetries; the others exchange the colours
		}
		turnedLines := make([]notation.Transcript, len(lines))
		for i, line := range lines {
			turnedLines[i] = line
			turnedLines[i].Plies = nil
			for _, ply := range line.Plies {
				ply.Square = ply.Square.Transform(s)
				turnedLines[i].Plies = append(turnedLines[i].Plies, ply)
			}
		}
		sameBooks(t, build(turnedLines), want)
	}
}

func TestEntriesTurnWithThePosition(t *testing.T) {
	g := NewGraph()
	p := after(t, "F5D6C3")
	e := NewEntry(FromFile)
	e.Leaf, e.LeafValue = board.SquareAt(3, 2), 150
	g.Put(p, e)
	g.Recompute()
	for s := range board.Symmetries {
		got, ok := g.Entry(p.Transform(s))
		if want := e.Leaf.Transform(s); !ok || got.Leaf != want || got.Value != 150 {
			t.Errorf("symmetry %d: leaf %v value %v, want %v and +1.50", s, got.Leaf, got.Value, want)
		}
		moves := New(g).Moves(p.Transform(s))
		if len(moves) != 1 || moves[0].Square != e.Leaf.Transform(s) || !moves[0].Leaf {
			t.Errorf("symmetry %d: moves %v", s, moves)
		}
	}
}

func TestConflictingValuesGiveTheMean(t *testing.T) {
	for _, test := range []struct {
		text string
		want Value // for White after F5
	}{
		{"F5\n1\nF5\n2\n", -150},
		{"F5\n2\nE6\n1\n", -150}, // the same position under a symmetry
		{"F5\n1\nF5\n1\nF5\n2.5\n", -150},
		{"F5\n0.01\nF5\n0\n", -1},
		{"F5\n-0.01\nF5\n0\n", 1},
	} {
		e, _ := build(read(t, test.text)).Entry(after(t, "F5"))
		if e.Value != test.want {
			t.Errorf("%q: value %v, want %v", test.text, e.Value, test.want)
		}
	}
}

func TestTranspositionsMeet(t *testing.T) {
	// Two move orders into one position; only the second line goes on from there.
	const one, other = "F5D6C3D3C4", "F5D6C4D3C3"
	if after(t, one) != after(t, other) {
		t.Fatal("the two orders do not meet")
	}
	g := build(read(t, one+"\n-7\n"+other+"F4\n4\n"))
	if e, ok := g.Entry(after(t, one)); !ok || e.Value != -4*search.Disc {
		t.Errorf("value %v, want -4 for White, as the longer line says", e.Value)
	}
}

func TestIncrementalValuesEqualRecomputation(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 10 {
		g := build(randomLines(rnd, 20))
		for range 60 {
			changeSomething(rnd, g)
			full := &Graph{entries: maps.Clone(g.entries)}
			if len(full.Recompute()) != 0 {
				t.Fatal("Settle left values that a recomputation changes")
			}
		}
	}
}

// changeSomething registers a line, removes a position or gives one a new leaf,
// and settles what depends on it.
func changeSomething(rnd *rand.Rand, g *Graph) {
	switch rnd.IntN(3) {
	case 0:
		line := randomLine(rnd, 1+rnd.IntN(60))
		var ps []board.Position
		for _, p := range Positions(line.Plies) {
			if _, ok := g.Entry(p); !ok {
				g.Put(p, NewEntry(FromFile))
			}
			ps = append(ps, p)
		}
		end := ps[len(ps)-1]
		e, _ := g.Entry(end)
		e.Own, _ = ValueOf(line.Value)
		e.HasOwn = true
		g.Put(end, e)
		g.Settle(ps...)
	case 1:
		p := anyPosition(rnd, g)
		e, _ := g.Entry(p)
		e.Leaf, e.LeafValue = randomMove(rnd, p), Value(rnd.IntN(2000)-1000)
		g.Put(p, e)
		g.Settle(p)
	case 2:
		// Somewhere in the middle of a line: what is left must not depend on it.
		p := anyPosition(rnd, g)
		for q, e := range g.entries { // values of positions without anything must not linger
			e.Own, e.HasOwn = e.Value, true
			g.entries[q] = e
		}
		g.Remove(p)
		g.Settle(p)
	}
}

func anyPosition(rnd *rand.Rand, g *Graph) board.Position {
	positions := g.positions()
	return positions[rnd.IntN(len(positions))]
}

func TestPredecessors(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		p := board.Start()
		for range 1 + rnd.IntN(56) {
			if p.Over() {
				break
			}
			before := p
			sq := randomMove(rnd, p)
			p = p.Play(sq)
			if sq == board.Pass {
				continue
			}
			found := false
			eachPredecessor(p, func(q board.Position) { found = found || q == before })
			if !found {
				t.Fatalf("%v from\n%v is not found again from\n%v", sq, before, p)
			}
		}
		if p.EmptyCount() < 20 {
			continue
		}
		eachPredecessor(p, func(q board.Position) {
			sq := board.Square(0)
			for (p.Player|p.Opponent)&^(q.Player|q.Opponent) != sq.Bit() {
				sq++
			}
			if !q.Legal(sq) || q.Play(sq) != p {
				t.Fatalf("\n%vdoes not lead to\n%v", q, p)
			}
		})
	}
}

// The earliest forced pass there is (found by exhaustive search and published):
// after eight plies Black has no move, and White moves again.
func TestPassesAreEdges(t *testing.T) {
	const passes = 8
	line := read(t, "f5f6d3g5h5h4f7h6 c5\n3\n")[0]
	g := build([]notation.Transcript{line})
	positions := Positions(line.Plies)
	p := positions[passes]
	if !p.MustPass() || line.Plies[passes].Square != board.Pass {
		t.Fatal("not a pass")
	}
	value := func(p board.Position) Value {
		e, ok := g.Entry(p)
		if !ok {
			t.Fatalf("not registered:\n%v", p)
		}
		return e.Value
	}
	if value(p) != -value(positions[passes+1]) || value(positions[passes-1]) != -value(p) {
		t.Error("a value does not pass through the pass")
	}
	if moves := New(g).Moves(p); len(moves) != 1 || moves[0].Square != board.Pass || moves[0].Value != value(p) {
		t.Errorf("moves at the pass: %v", moves)
	}

	g.Remove(p) // a book that lacks the position of the pass: it is looked through
	g.Recompute()
	if value(positions[passes-1]) != value(positions[passes+1]) {
		t.Error("the missing position of a pass breaks the line")
	}
	moves := New(g).Moves(positions[passes-1])
	if len(moves) != 1 || moves[0].Square != line.Plies[passes-1].Square {
		t.Errorf("moves before the missing pass: %v", moves)
	}
}
