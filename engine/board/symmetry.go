package board

import "math/bits"

// Symmetries is the number of symmetries of the board. Symmetry 0 is the
// identity; bit 2 mirrors the columns, then bit 1 the rows, then bit 0 swaps
// rows and columns.
const Symmetries = 8

// Transform returns the bitboard b under the symmetry s in 0..7.
func Transform(b uint64, s int) uint64 {
	if s&4 != 0 {
		b = mirrorColumns(b)
	}
	if s&2 != 0 {
		b = bits.ReverseBytes64(b)
	}
	if s&1 != 0 {
		b = transpose(b)
	}
	return b
}

// InverseSymmetry returns the symmetry that undoes s.
func InverseSymmetry(s int) int {
	if s&1 != 0 {
		// Transposing last turns column mirroring into row mirroring.
		return 1 | s>>1&2 | s<<1&4
	}
	return s
}

// Transform returns the square under the symmetry s; Pass and NoSquare stay.
func (sq Square) Transform(s int) Square {
	if sq >= 64 {
		return sq
	}
	return Square(bits.TrailingZeros64(Transform(sq.Bit(), s)))
}

// Transform returns the position under the symmetry s.
func (p Position) Transform(s int) Position {
	return Position{Transform(p.Player, s), Transform(p.Opponent, s)}
}

// Less reports whether p comes before another position: by the mover's discs, then by
// the other side's.
func (p Position) Less(q Position) bool {
	return p.Player < q.Player || p.Player == q.Player && p.Opponent < q.Opponent
}

// Canonical returns the smallest of the eight images of p, and the symmetry
// that takes p there.
func (p Position) Canonical() (Position, int) {
	best, symmetry := p, 0
	for s := 1; s < Symmetries; s++ {
		if q := p.Transform(s); q.Less(best) {
			best, symmetry = q, s
		}
	}
	return best, symmetry
}

func mirrorColumns(b uint64) uint64 { return bits.ReverseBytes64(bits.Reverse64(b)) }

func transpose(b uint64) uint64 {
	t := (b ^ b>>7) & 0x00AA00AA00AA00AA
	b ^= t ^ t<<7
	t = (b ^ b>>14) & 0x0000CCCC0000CCCC
	b ^= t ^ t<<14
	t = (b ^ b>>28) & 0x00000000F0F0F0F0
	return b ^ t ^ t<<28
}
