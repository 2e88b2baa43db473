//go:build !amd64 || purego

package eval

import "kaeshi/engine/board"

func playKernel(next, s *State, deltas *[64]View, sq board.Square, flips uint64) {
	playGeneric(next, s, deltas, sq, flips)
}

func sumKernel(v *View, offsets *[words * lanes]uint32, weights []int16) int {
	return sumGeneric(v, offsets, weights)
}

func foldKernel(v *View, offsets *[words * lanes]uint32, rows []Row, a, b, c *Row, factors *factors) int {
	return foldGeneric(v, offsets, rows, a, b, c, factors)
}

func afterKernel(*State, *[64]View, board.Square, uint64, *[words * lanes]uint32, []Row, *Row, *Row, *Row, *factors) (int, bool) {
	return 0, false
}

func expandKernel(rows []Row, values []int16, numbers []uint32) { expandGeneric(rows, values, numbers) }
