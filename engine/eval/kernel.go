package eval

import (
	"math/bits"

	"kaeshi/engine/board"
)

// playGeneric sets the views of next to those of s after a move at sq that turns
// flips: for the mover the square becomes 1 and the turned discs go from 2 to 1,
// for the other side 2 and from 1 to 2; then the sides change. playKernel is this or
// the same in assembly.
func playGeneric(next, s *State, deltas *[64]View, sq board.Square, flips uint64) {
	var turned View
	for ; flips != 0; flips &= flips - 1 {
		delta := &deltas[bits.TrailingZeros64(flips)&63]
		for i := range turned {
			turned[i] += delta[i]
		}
	}
	placed := &deltas[sq&63]
	for i := range turned {
		mover, other := s.player[i], s.opponent[i]
		next.opponent[i] = mover + placed[i] - turned[i]
		next.player[i] = other + 2*placed[i] + turned[i]
	}
}

// sumGeneric adds up the weights of a view; sumKernel is this or the same in assembly.
func sumGeneric(v *View, offsets *[words * lanes]uint32, weights []int16) int {
	total := 0
	for i := range v {
		four := v[i]
		at := (*[lanes]uint32)(offsets[i*lanes:])
		total += int(weights[at[0]+uint32(uint16(four))]) +
			int(weights[at[1]+uint32(uint16(four>>16))]) +
			int(weights[at[2]+uint32(uint16(four>>32))]) +
			int(weights[at[3]+uint32(uint16(four>>48))])
	}
	return total
}

// expandGeneric sets each row to the packed one with its number among values.
func expandGeneric(rows []Row, values []int16, numbers []uint32) {
	for i, number := range numbers {
		rows[i] = pack((*[rowLanes]int16)(values[number*rowLanes:]))
	}
}
