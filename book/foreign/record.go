// Package foreign reads and writes the opening books of other programs: Edax and
// Egaroucid.
//
// Their files are not sorted and may be larger than the memory. They are read record
// by record; to look positions up, an Index tells where in the file each one is.
package foreign

import (
	"errors"
	"fmt"

	"kaeshi/engine/board"
)

// Record is what a book says of a position, from the view of its side to move, with
// the squares as the position stands in the file.
type Record struct {
	Position board.Position

	Value int // discs, or Unknown
	Level int // as the program that searched it counts them; -1 if unknown
	Lines uint32

	// Links are moves to positions of the book. Only Edax lists them.
	Links []Link

	// Leaf is the best move that is no link; its Square is NoSquare if there is none
	// or nobody knows it. LeafLevel is of the search behind it.
	Leaf      Link
	LeafLevel int

	// What only Edax counts: how the games below end, and what bounds the value.
	Wins, Draws, Losses uint32
	Lower, Upper        int
}

// Link is a move with its value in discs for the side that plays it, or Unknown.
type Link struct {
	Score  int
	Square board.Square
}

// Unknown stands for a value that nobody knows.
const Unknown = -127

// UnknownUpper is Unknown for a bound from above.
const UnknownUpper = 127

// Known reports whether a score is a number of discs on the board.
func Known(score int) bool { return score >= -64 && score <= 64 }

// Header is what a file says of all its positions together.
type Header struct {
	Kind  Kind
	Count int64 // of positions; for Edax a hint only

	// The options of an Edax book.
	Level, Empties            int32
	MidgameError, EndcutError int32
	Verbosity                 int32
	Release                   uint8
	Year                      int16
	Month, Day                uint8
	Hour, Minute, Second      uint8
	padding                   uint8
}

// Kind is a form of file.
type Kind uint8

// The forms. A number behind Egaroucid is the version of the form.
const (
	None Kind = iota
	Edax
	Egaroucid1
	Egaroucid2
	Egaroucid3
)

// String returns what the form is called.
func (k Kind) String() string {
	return [...]string{"no book", "an Edax book", "an Egaroucid book of version 1", "an Egaroucid book of version 2", "an Egaroucid book of version 3"}[k]
}

// HeadSize is how many of a file's first bytes tell its kind.
const HeadSize = edaxHeader

// KindOf tells by the first bytes of a file, HeadSize or fewer, and by its size in
// bytes what it is.
func KindOf(head []byte, size int64) Kind {
	switch {
	case isEdax(head):
		return Edax
	case isEgaroucid(head, 3):
		return Egaroucid3
	case isEgaroucid(head, 2):
		return Egaroucid2
	case isEgaroucid1(head, size):
		return Egaroucid1
	}
	return None
}

// errShort tells that the data ends within a record.
var errShort = errors.New("it is truncated")

// check tells what makes a position impossible.
func check(p board.Position) error {
	const centre = 0x0000001818000000
	switch {
	case !p.Valid():
		return errors.New("a square has discs of both sides")
	case (p.Player|p.Opponent)&centre != centre:
		return errors.New("a square of the centre is empty")
	}
	return nil
}

// damaged names a place in a file and what is wrong there.
func damaged(kind Kind, at int64, err error) error {
	if errors.Is(err, errShort) {
		return fmt.Errorf("%v is truncated: it ends within the position at byte %d; restore a copy of it", kind, at)
	}
	return fmt.Errorf("%v is damaged at byte %d: %w; restore a copy of it", kind, at, err)
}
