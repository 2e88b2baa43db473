// Package book is the opening book: which positions are known, their values, and
// which moves the book would play.
//
// Positions are canonical, the smallest of their eight images, so symmetric lines
// and transpositions meet. A value is the minimax over the registered successors
// and over the best known move that leads out of the book. A Graph is the book in
// memory, where it is built; a Store is the working book on disk; a flat file is the
// book as it is shipped and probed.
package book

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"os"
	"slices"
	"sync"

	"kaeshi/book/foreign"
	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/disk"
)

// Reader is a book that can be looked into: a Graph, a Store or a flat file.
type Reader interface {
	finder
	// All walks the canonical positions in a fixed order.
	All() iter.Seq2[board.Position, Entry]
	// Err tells what kept All or a look-up from reading the book. Load asks it: what
	// needs a whole book takes a Graph, and so cannot get a part of one.
	Err() error
}

// Book answers probes from a Reader.
type Book struct {
	open  func() Reader
	close func() error // nil if there is nothing to close
	watch Watch

	// OnFault, if not nil, is told once if the book turns out damaged while the engine
	// probes it, which then goes on without it.
	OnFault func(error)
	fault   sync.Once
}

// New returns a book that answers from r.
func New(r Reader) *Book { return &Book{open: func() Reader { return r }} }

//go:embed default.kbook
var embedded []byte

// Embedded returns the built-in book. It is looked at when it is first probed:
// most runs of the program end before that.
var Embedded = sync.OnceValue(func() *Book {
	return &Book{open: sync.OnceValue(func() Reader {
		f, err := openFlat(embedded)
		if err != nil {
			panic("book: built in: " + err.Error())
		}
		return f
	})}
})

// Open opens a book file for reading: a flat one, a working book, or one of another
// program.
func Open(path string) (*Book, error) {
	stored, err := isStore(path)
	if err != nil {
		return nil, err
	}
	kind, err := kindOf(path)
	switch {
	case err != nil:
		return nil, err
	case kind != foreign.None:
		o, err := openOther(path)
		if err != nil {
			return nil, err
		}
		return &Book{open: func() Reader { return o }, close: o.Close}, nil
	case stored:
		s, err := OpenStore(path)
		if err != nil {
			return nil, err
		}
		return &Book{open: func() Reader { return s }, close: s.Close}, nil
	}
	switch large, err := openFlatFile(path); {
	case err != nil:
		return nil, err
	case large != nil:
		return &Book{open: func() Reader { return large }, close: large.Close}, nil
	}
	data, err := readFlat(path)
	if err != nil {
		return nil, err
	}
	f, err := openFlat(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return New(f), nil
}

// Read reads a flat book from what need not be a file. A working book is none that
// could be read from its beginning to its end.
func Read(r io.Reader) (*Book, error) {
	buffered := bufio.NewReader(r)
	head, err := buffered.Peek(flatHeader)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if beginsStore(head) {
		return nil, errors.New("this is a working book, which is read where it is: name its file")
	}
	if kind := foreign.KindOf(head, -1); kind != foreign.None {
		return nil, fmt.Errorf("this is %v, which is read where it is: name its file", kind)
	}
	length, err := flatLength(head)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(buffered, int64(length)+1))
	if err != nil {
		return nil, err
	}
	f, err := openFlat(data)
	if err != nil {
		return nil, err
	}
	return New(f), nil
}

// boltMagic begins every bbolt file, after the header of its first page.
const (
	boltMagic   = 0xED0CDAED
	boltMagicAt = 16
)

// isStore tells by its first bytes whether a file is a working book.
func isStore(path string) (bool, error) {
	switch info, err := os.Stat(path); {
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%s: %w, nor a plain file", path, errNotBook)
	}
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	head := make([]byte, boltMagicAt+4)
	if _, err := io.ReadFull(file, head); err != nil {
		return false, nil // too short for one
	}
	return beginsStore(head), nil
}

