package main

import (
	"math/bits"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
)

// The layout of the table "squares": squareSize bytes for each square. Rays come
// in groups of four quadwords, one for each axis in the order of steps, so
// that a vector register holds all axes at once.
const (
	squareSize  = 128
	squareShift = 7
	upRays      = 0   // the rays towards higher squares
	downRays    = 32  // the rays towards lower squares
	lineMasks   = 64  // both rays of each axis together
	lineRows    = 96  // for each axis, as words, where its row of counts begins
	squareBit   = 104 // the square itself
	squareQuad  = 112 // the quadrant of the square

	shifts1       = 64 * squareSize  // the distances of neighbours
	shifts2       = shifts1 + 32     // twice the distances
	shifts4       = shifts2 + 32     // four times
	inner         = shifts4 + 32     // the squares that can lie inside a run of the axis
	rotations1    = inner + 32       // both directions as rotations to the left: 1, 8, ..., -1, -8, ...
	rotations2    = rotations1 + 64  // twice the distances
	innerRotate   = rotations2 + 64  // as inner, but also where a rotation would wrap around
	spreads       = innerRotate + 64 // where a stride of one upwards, one downwards, two, ... may end
	borders       = spreads + 6*32   // the squares where an axis ends
	lastScores    = borders + 32     // see lastScore
	lastCountRows = lastScores + 2<<(2*countBits)

	countBits = 5 // a move turns fewer than 32 discs
)

// steps holds the change of column and row for each axis, upwards.
var steps = [4][2]int{{1, 0}, {0, 1}, {-1, 1}, {1, 1}}

// vectors stand in the table from shifts1 on.
var vectors = [][4]uint64{
	{1, 8, 7, 9},
	{2, 16, 14, 18},
	{4, 32, 28, 36},
	{innerColumns, ^uint64(0), innerColumns, innerColumns},
	{1, 8, 7, 9}, {63, 56, 57, 55},
	{2, 16, 14, 18}, {62, 48, 50, 46},
	{innerColumns, innerRows, innerColumns & innerRows, innerColumns & innerRows},
	{innerColumns, innerRows, innerColumns & innerRows, innerColumns & innerRows},
	stride(1, 1), stride(1, -1), stride(2, 1), stride(2, -1), stride(4, 1), stride(4, -1),
	{^uint64(innerColumns), ^uint64(innerRows), ^uint64(innerColumns & innerRows), ^uint64(innerColumns & innerRows)},
}

// stride returns for each axis the squares that one can reach by so many steps
// upwards, or downwards with a sign of -1.
func stride(squares, sign int) (ends [4]uint64) {
	for axis, step := range steps {
		for sq := range 64 {
			column, row := sq&7-sign*squares*step[0], sq>>3-sign*squares*step[1]
			if column >= 0 && column < 8 && row >= 0 && row < 8 {
				ends[axis] |= 1 << sq
			}
		}
	}
	return ends
}

const (
	innerColumns = 0x7E7E7E7E7E7E7E7E
	innerRows    = 0x00FFFFFFFFFFFF00
)

func ray(sq, column, row int) uint64 {
	var squares uint64
	for c, r := sq&7+column, sq>>3+row; c >= 0 && c < 8 && r >= 0 && r < 8; c, r = c+column, r+row {
		squares |= 1 << (r*8 + c)
	}
	return squares
}

// countRows lays out the rows of the table of last flips, longest lines first so
// that each row is aligned to its length, and returns where the row begins for a
// line of the given length with the empty square at the given place.
func countRows() (begin map[[2]int]int, counts []uint16) {
	begin = map[[2]int]int{}
	for length := 8; length >= 1; length-- {
		for place := range length {
			begin[[2]int{length, place}] = len(counts)
			for discs := range 1 << (length - 1) {
				counts = append(counts, countEntry(length, place, discs))
			}
		}
	}
	return begin, counts
}

// countEntry returns, for a line whose square at place is empty and whose other
// squares are the discs of one side (bits set, the empty square left out) and of
// the other, the number of discs that the first side turns by playing there, and
// from countBits on the same for the other side.
func countEntry(length, place, discs int) uint16 {
	low := discs & (1<<place - 1)
	line := low | discs>>place<<(place+1)
	rest := (1<<length - 1) &^ (1 << place)
	return uint16(countLine(length, place, line) | countLine(length, place, rest&^line)<<countBits)
}

// lastScore returns what a final score is above the disc count of the side to
// move taken twice, less 64, when it had the move at the last empty square. index
// holds the discs that it turns, above them those that the other side would turn,
// and then whether it has 32 discs or more.
func lastScore(index int) int8 {
	mine, theirs, ahead := index&(1<<countBits-1), index>>countBits&(1<<countBits-1), index>>(2*countBits) != 0
	switch {
	case mine > 0:
		return int8(2*mine + 2)
	case theirs > 0:
		return int8(-2 * theirs)
	case ahead: // nobody can move: the empty square counts for the winner
		return 2
	}
	return 0
}

// countLine counts the flips of a move at place, every other square of the line
// not in discs being the opponent's.
func countLine(length, place, discs int) int {
	flips := 0
	if above := discs >> (place + 1); above != 0 {
		flips += bits.TrailingZeros(uint(above))
	}
	if below := discs & (1<<place - 1); below != 0 {
		flips += place - bits.Len(uint(below))
	}
	return flips
}

// addTables writes the read-only table that all kernels share.
func addTables(file *ir.File) {
	table := ir.NewGlobal(tableSymbol(""))
	table.Attributes = attr.RODATA | attr.NOPTR
	begin, rowCounts := countRows()
	for sq := range 64 {
		var up, down [4]uint64
		var rows uint64
		for axis, step := range steps {
			up[axis] = ray(sq, step[0], step[1])
			down[axis] = ray(sq, -step[0], -step[1])
			length := bits.OnesCount64(up[axis]|down[axis]) + 1
			row := begin[[2]int{length, bits.OnesCount64(down[axis])}]
			rows |= uint64(row) << (16 * axis)
		}
		for _, rays := range [][4]uint64{up, down, {up[0] | down[0], up[1] | down[1], up[2] | down[2], up[3] | down[3]}} {
			for _, squares := range rays {
				table.Append(operand.U64(squares))
			}
		}
		table.Append(operand.U64(rows))
		table.Append(operand.U64(1 << sq))
		table.Append(operand.U64(0x0F0F0F0F << (sq & 0x24)))
		table.Append(operand.U64(0))
	}
	for _, vector := range vectors {
		for _, v := range vector {
			table.Append(operand.U64(v))
		}
	}
	for i := 0; i < 2<<(2*countBits); i += 8 {
		var word uint64
		for j := range 8 {
			word |= uint64(uint8(lastScore(i+j))) << (8 * j)
		}
		table.Append(operand.U64(word))
	}
	for len(rowCounts)%4 != 0 {
		rowCounts = append(rowCounts, 0)
	}
	for i := 0; i < len(rowCounts); i += 4 {
		table.Append(operand.U64(uint64(rowCounts[i]) | uint64(rowCounts[i+1])<<16 | uint64(rowCounts[i+2])<<32 | uint64(rowCounts[i+3])<<48))
	}
	file.AddSection(table)
}
