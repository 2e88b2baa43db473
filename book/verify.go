package book

import (
	"fmt"

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
	faults, _ := VerifyWatched(g, nil)
	return faults
}

// VerifyWatched is Verify that tells w how far it is.
func VerifyWatched(g *Graph, w Watch) ([]Fault, error) {
	var faults []Fault
	reached := reachable(g)
	count := watching{watch: w}
	for p, e := range g.All() {
		if err := count.add(); err != nil {
			return nil, err
		}
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
	return faults, count.rest()
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
