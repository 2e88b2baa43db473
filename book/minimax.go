package book

import (
	"math/bits"

	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// finder looks a canonical position up.
type finder interface {
	find(canonical board.Position) (Entry, bool)
}

// successor returns the value of the position after sq, from the view of the
// side that plays sq, if that position is registered. A position whose mover must
// pass may be missing while the one after the pass is there: it is looked through,
// for a pass is an edge like any other.
func successor(f finder, p board.Position, sq board.Square) (Entry, Value, bool) {
	next := p.Play(sq)
	canonical, _ := next.Canonical()
	if e, ok := f.find(canonical); ok {
		return e, -e.Value, true
	}
	if sq == board.Pass || !next.MustPass() {
		return Entry{}, 0, false
	}
	canonical, _ = next.Pass().Canonical()
	e, ok := f.find(canonical)
	return e, e.Value, ok
}

// followed is what a book says of the positions after the moves of one.
type followed struct {
	played   bool   // some move, or the pass, leads to a position of the book
	unplayed uint64 // the moves that lead out of it
	best     Value  // of those that do not
}

// follow looks up all positions after the moves of p.
func follow(f finder, p board.Position) followed {
	m := followed{best: -MaxValue}
	try := func(sq board.Square) bool {
		_, v, ok := successor(f, p, sq)
		if ok {
			m.played, m.best = true, max(m.best, v)
		}
		return ok
	}
	moves := p.Moves()
	for rest := moves; rest != 0; rest &= rest - 1 {
		if !try(board.Square(bits.TrailingZeros64(rest))) {
			m.unplayed |= rest & -rest
		}
	}
	if moves == 0 && p.MustPass() {
		try(board.Pass)
	}
	return m
}

// leads reports whether a leaf is a legal move that leads out of the book.
func (m followed) leads(leaf board.Square) bool {
	return leaf < board.Pass && m.unplayed&leaf.Bit() != 0
}

// value returns the value that p should have, where e is what the book says of it.
func (m followed) value(p board.Position, e Entry) Value {
	switch leads := m.leads(e.Leaf); {
	case leads && m.played:
		return max(m.best, e.LeafValue)
	case leads:
		return e.LeafValue
	case m.played:
		return m.best
	case e.HasOwn:
		return e.Own
	case p.Over():
		return Value(p.Score() * search.Disc)
	}
	return e.Value
}

// unplayed returns the legal moves of p whose positions are not registered.
func unplayed(f finder, p board.Position) uint64 { return follow(f, p).unplayed }

// Twins returns the moves of p that lead to the same position as sq does, under
// some symmetry; sq is one of them.
func Twins(p board.Position, sq board.Square) uint64 {
	want, _ := p.Play(sq).Canonical()
	var moves uint64
	for rest := p.Moves(); rest != 0; rest &= rest - 1 {
		if got, _ := p.Play(board.Square(bits.TrailingZeros64(rest))).Canonical(); got == want {
			moves |= rest & -rest
		}
	}
	return moves
}

// minimax returns the value that p should have, given its successors' values.
func minimax(f finder, p board.Position, e Entry) Value { return follow(f, p).value(p, e) }

// rank orders positions so that every successor comes before its predecessors:
// fuller boards first, and among equals the side that must pass after the other.
func rank(p board.Position) int {
	r := 2 * p.EmptyCount()
	if p.MustPass() {
		r++
	}
	return r
}

// ranks is one more than the largest rank.
const ranks = 2*64 + 2
