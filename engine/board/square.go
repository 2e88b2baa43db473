package board

import "strings"

// Color is one of the two sides.
type Color uint8

// The two sides; Black moves first.
const (
	Black Color = iota
	White
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// String returns "black" or "white".
func (c Color) String() string {
	if c == Black {
		return "black"
	}
	return "white"
}

// ParseColor reads b, w, black or white in any case.
func ParseColor(s string) (Color, bool) {
	switch strings.ToLower(s) {
	case "b", "black":
		return Black, true
	case "w", "white":
		return White, true
	}
	return Black, false
}

// Square is a square of the board, A1 = 0, B1 = 1, ... H8 = 63, with A1 at the
// top left. Pass and NoSquare stand beside them where a move may be none.
type Square uint8

// What a Square can be besides 0..63.
const (
	Pass     Square = 64 // the move of a side that has no legal move
	NoSquare Square = 65 // no move at all: unknown, or the game is over
)

// SquareAt returns the square in column 0..7 (a-h) and row 0..7 (1-8).
func SquareAt(column, row int) Square { return Square(row*8 + column) }

// Column returns 0..7 for a-h.
func (s Square) Column() int { return int(s & 7) }

// Row returns 0..7 for 1-8.
func (s Square) Row() int { return int(s >> 3) }

// Bit returns the bitboard with only this square; 0 for Pass and NoSquare.
func (s Square) Bit() uint64 { return 1 << s }

// String returns the name in upper case as GTP prints it: "F5", "PASS", "-".
func (s Square) String() string {
	switch {
	case s < 64:
		return string([]byte{'A' + byte(s&7), '1' + byte(s>>3)})
	case s == Pass:
		return "PASS"
	}
	return "-"
}

// ParseSquare reads a square such as "f5" or "F5"; passes are not squares.
func ParseSquare(s string) (Square, bool) {
	if len(s) != 2 {
		return NoSquare, false
	}
	column, row := s[0]|0x20, s[1]
	if column < 'a' || column > 'h' || row < '1' || row > '8' {
		return NoSquare, false
	}
	return SquareAt(int(column-'a'), int(row-'1')), true
}
