package book

import (
	"cmp"
	"fmt"
	"slices"

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
	faults, err := verify(g)
	if err != nil {
		faults = append(faults, Fault{Text: err.Error()})
	}
	return faults
}

// verify returns the faults of a graph, those of fuller boards first.
func verify(g *Graph) ([]Fault, error) {
	d, err := DraftOf(g)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	var faults []Fault
	err = d.Verify(func(f Fault) { faults = append(faults, f) }, nil)
	slices.SortStableFunc(faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Position.EmptyCount(), b.Position.EmptyCount()), comparePositions(a.Position, b.Position))
	})
	return faults, err
}

// Verify tells report of what the function Verify looks for, and w how far it is.
func (d *Draft) Verify(report func(Fault), w Watch) error {
	check := &reached{d, make([]uint64, d.count/64+1)}
	start, _ := board.Start().Canonical()
	check.find(start)
	count := watching{watch: w}
	for r := ranks - 1; r >= 0; r-- { // a position comes after all that lead to it
		err := d.each(r, &count, func(p *draftPosition) { check.position(p, report) })
		if err != nil {
			return err
		}
	}
	return count.rest()
}

// reached is a draft that notes which of its positions are looked up.
type reached struct {
	*Draft
	marks []uint64
}

func (c *reached) find(canonical board.Position) (Entry, bool) {
	number, e, ok := c.lookUp(canonical)
	if ok {
		c.marks[number/64] |= 1 << (number % 64)
	}
	return e, ok
}

// position looks for faults of a position of which all positions before it have been
// seen.
func (c *reached) position(p *draftPosition, report func(Fault)) {
	fault := func(how repair, format string, args ...any) {
		report(Fault{p.Position, fmt.Sprintf(format, args...), how})
	}
	if text := impossible(p.Position); text != "" {
		fault(dropPosition, "%s", text)
		return
	}
	if c.marks[p.number/64]&(1<<(p.number%64)) == 0 {
		fault(dropPosition, "no line leads here from the start")
		return
	}
	e := p.entry()
	if e.Leaf != board.NoSquare && (e.Leaf == board.Pass || !p.Legal(e.Leaf)) {
		fault(dropLeaf, "the best move outside, %v, is not legal", e.Leaf)
		e.Leaf = board.NoSquare
	}
	moves := follow(c, p.Position)
	score := Value(p.Score() * search.Disc)
	switch value := moves.value(p.Position, e); {
	case p.Over() && (e.HasOwn && e.Own != score || e.Value != score):
		fault(setScore, "the game is over with %v, the book says %v", score, e.Value)
	case !p.Over() && !e.HasOwn && !moves.played && !moves.leads(e.Leaf):
		fault(dropPosition, "nothing is known of it")
	case value != e.Value:
		fault(settleValue, "value %v, but the moves give %v", e.Value, value)
	}
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

// Fix repairs what Verify finds, as often as one repair brings another fault to
// light: illegal moves and positions that cannot be or hang in the air are dropped,
// values are set right. It returns what it repaired.
func Fix(g *Graph) ([]Fault, error) {
	var repaired []Fault
	for {
		faults, err := verify(g)
		if len(faults) == 0 || err != nil {
			return repaired, err
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
