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
// that takes p there. The mover's discs nearly always tell which that is.
func (p Position) Canonical() (Position, int) {
	// To mirror and to transpose commutes but for the axis: two of each make all images.
	transposed := transpose(p.Player)
	mirrored, both := mirrorColumns(p.Player), mirrorColumns(transposed)
	images := [Symmetries]uint64{
		p.Player, transposed, bits.ReverseBytes64(p.Player), both,
		mirrored, bits.ReverseBytes64(transposed), bits.ReverseBytes64(mirrored), bits.ReverseBytes64(both),
	}
	least := images[0]
	for _, image := range images[1:] {
		least = min(least, image)
	}
	best, symmetry := Position{Player: least}, -1
	for s, image := range images {
		if image != least {
			continue
		}
		if q := Transform(p.Opponent, s); symmetry < 0 || q < best.Opponent {
			best.Opponent, symmetry = q, s
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
