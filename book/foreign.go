package book

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"sync/atomic"

	"kaeshi/book/foreign"
	"kaeshi/engine/board"
	"kaeshi/engine/disk"
	"kaeshi/engine/search"
)

// other is the book of another program, used where it lies.
type other struct {
	file  *foreign.File
	path  string
	fault atomic.Pointer[error]
	watch Watch
}

// kindOf tells by the first bytes of a file whether it is the book of another program.
func kindOf(path string) (foreign.Kind, error) {
	file, err := disk.Open(path)
	if err != nil {
		return foreign.None, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return foreign.None, err
	}
	head := make([]byte, foreign.HeadSize)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return foreign.None, err
	}
	return foreign.KindOf(head[:n], info.Size()), nil
}

func openOther(path string) (*other, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return nil, err
	}
	return &other{file: file, path: path}, nil
}

// Err tells what of the file could not be read after it was opened.
func (o *other) Err() error {
	if fault := o.fault.Load(); fault != nil {
		return *fault
	}
	return nil
}

func (o *other) fail(err error) {
	err = fmt.Errorf("%s: %w", o.path, err)
	o.fault.CompareAndSwap(nil, &err)
}

func (o *other) find(canonical board.Position) (Entry, bool) {
	var r foreign.Record
	if !o.record(canonical, &r) {
		return Entry{}, false
	}
	_, e := o.entry(&r)
	return e, true
}

// record looks a canonical position up.
func (o *other) record(canonical board.Position, r *foreign.Record) bool {
	if o.Err() != nil {
		return false
	}
	_, found, err := o.file.Find(canonical, r)
	if err != nil {
		o.fail(err)
	}
	return found && err == nil
}

// has reports whether a position is in the book, under any symmetry.
func (o *other) has(p board.Position) bool {
	var r foreign.Record
	canonical, _ := p.Canonical()
	return o.record(canonical, &r)
}

// records walks the records, of several of one position only the best one.
func (o *other) records() iter.Seq[*foreign.Record] {
	return func(yield func(*foreign.Record) bool) {
		if err := o.file.Wait(); err != nil {
			o.fail(err)
			return
		}
		var best foreign.Record
		count := watching{watch: o.watch}
		for at, r := range o.file.Records() {
			if err := count.add(); err != nil {
				o.fail(err)
				return
			}
			if r.Err != nil {
				o.fail(r.Err)
				return
			}
			if o.file.Doubles() > 0 {
				canonical, _ := r.Position.Canonical()
				place, _, err := o.file.Find(canonical, &best)
				if err != nil {
					o.fail(err)
					return
				}
				if place != at {
					continue
				}
			}
			if !yield(r.Record) {
				return
			}
		}
		if err := count.rest(); err != nil {
			o.fail(err)
		}
	}
}

func (o *other) All() iter.Seq2[board.Position, Entry] {
	return func(yield func(board.Position, Entry) bool) {
		for r := range o.records() {
			if !yield(o.entry(r)) {
				return
			}
		}
	}
}

// origin tells where what the book says comes from.
func (o *other) origin() Origin {
	if o.file.Header.Kind == foreign.Edax {
		return FromEdax
	}
	return FromEgaroucid
}

// entry returns the canonical position of a record with what it says. Of the counts and
// the bounds that Edax keeps beside the value Kaeshi knows nothing, and nothing of the
// level of an Egaroucid leaf.
func (o *other) entry(r *foreign.Record) (board.Position, Entry) {
	e := NewEntry(o.origin())
	e.Level = uint8(max(r.Level, 0))
	if foreign.Known(r.Value) {
		e.Own, e.HasOwn = Value(r.Value*search.Disc), true
		e.Value = e.Own
	}
	if r.Leaf.Square < board.Pass && foreign.Known(r.Leaf.Score) && r.Position.Legal(r.Leaf.Square) {
		e.Leaf, e.LeafValue = r.Leaf.Square, Value(r.Leaf.Score*search.Disc)
		if e.HasOwn && r.LeafLevel < r.Level && e.LeafValue != e.Own && !o.goesOn(r.Position) {
			// At the end of a line the leaf is the best move, and the deeper search has
			// said its value.
			e.LeafValue = e.Own
		}
	}
	canonical, symmetry := r.Position.Canonical()
	return canonical, e.transform(symmetry)
}

// soon reports whether the moves at p can be looked up without waiting for the index.
func (o *other) soon(p board.Position) bool { return o.file.Soon(64 - p.EmptyCount() + 1) }

// goesOn reports whether a move of p leads to a position of the book.
func (o *other) goesOn(p board.Position) bool {
	for rest := p.Moves(); rest != 0; rest &= rest - 1 {
		next := p.Play(board.Square(bits.TrailingZeros64(rest)))
		if o.has(next) || next.MustPass() && o.has(next.Pass()) {
			return true
		}
	}
	return false
}

// Close gives the file free.
func (o *other) Close() error { return o.file.Close() }

// Foreign returns what the book is called if another program made it, or "".
func (b *Book) Foreign() string {
	if o, ok := b.open().(*other); ok {
		return o.file.Header.Kind.String()
	}
	return ""
}

// errForeign tells that a book of another program is not changed.
func errForeign(path string, kind foreign.Kind) error {
	return fmt.Errorf("%s: %w", path, errors.New(kind.String()+" is not changed in place; import it into a working book"))
}
