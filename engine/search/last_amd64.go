//go:build amd64 && !purego

package search

import (
	"math/bits"

	"kaeshi/engine/board"
)

// The assembly is written by scripts/gen. Nothing needs to be aligned.

// solveLastAVX2 is solveLastGeneric with the window alpha..alpha+1: it returns the same
// value and adds the same number to nodes. It takes positions of two to lastEmpties
// empties, which it does not check. It needs board.CPU.AVX2, and is slow without
// board.CPU.FastPEXT.
//
//go:noescape
func solveLastAVX2(player, opponent uint64, alpha int, nodes *uint64) int

// solveLastAVX512VL is solveLastAVX2 for board.CPU.AVX512VL.
//
//go:noescape
func solveLastAVX512VL(player, opponent uint64, alpha int, nodes *uint64) int

// solveLastAVX512 is solveLastAVX2 for board.CPU.AVX512.
//
//go:noescape
func solveLastAVX512(player, opponent uint64, alpha int, nodes *uint64) int

// The constants that the assembly knows. With others this does not compile.
var (
	_ [6]struct{}  = [lastEmpties]struct{}{}
	_ [16]struct{} = [stableSpare]struct{}{}
	_ [65]struct{} = [-lowestScore]struct{}{}
)

func solveLastKernel(player, opponent uint64, alpha, beta int, nodes *uint64) int {
	switch fits := beta-alpha == 1 && bits.OnesCount64(player|opponent) <= 62; {
	case fits && board.CPU.AVX512 && board.CPU.FastPEXT:
		return solveLastAVX512(player, opponent, alpha, nodes)
	case fits && board.CPU.AVX512VL && board.CPU.FastPEXT:
		return solveLastAVX512VL(player, opponent, alpha, nodes)
	case fits && board.CPU.FastPEXT:
		return solveLastAVX2(player, opponent, alpha, nodes)
	}
	return solveLastGeneric(player, opponent, alpha, beta, nodes)
}
