//go:build amd64 && !purego

package eval

import "kaeshi/engine/board"

// The assembly is written by scripts/gen.

//go:noescape
func playAVX2(next, s *State, deltas *[64]View, sq board.Square, flips uint64)

//go:noescape
func sumAVX2(view *View, offsets *[words * lanes]uint32, weights *int16) int

//go:noescape
func foldAVX2(view *View, offsets *[words * lanes]uint32, rows, a, b, c *Row, factors *factors) int

//go:noescape
func afterAVX2(s *State, deltas *[64]View, sq board.Square, flips uint64, offsets *[words * lanes]uint32, rows, a, b, c *Row, factors *factors) int

// foldAfter is play and fold in one; ok is false where there is no such kernel.
func foldAfter(s *State, deltas *[64]View, sq board.Square, flips uint64, offsets *[words * lanes]uint32,
	rows []Row, a, b, c *Row, factors *factors) (total int, ok bool) {
	if !board.CPU.AVX2 {
		return 0, false
	}
	return afterAVX2(s, deltas, sq, flips, offsets, &rows[0], a, b, c, factors), true
}

func fold(v *View, offsets *[words * lanes]uint32, rows []Row, a, b, c *Row, factors *factors) int {
	if board.CPU.AVX2 {
		return foldAVX2(v, offsets, &rows[0], a, b, c, factors)
	}
	return foldGeneric(v, offsets, rows, a, b, c, factors)
}

func play(next, s *State, deltas *[64]View, sq board.Square, flips uint64) {
	if board.CPU.AVX2 {
		playAVX2(next, s, deltas, sq, flips)
		return
	}
	playGeneric(next, s, deltas, sq, flips)
}

func sum(v *View, offsets *[words * lanes]uint32, weights []int16) int {
	if board.CPU.AVX2 {
		return sumAVX2(v, offsets, &weights[0])
	}
	return sumGeneric(v, offsets, weights)
}
