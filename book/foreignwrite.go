package book

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"time"

	"kaeshi/book/foreign"
	"kaeshi/engine/board"
)

// Edax's own settings where a book says nothing else.
const (
	edaxMidgameError = 2
	edaxEndcutError  = 1
	edaxVerbosity    = 1
	edaxRelease      = 6
)

// EdaxBook is what Foreign calls an Edax book.
var EdaxBook = foreign.Edax.String()

// CopyEdax writes an Edax book as it is, record by record, and returns the number of
// positions.
func (b *Book) CopyEdax(w io.WriteSeeker) (int64, error) {
	o, ok := b.whole().(*other)
	if !ok || o.file.Header.Kind != foreign.Edax {
		return 0, errors.New("it is not an Edax book")
	}
	return o.copyTo(w, o.file.Header, everything)
}

// WriteEgaroucid writes a book for Egaroucid, version 3, and returns the number of
// positions.
func (b *Book) WriteEgaroucid(w io.WriteSeeker) (int64, error) {
	r := b.whole()
	if o, ok := r.(*other); ok {
		want := everything
		if o.file.Header.Kind == foreign.Edax {
			want = o.hasMoves
		}
		return o.copyTo(w, foreign.Header{Kind: foreign.Egaroucid3}, want)
	}
	out, err := foreign.NewWriter(w, foreign.Header{Kind: foreign.Egaroucid3})
	if err != nil {
		return 0, err
	}
	for p, e := range r.All() {
		if record, ok := egaroucidRecord(r, p, e); ok {
			if err := out.Add(&record); err != nil {
				return 0, err
			}
		}
	}
	if err := r.Err(); err != nil {
		return 0, err
	}
	return out.Close()
}

// copyTo writes the records that are wanted as they are.
func (o *other) copyTo(w io.WriteSeeker, h foreign.Header, want func(*foreign.Record) bool) (int64, error) {
	out, err := foreign.NewWriter(w, h)
	if err != nil {
		return 0, err
	}
	for r := range o.records() {
		if want(r) {
			if err := out.Add(r); err != nil {
				return 0, err
			}
		}
	}
	if err := o.Err(); err != nil {
		return 0, err
	}
	return out.Close()
}

func everything(*foreign.Record) bool { return true }

// hasMoves reports whether Egaroucid takes a position of an Edax book: it needs a legal
// move. A position where a side must pass becomes the one after that, unless the book has it.
func (o *other) hasMoves(r *foreign.Record) bool {
	if !r.Position.MustPass() {
		return !r.Position.Over()
	}
	if o.has(r.Position.Pass()) {
		return false
	}
	r.Position, _ = r.Position.Pass().Canonical()
	r.Leaf.Square = board.NoSquare
	if foreign.Known(r.Value) {
		r.Value = -r.Value
	}
	return true
}

// discs rounds a value to discs, halves away from zero, so that the best move stays
// the best and both sides round alike.
func discs(v Value) int { return int(math.Round(v.Discs())) }

// levelElsewhere returns the level of an entry as Edax and Egaroucid count; -1 if nobody
// knows it.
func levelElsewhere(e Entry) int {
	if d := e.Depth(); d > 0 {
		return d
	}
	return -1
}

// egaroucidRecord returns what an Egaroucid book would say of a position. Where a side
// must pass it says it of the position after that, unless the book knows that one itself.
func egaroucidRecord(f finder, p board.Position, e Entry) (foreign.Record, bool) {
	level := levelElsewhere(e)
	r := foreign.Record{Position: p, Value: discs(e.Value), Level: level, Leaf: foreign.Link{Square: board.NoSquare}, LeafLevel: -1}
	switch {
	case p.Over():
		return r, false
	case p.MustPass():
		if _, _, known := successor(f, p, board.Pass); known {
			return r, false
		}
		r.Position, _ = p.Pass().Canonical()
		r.Value = -r.Value
	case openLeaf(f, p, e):
		r.Leaf, r.LeafLevel = foreign.Link{Score: discs(e.LeafValue), Square: e.Leaf}, level
	}
	return r, true
}

// Leafless reports whether from a position of a book, of which e is what it says, a move
// leads out that has no value there. Edax wants a leaf wherever one does.
func Leafless(g *Graph, p board.Position, e Entry) bool {
	moves := follow(g, p)
	return moves.unplayed != 0 && !moves.leads(e.Leaf)
}

