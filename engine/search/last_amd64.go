//go:build amd64 && !purego

package search

import (
	"math/bits"

	"kaeshi/engine/board"
)

// The assembly is written by scripts/gen. It takes null windows and two empties
// or more.

//go:noescape
func solveLastAVX2(player, opponent uint64, alpha int, nodes *uint64) int

//go:noescape
func solveLastAVX512(player, opponent uint64, alpha int, nodes *uint64) int

func solveLastKernel(player, opponent uint64, alpha, beta int, nodes *uint64) int {
	if board.CPU.AVX2 && board.CPU.FastPEXT && beta-alpha == 1 && bits.OnesCount64(player|opponent) <= 62 {
		if board.CPU.AVX512 {
			return solveLastAVX512(player, opponent, alpha, nodes)
		}
		return solveLastAVX2(player, opponent, alpha, nodes)
	}
	return solveLastGeneric(player, opponent, alpha, beta, nodes)
}
