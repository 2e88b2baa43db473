package book

import (
	"fmt"
	"math"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
)

// Fault is something wrong with one position of a book.
type Fault struct {
	Position board.Position
	Text     string
	repair   repair
}

// String prints the position, seen by Black, and the fault.
func (f Fault) String() string {
	if f.Position == (board.Position{}) { // of the whole book
		return f.Text
	}
	return fmt.Sprintf("%s: %s", notation.FormatPosition(f.Position, board.Black), f.Text)
}

// repair is what Fix does about a fault.
type repair uint8

const (
	dropPosition repair = iota
	dropLeaf
	setScore
	settleValue
)

// Verify looks for positions that cannot be, moves that are not legal, values
// that are not those of the best play, and lines that hang in the air.
func Verify(g *Graph) []Fault {
	var faults []Fault
	reached := reachable(g)
	for p, e := range g.All() {
		fault := func(how repair, format string, args ...any) {
			faults = append(faults, Fault{p, fmt.Sprintf(format, args...), how})
		}
		if text := impossible(p); text != "" {
			fault(dropPosition, "%s", text)
			continue
		}
		if !reached[p] {
			fault(dropPosition, "no line leads here from the start")
			continue
		}
		if e.Leaf != board.NoSquare && (e.Leaf == board.Pass || !p.Legal(e.Leaf)) {
			fault(dropLeaf, "the best move outside, %v, is not legal", e.Leaf)
			e.Leaf = board.NoSquare
		}
		score := Value(p.Score() * search.Disc)
		switch {
		case p.Over() && (e.HasOwn && e.Own != score || e.Value != score):
			fault(setScore, "the game is over with %v, the book says %v", score, e.Value)
		case !p.Over() && !e.HasOwn && !openLeaf(g, p, e) && !hasSuccessor(g, p):
			fault(dropPosition, "nothing is known of it")
		case minimax(g, p, e) != e.Value:
			fault(settleValue, "value %v, but the moves give %v", e.Value, minimax(g, p, e))
		}
	}
	return faults
}

// impossible tells why p can be no position of a book, or "".
func impossible(p board.Position) string {
	canonical, _ := p.Canonical()
	switch {
	case !p.Valid():
		return "a square has discs of both sides"
	case (p.Player|p.Opponent)&centre != centre:
		return "a square of the centre is empty"
	case canonical != p:
		return "not the canonical form"
	}
	return ""
}

// reachable returns the positions that registered lines lead to from the start.
func reachable(g *Graph) map[board.Position]bool {
	reached := map[board.Position]bool{}
	var visit func(p board.Position)
	visit = func(p board.Position) {
		canonical, _ := p.Canonical()
		if _, ok := g.find(canonical); !ok || reached[canonical] {
			return
		}
		reached[canonical] = true
		for sq := range board.Pass + 1 {
			if !canonical.Legal(sq) {
				continue
			}
			next := canonical.Play(sq)
			visit(next)
			if next.MustPass() {
				visit(next.Pass()) // that of the pass itself may be missing
			}
		}
	}
	visit(board.Start())
	return reached
}

// Fix repairs what Verify finds, as often as one repair brings another fault to
// light: illegal moves and positions that cannot be or hang in the air are dropped,
// values are set right. It returns what it repaired.
func Fix(g *Graph) []Fault {
	var repaired []Fault
	for {
		faults := Verify(g)
		if len(faults) == 0 {
			return repaired
		}
		repaired = append(repaired, faults...)
		for _, f := range faults {
			g.repair(f)
		}
		g.Recompute()
	}
}

func (g *Graph) repair(f Fault) {
	e := g.entries[f.Position]
	switch f.repair {
	case dropPosition:
		delete(g.entries, f.Position)
		return
	case dropLeaf:
		e.Leaf, e.LeafValue = board.NoSquare, 0
	case setScore:
		e.Value = Value(f.Position.Score() * search.Disc)
		e.Own, e.HasOwn = e.Value, true
	case settleValue: // Recompute does it
		return
	}
	g.entries[f.Position] = e
}

// Merge takes everything of other into g. Where both know a position, what the
// deeper search said stays, and the games of both count.
func (g *Graph) Merge(other *Graph) {
	for p, theirs := range other.All() {
		ours, ok := g.entries[p]
		if !ok {
			g.entries[p] = theirs
			continue
		}
		visits := addVisits(ours, theirs)
		if deeper(theirs, ours) {
			ours = theirs
		}
		ours.Visits = visits
		g.entries[p] = ours
	}
	g.Recompute()
}

// CountGames adds to the positions that g knows the games that other counts there,
// and takes nothing else from it.
func (g *Graph) CountGames(other *Graph) {
	for p, theirs := range other.entries {
		if ours, ok := g.entries[p]; ok {
			ours.Visits = addVisits(ours, theirs)
			g.set(p, ours)
		}
	}
}

// CountGame counts a game at those of its positions that g knows, but for the first
// ones, where it has been counted before.
func (g *Graph) CountGame(plies []notation.Ply, counted int) {
	positions := Positions(plies)
	for _, p := range positions[min(counted, len(positions)):] {
		canonical, _ := p.Canonical()
		if e, ok := g.entries[canonical]; ok {
			e.Visits = addVisits(e, Entry{Visits: 1})
			g.set(canonical, e)
		}
	}
}

// ForgetGames makes g one that counts no games.
func (g *Graph) ForgetGames() {
	for p, e := range g.entries {
		e.Visits = 0
		g.set(p, e)
	}
}

func addVisits(a, b Entry) uint32 {
	return uint32(min(uint64(a.Visits)+uint64(b.Visits), math.MaxUint32))
}

// deeper reports whether a was searched deeper than b, or as deep and surer, or is
// as good and newer. What a proof put right is deeper than any search. Equal in all that, the greater values win, so that it does not
// matter which book is merged into which.
func deeper(a, b Entry) bool {
	switch {
	case (a.Origin == FromProof) != (b.Origin == FromProof):
		return a.Origin == FromProof
	case a.Depth() != b.Depth():
		return a.Depth() > b.Depth()
	case a.Level != b.Level:
		return a.Level > b.Level
	case a.Selectivity != b.Selectivity:
		return a.Selectivity > b.Selectivity
	case !a.Updated.Equal(b.Updated):
		return a.Updated.After(b.Updated)
	case a.HasOwn != b.HasOwn:
		return a.HasOwn
	case a.Own != b.Own:
		return a.Own > b.Own
	case a.LeafValue != b.LeafValue:
		return a.LeafValue > b.LeafValue
	}
	return a.Leaf < b.Leaf
}
