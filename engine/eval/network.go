package eval

import (
	"math/bits"

	"kaeshi/engine/board"
	"kaeshi/engine/pattern"
)

// Row is the weight of a configuration in a network: sixteen numbers in place of
// one, four to a word. Summed over the features and the terms of a position they
// make its lanes. The first Linear lanes are summed over the whole board and count
// as they are. The rest are summed for each quarter of the board, over the features
// that belong to it and all terms, and count by their absolute values: a hidden
// layer whose weights all come from tables.
//
// A word is the sum of its numbers, each times 2^16 to the power of its place, so
// that adding words adds all four; what a negative number borrows from the next
// is given back by unpack.
type Row [rowWords]uint64

const (
	rowLanes = 16
	rowWords = rowLanes / lanes
	rowTerms = 3 // a network has so many terms
)

// Linear is how many lanes are not folded: one for the value itself, and one
// that grows with the distance from the middle of the phase, see Factors.
const Linear = 2

// factorOne is a factor of 1.
const factorOne = 1 << factorBits

const factorBits = 8

// groups are the features of a network in their order. The assembly knows them.
var groups = [...]pattern.Group{
	{Quarters: 0, Features: 4}, {Quarters: 0b0001, Features: 7}, {Quarters: 0b0010, Features: 7}, {Quarters: 0b0011, Features: 5},
	{Quarters: 0b0100, Features: 7}, {Quarters: 0b0101, Features: 5}, {Quarters: 0b0110, Features: 3},
	{Quarters: 0b1000, Features: 7}, {Quarters: 0b1001, Features: 3}, {Quarters: 0b1010, Features: 5},
	{Quarters: 0b1100, Features: 5},
}

// factors is what each lane is multiplied by. Lanes that do not count are 0. The
// folded ones are for the assembly; plain Go adds and subtracts in turn, see fold.
type factors struct {
	linear [rowLanes / 2]int16
	folded [rowLanes]int16
}

// network is the weights that hold at some number of empties.
type network struct {
	rows    []Row // of all patterns, one after the other, then of zeros
	terms   [rowTerms][]Row
	factors factors
}

// Factors returns what each lane of a position with that many empties is
// multiplied by before all are added: folded lanes count for and against in turn.
func Factors(set *pattern.Set, empties int) []float64 {
	factors := make([]float64, set.Lanes)
	for lane := range factors {
		factors[lane] = float64(1 - lane%2*2)
	}
	factors[1] = set.Slope(empties)
	return factors
}

// pack makes a row of its numbers. The first move of a game waits for many of them.
func pack(numbers *[rowLanes]int16) (row Row) {
	for i := range row {
		four := numbers[i*lanes : i*lanes+lanes : i*lanes+lanes]
		word := uint64(uint16(four[0])) | uint64(uint16(four[1]))<<16 |
			uint64(uint16(four[2]))<<32 | uint64(uint16(four[3]))<<48
		row[i] = word - word>>15&0x0000_0001_0001_0001<<16 // each negative one borrows
	}
	return row
}

// unpack returns the numbers of a row, or of a sum of rows.
func (row *Row) unpack() (numbers [rowLanes]int16) {
	for i, word := range row {
		numbers[i*lanes] = int16(word)
		for k := 1; k < lanes; k++ {
			numbers[i*lanes+k] = int16(word>>(16*k)) + int16(word>>(16*k-1)&1)
		}
	}
	return numbers
}

func packAll(values []int16) []Row {
	rows := make([]Row, len(values)/rowLanes)
	for i := range rows {
		rows[i] = pack((*[rowLanes]int16)(values[i*rowLanes:]))
	}
	return rows
}

// network returns the network for so many empties.
func (e *Evaluator) network(empties int) *network {
	if net := e.networks[empties].Load(); net != nil {
		return net
	}
	return e.expandedNetwork(empties)
}

// expandedNetwork waits for a network that is not written out. It may be given up again
// at once.
func (e *Evaluator) expandedNetwork(empties int) *network {
	for {
		e.expand(e.weights.Set.Phase(empties))
		if net := e.networks[empties].Load(); net != nil {
			return net
		}
	}
}

