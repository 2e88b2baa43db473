//go:build amd64 && !purego

package eval

import (
	"unsafe"

	"kaeshi/engine/board"
)

// The assembly is written by scripts/gen. All of it needs board.CPU.AVX2. Nothing needs
// to be aligned. No index is checked: the number of each feature in a view plus its
// offset must be within the weights.

// playAVX2 sets the views of next to those of s after a move at sq that turns flips, as
// playGeneric does. next and s may be the same. sq is at most 63. It leaves
// next.position alone.
//
//go:noescape
func playAVX2(next, s *State, deltas *[64]View, sq board.Square, flips uint64)

// sumAVX2 returns the sum of the weights of a view. weights points to the first of a
// slice.
//
//go:noescape
func sumAVX2(view *View, offsets *[words * lanes]uint32, weights *int16) int

// foldAVX2 returns what foldGeneric does. rows points to the first of a slice of fewer
// than 2^27, as the assembly counts its bytes in 32 bits. It takes the features in the
// order of groups.
//
//go:noescape
func foldAVX2(view *View, offsets *[words * lanes]uint32, rows, a, b, c *Row, factors *factors) int

// afterAVX2 is playAVX2 and foldAVX2 in one, without a state for the position between:
// it returns the fold of the view of the side to move after the move, and writes
// nothing.
//
//go:noescape
func afterAVX2(s *State, deltas *[64]View, sq board.Square, flips uint64, offsets *[words * lanes]uint32, rows, a, b, c *Row, factors *factors) int

// expandAVX2 does what expandGeneric does for the first count rows.
//
//go:noescape
func expandAVX2(rows *Row, values *int16, numbers *uint32, count int)

// The layout that the assembly knows. With another one this does not compile.
var (
	_ [0]struct{}   = [unsafe.Offsetof(State{}.player)]struct{}{}
	_ [128]struct{} = [unsafe.Offsetof(State{}.opponent)]struct{}{}
	_ [128]struct{} = [unsafe.Sizeof(View{})]struct{}{}
	_ [64]struct{}  = [words * lanes]struct{}{}
	_ [32]struct{}  = [unsafe.Sizeof(Row{})]struct{}{}
	_ [0]struct{}   = [unsafe.Offsetof(factors{}.linear)]struct{}{}
	_ [16]struct{}  = [unsafe.Offsetof(factors{}.folded)]struct{}{}
	_ [48]struct{}  = [unsafe.Sizeof(factors{})]struct{}{}
	_ [11]struct{}  = [len(groups)]struct{}{}
)

func playKernel(next, s *State, deltas *[64]View, sq board.Square, flips uint64) {
	if board.CPU.AVX2 {
		playAVX2(next, s, deltas, sq, flips)
		return
	}
	playGeneric(next, s, deltas, sq, flips)
}

func sumKernel(v *View, offsets *[words * lanes]uint32, weights []int16) int {
	if board.CPU.AVX2 {
		return sumAVX2(v, offsets, &weights[0])
	}
	return sumGeneric(v, offsets, weights)
}

func foldKernel(v *View, offsets *[words * lanes]uint32, rows []Row, a, b, c *Row, factors *factors) int {
	if board.CPU.AVX2 {
		return foldAVX2(v, offsets, &rows[0], a, b, c, factors)
	}
	return foldGeneric(v, offsets, rows, a, b, c, factors)
}

// afterKernel is playKernel and foldKernel in one; ok is false where there is no such
// kernel.
func afterKernel(s *State, deltas *[64]View, sq board.Square, flips uint64, offsets *[words * lanes]uint32,
	rows []Row, a, b, c *Row, factors *factors) (total int, ok bool) {
	if board.CPU.AVX2 {
		return afterAVX2(s, deltas, sq, flips, offsets, &rows[0], a, b, c, factors), true
	}
	return 0, false
}

func expandKernel(rows []Row, values []int16, numbers []uint32) {
	if board.CPU.AVX2 && len(numbers) > 0 {
		expandAVX2(&rows[:len(numbers)][0], &values[0], &numbers[0], len(numbers))
		return
	}
	expandGeneric(rows, values, numbers)
}