// WriteEdax writes a book for Edax, which is to have no Leafless positions.
func WriteEdax(w io.WriteSeeker, r Reader, now time.Time) (int64, error) {
	x := edaxWriter{book: r, passes: newGathering()}
	defer x.passes.sorter.Close()
	if err := x.survey(); err != nil {
		return 0, err
	}
	now = now.UTC()
	out, err := foreign.NewWriter(w, foreign.Header{
		Kind: foreign.Edax, Release: edaxRelease,
		Level: int32(x.level), Empties: int32(x.empties),
		MidgameError: edaxMidgameError, EndcutError: edaxEndcutError, Verbosity: edaxVerbosity,
		Year: int16(now.Year()), Month: uint8(now.Month()), Day: uint8(now.Day()),
		Hour: uint8(now.Hour()), Minute: uint8(now.Minute()), Second: uint8(now.Second()),
	})
	if err != nil {
		return 0, err
	}
	for p, e := range r.All() {
		record, err := x.record(p, e)
		if err != nil {
			return 0, err
		}
		if err := out.Add(&record); err != nil {
			return 0, err
		}
	}
	if err := r.Err(); err != nil {
		return 0, err
	}
	if err := x.writePasses(out); err != nil {
		return 0, err
	}
	return out.Close()
}

// edaxWriter makes the positions of an Edax book of those of another.
type edaxWriter struct {
	book    Reader
	level   int        // of the whole book
	empties int        // one more than the fullest board has, as Edax counts
	passes  *gathering // positions of passes that the book leaves out: Edax does not
}

// survey finds what the head says. Edax complains of every position whose level is not
// that of the head: it is the level of most positions that other programs searched, and
// where there are none, the lowest. What Kaeshi searched is given that level, too.
func (x *edaxWriter) survey() error {
	var theirs [61]int
	lowest := len(theirs)
	x.empties = 60
	for p, e := range x.book.All() {
		x.empties = min(x.empties, p.EmptyCount()+1)
		switch d := e.Depth(); {
		case d == 0:
		case e.Origin.Foreign():
			theirs[d]++
		default:
			lowest = min(lowest, d)
		}
	}
	x.level = 1
	if lowest < len(theirs) {
		x.level = lowest
	}
	most := 0
	for level, n := range theirs {
		if n > most {
			x.level, most = level, n
		}
	}
	return x.book.Err()
}

// record returns what an Edax book says of p, and notes the positions after its moves where
// a side must pass.
func (x *edaxWriter) record(p board.Position, e Entry) (foreign.Record, error) {
	r := x.blank(p, e)
	link := func(sq board.Square, v Value) {
		r.Links = append(r.Links, foreign.Link{Score: discs(v), Square: sq})
		r.Value = max(r.Value, discs(v))
	}
	var unplayed uint64
	for rest := p.Moves(); rest != 0; rest &= rest - 1 {
		sq := board.Square(bits.TrailingZeros64(rest))
		after, v, ok := successor(x.book, p, sq)
		if !ok {
			unplayed |= sq.Bit()
			continue
		}
		link(sq, v)
		if next := p.Play(sq); next.MustPass() {
			if err := x.notePass(next, after); err != nil {
				return r, err
			}
		}
	}
	switch {
	case followed{unplayed: unplayed}.leads(e.Leaf):
		r.Leaf = foreign.Link{Score: discs(e.LeafValue), Square: e.Leaf}
	case p.Over():
		r.Leaf = foreign.Link{Score: p.Score(), Square: board.NoSquare}
	case p.MustPass():
		if _, v, ok := successor(x.book, p, board.Pass); ok {
			link(board.Pass, v)
		} else {
			r.Leaf = foreign.Link{Score: discs(e.Value), Square: board.Pass}
		}
	case unplayed != 0:
		return r, fmt.Errorf("%v: no best move out of the book is known", Fault{Position: p, Text: "Edax wants a leaf"})
	}
	r.Value = max(r.Value, r.Leaf.Score)
	return r, nil
}

func (x *edaxWriter) blank(p board.Position, e Entry) foreign.Record {
	level := x.level
	if e.Origin.Foreign() && e.Level > 0 {
		level = e.Depth()
	}
	return foreign.Record{
		Position: p, Level: level, Value: foreign.Unknown, Lower: foreign.Unknown, Upper: foreign.UnknownUpper,
		Leaf: foreign.Link{Score: foreign.Unknown, Square: board.NoSquare},
	}
}

// notePass notes the position p, whose mover must pass, with what the book says of the
// position after the pass, if it does not register p itself.
func (x *edaxWriter) notePass(p board.Position, after Entry) error {
	canonical, _ := p.Canonical()
	if _, registered := x.book.find(canonical); registered {
		return nil
	}
	return x.passes.add(0, canonical, after)
}

// writePasses writes the positions noted, each once.
func (x *edaxWriter) writePasses(out *foreign.Writer) error {
	passes, err := x.passes.write(firstBook)
	if err != nil {
		return err
	}
	defer passes.Close()
	for p, after := range passes.All() {
		r := x.blank(p, after)
		r.Value = discs(-after.Value)
		r.Links = []foreign.Link{{Score: r.Value, Square: board.Pass}}
		if err := out.Add(&r); err != nil {
			return err
		}
	}
	return passes.Err()
}