func (e *Evaluator) evaluateNetwork(s *State, empties int) int {
	net, p := e.network(empties), s.position
	a, b, c := net.termRows(p, p.Moves())
	return foldKernel(&s.player, &e.offsets, net.rows, a, b, c, &net.factors)
}

// termRows returns the rows of the terms of p, whose legal moves are moves. The terms
// of a network are the empties and the mobility of both sides.
func (net *network) termRows(p board.Position, moves uint64) (a, b, c *Row) {
	return &net.terms[0][min(p.EmptyCount(), len(net.terms[0])-1)],
		&net.terms[1][min(bits.OnesCount64(moves), len(net.terms[1])-1)],
		&net.terms[2][min(bits.OnesCount64(p.Pass().Moves()), len(net.terms[2])-1)]
}

// After returns what Evaluate would of next, the position after a move at sq that turns
// flips, without a state for it. moves are the legal moves of next, empties its empty
// squares.
func (e *Evaluator) After(s *State, sq board.Square, flips uint64, next board.Position, moves uint64, empties int) int {
	if e.networks != nil {
		net := e.network(empties)
		a, b, c := net.termRows(next, moves)
		if total, ok := afterKernel(s, &e.deltas, sq, flips, &e.offsets, net.rows, a, b, c, &net.factors); ok {
			return e.inDiscs(total >> factorBits)
		}
	}
	var state State
	e.Play(&state, s, sq, flips)
	return e.Evaluate(&state, empties)
}

func (row *Row) add(other *Row) {
	row[0] += other[0]
	row[1] += other[1]
	row[2] += other[2]
	row[3] += other[3]
}

// foldGeneric adds up the rows of a view and of three terms, and folds the sums;
// foldKernel is this or the same in assembly.
func foldGeneric(v *View, offsets *[words * lanes]uint32, rows []Row, a, b, c *Row, factors *factors) int {
	whole := *a
	whole.add(b)
	whole.add(c)
	quarters := [pattern.Quarters]Row{whole, whole, whole, whole}
	var numbers [words * lanes]uint32
	for i, four := range v {
		at, to := (*[lanes]uint32)(offsets[i*lanes:]), (*[lanes]uint32)(numbers[i*lanes:])
		to[0], to[1] = at[0]+uint32(uint16(four)), at[1]+uint32(uint16(four>>16))
		to[2], to[3] = at[2]+uint32(uint16(four>>32)), at[3]+uint32(uint16(four>>48))
	}
	slot := 0
	for _, group := range groups {
		sum := sumRows(rows, numbers[slot:slot+group.Features])
		whole.add(&sum)
		for belongs := group.Quarters; belongs != 0; belongs &= belongs - 1 {
			quarters[bits.TrailingZeros8(belongs)%pattern.Quarters].add(&sum)
		}
		slot += group.Features
	}
	total := 0
	sums := whole.unpack()
	for lane := range Linear {
		total += int(sums[lane]) * int(factors.linear[lane])
	}
	for i := range quarters {
		total += quarters[i].fold() * factorOne
	}
	return total
}

// fold adds up the absolute values of the folded lanes, every other one negative,
// four at a time.
func (row *Row) fold() int {
	const (
		ones  = 0x0001_0001_0001_0001
		every = 0x0000_ffff_0000_ffff
	)
	var even, odd uint64
	for i, word := range row {
		borrowed := word >> 15 & (ones >> 16) << 16
		numbers := (word&^(ones<<15) + borrowed) ^ word&(ones<<15)
		negative := numbers >> 15 & ones
		absolute := numbers ^ negative*0xffff + negative
		if i == 0 {
			absolute &^= 1<<(16*Linear) - 1
		}
		even += absolute & every
		odd += absolute >> 16 & every
	}
	return int(uint32(even)) + int(even>>32) - int(uint32(odd)) - int(odd>>32)
}

// sumRows adds up the rows with these numbers.
func sumRows(rows []Row, numbers []uint32) Row {
	var s0, s1, s2, s3 uint64 // an array would not stay in registers
	for _, number := range numbers {
		row := &rows[number]
		s0, s1, s2, s3 = s0+row[0], s1+row[1], s2+row[2], s3+row[3]
	}
	return Row{s0, s1, s2, s3}
}