func beginsStore(head []byte) bool {
	return len(head) >= boltMagicAt+4 && binary.LittleEndian.Uint32(head[boltMagicAt:]) == boltMagic
}

// HeadSize is how many of a file's first bytes tell whether it is a book.
const HeadSize = foreign.HeadSize

// IsBook reports whether a file is a book of any kind, which its first bytes tell,
// HeadSize if there are so many, and its size.
func IsBook(head []byte, size int64) bool {
	return beginsStore(head) || bytes.HasPrefix(head, []byte(flatMagic)) || foreign.KindOf(head, size) != foreign.None
}

// Working reports whether the book is a working one. Others are only ever made anew.
func (b *Book) Working() bool {
	_, ok := b.open().(*Store)
	return ok
}

// Err tells what kept the book from being read, if anything did.
func (b *Book) Err() error { return b.open().Err() }

// Close gives the book's file free; a book in memory has nothing to close.
func (b *Book) Close() error {
	if b.close == nil {
		return nil
	}
	return b.close()
}

// Save writes g as a flat file, whole or not at all.
func Save(path string, g *Graph) error { return disk.WriteFile(path, Flat(g)) }

// Load returns the graph of the whole book.
func (b *Book) Load() (*Graph, error) { return Load(b.whole()) }

// Entry returns what the book knows of p.
func (b *Book) Entry(p board.Position) (Entry, bool) { return lookUp(b.open(), p) }

// Move is a move that the book knows at a position, from the view of its side.
type Move struct {
	Square board.Square
	Value  Value
	Entry  Entry // of the position after the move; of the position before it if Leaf
	Leaf   bool  // the move leads out of the book
}

// Moves returns the book's moves at p, best first and equals by square, or none
// if p is not registered.
func (b *Book) Moves(p board.Position) (moves []Move) {
	if s, ok := b.open().(*Store); ok { // one transaction for all look-ups
		s.snapshot(func(f finder) { moves = movesAt(f, p) })
		return moves
	}
	return movesAt(b.open(), p)
}

func movesAt(f finder, p board.Position) []Move {
	entry, ok := lookUp(f, p)
	if !ok {
		return nil
	}
	if p.MustPass() {
		if e, v, ok := successor(f, p, board.Pass); ok {
			return []Move{{Square: board.Pass, Value: v, Entry: e}}
		}
		return nil
	}
	moves := make([]Move, 0, 8)
	for rest := p.Moves(); rest != 0; rest &= rest - 1 {
		sq := board.Square(bits.TrailingZeros64(rest))
		if e, v, ok := successor(f, p, sq); ok {
			moves = append(moves, Move{Square: sq, Value: v, Entry: e})
		} else if sq == entry.Leaf {
			moves = append(moves, Move{Square: sq, Value: entry.LeafValue, Entry: entry, Leaf: true})
		}
	}
	slices.SortStableFunc(moves, func(a, b Move) int { return cmp.Compare(b.Value, a.Value) })
	return moves
}

// Probe returns the book's moves at p for the engine, best first; none if the book is
// damaged, or if it would have to wait for an index that is still made.
func (b *Book) Probe(p board.Position) []engine.BookMove {
	if o, ok := b.open().(*other); ok && !o.soon(p) {
		return nil
	}
	moves := b.Moves(p)
	if err := b.Err(); err != nil {
		b.fault.Do(func() {
			if b.OnFault != nil {
				b.OnFault(err)
			}
		})
		return nil
	}
	if len(moves) == 0 {
		return nil
	}
	probed := make([]engine.BookMove, len(moves))
	for i, m := range moves {
		probed[i] = engine.BookMove{Square: m.Square, Value: m.Value.Discs(), Depth: m.Entry.Depth()}
		if !m.Leaf {
			probed[i].Games = int(m.Entry.Visits)
		}
	}
	return probed
}
