package book

import (
	"fmt"
	"math/bits"

	"kaeshi/book/foreign"
	"kaeshi/engine/board"
)

// VerifyForeign looks for faults in a book of another program and tells report of each.
// It reads the book record by record. It returns the number of positions.
func (b *Book) VerifyForeign(report func(Fault)) (int64, error) {
	o, ok := b.whole().(*other)
	if !ok {
		return 0, fmt.Errorf("no other program made this book")
	}
	v := foreignCheck{other: o, edax: o.file.Header.Kind == foreign.Edax, report: report}
	for r := range o.records() {
		v.position(r)
	}
	if n := o.file.Doubles(); n > 0 {
		report(Fault{Text: fmt.Sprintf("%d positions more than once", n)})
	}
	return o.file.Positions(), o.Err()
}

// foreignCheck is one reading of a book.
type foreignCheck struct {
	*other
	edax   bool
	report func(Fault)
	child  foreign.Record
}

// position checks one record. Squares in what it says are those of the canonical
// position.
func (v *foreignCheck) position(r *foreign.Record) {
	canonical, symmetry := r.Position.Canonical()
	fault := func(format string, args ...any) {
		v.report(Fault{Position: canonical, Text: fmt.Sprintf(format, args...)})
	}
	at := func(sq board.Square) board.Square { return sq.Transform(symmetry) }
	if r.Leaf.Square < board.NoSquare && !r.Position.Legal(r.Leaf.Square) {
		fault("the leaf %v is not legal", at(r.Leaf.Square))
	}
	if foreign.Known(r.Value) && r.Position.Over() && r.Value != r.Position.Score() {
		fault("the game is over with %+d, the book says %+d", r.Position.Score(), r.Value)
	}
	if !v.edax {
		return
	}
	if canonical != r.Position {
		fault("not the canonical form")
	}
	v.edaxHead(r, fault)
	v.edaxMoves(r, fault)
}

// edaxHead checks a record against the head of the book and its value against its bounds.
func (v *foreignCheck) edaxHead(r *foreign.Record, fault func(string, ...any)) {
	h := v.file.Header
	if int32(r.Level) != h.Level {
		fault("level %d, but the book is of level %d", r.Level, h.Level)
	}
	if empties := int32(r.Position.EmptyCount()); empties < h.Empties-1 {
		fault("%d squares are empty, but the book ends at %d", empties, h.Empties-1)
	}
	if r.Lower > r.Upper {
		fault("its lower bound %+d is above its upper bound %+d", r.Lower, r.Upper)
	}
}

// edaxMoves checks links and leaf of a record, which give its value.
func (v *foreignCheck) edaxMoves(r *foreign.Record, fault func(string, ...any)) {
	var linked uint64
	best := foreign.Unknown
	if r.Leaf.Square != board.NoSquare || r.Position.Over() {
		best = r.Leaf.Score
	}
	for _, link := range r.Links {
		best = max(best, link.Score)
		switch {
		case !r.Position.Legal(link.Square):
			fault("the link %v is not legal", link.Square)
			continue
		case link.Square < board.Pass && linked&link.Square.Bit() != 0:
			fault("the link %v is there twice", link.Square)
		}
		linked |= link.Square.Bit()
		next, _ := r.Position.Play(link.Square).Canonical()
		if !v.record(next, &v.child) {
			fault("the link %v leads to a position that is missing", link.Square)
		} else if v.child.Value != -link.Score {
			fault("the link %v says %+d, but the position after it %+d", link.Square, link.Score, -v.child.Value)
		}
	}
	unlinked := r.Position.Moves() &^ linked
	switch {
	case r.Leaf.Square < board.Pass && linked&r.Leaf.Square.Bit() != 0:
		fault("the leaf %v is a link, too", r.Leaf.Square)
	case r.Leaf.Square == board.NoSquare && unlinked != 0:
		fault("no leaf, but %d moves are no links", bits.OnesCount64(unlinked))
	}
	for rest := unlinked; rest != 0; rest &= rest - 1 {
		sq := board.Square(bits.TrailingZeros64(rest))
		if v.has(r.Position.Play(sq)) {
			fault("%v leads to a position of the book, but is no link", sq)
		}
	}
	if best != r.Value {
		fault("value %+d, but the moves give %+d", r.Value, best)
	}
}
