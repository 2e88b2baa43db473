package book

import (
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Builder makes a book of scored transcripts. Nothing it keeps depends on the
// order in which they come.
type Builder struct {
	graph  *Graph
	stated map[board.Position]statements
}

// statements are the values that transcripts state for the end of their lines,
// for the side to move there.
type statements struct {
	sum   int64
	count int64
}

// mean is the value of a position in which several lines end that state different
// values: it does not depend on their order. Halves are rounded away from zero.
func (s statements) mean() Value {
	double := 2*s.sum + s.count
	if s.sum < 0 {
		double = 2*s.sum - s.count
	}
	return Value(double / (2 * s.count))
}

// NewBuilder returns a builder of an empty book.
func NewBuilder() *Builder {
	return &Builder{graph: NewGraph(), stated: map[board.Position]statements{}}
}

// Add registers every position on the line. Its value is kept to 1/100 disc.
func (b *Builder) Add(t notation.Transcript) {
	value, ok := ValueOf(t.Value)
	if !ok {
		return // no reader returns such a value
	}
	positions := b.Register(t.Plies)
	if len(t.Plies)%2 != 0 { // plies alternate, passes included: White is to move
		value = -value
	}
	end, _ := positions[len(positions)-1].Canonical()
	s := b.stated[end]
	b.stated[end] = statements{s.sum + int64(value), s.count + 1}
}

// Register registers every position on a line of which no value is known, and
// returns them.
func (b *Builder) Register(plies []notation.Ply) []board.Position {
	positions := Positions(plies)
	for _, p := range positions {
		canonical, _ := p.Canonical()
		if _, ok := b.graph.entries[canonical]; !ok {
			b.graph.entries[canonical] = NewEntry(FromFile)
		}
	}
	return positions
}

// RegisterGame is Register for a game that was played. Graph.CountGame counts it.
func (b *Builder) RegisterGame(plies []notation.Ply) {
	for _, p := range b.Register(plies) {
		canonical, _ := p.Canonical()
		e := b.graph.entries[canonical]
		e.Origin = FromGame
		b.graph.entries[canonical] = e
	}
}

// Graph returns the book with all values settled.
func (b *Builder) Graph() *Graph {
	for p, s := range b.stated {
		e := b.graph.entries[p]
		e.Own, e.HasOwn = s.mean(), true
		b.graph.entries[p] = e
	}
	b.graph.Recompute()
	return b.graph
}

// Positions returns the positions on a line, the first one included.
func Positions(plies []notation.Ply) []board.Position {
	p := board.Start()
	positions := []board.Position{p}
	for _, ply := range plies {
		p = p.Play(ply.Square)
		positions = append(positions, p)
	}
	return positions
}

// Cut returns the beginning of a line, so many discs long; passes do not count.
func Cut(plies []notation.Ply, discs int) []notation.Ply {
	for i, ply := range plies {
		if ply.Square == board.Pass {
			continue
		}
		if discs == 0 {
			return plies[:i]
		}
		discs--
	}
	return plies
}
