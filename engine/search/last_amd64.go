//go:build amd64 && !purego

package search

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

// The assembly is written by scripts/gen. It takes null windows and two empties
// or more.

//go:noescape
func solveLastAVX2(player, opponent uint64, alpha int, nodes *uint64) int

//go:noescape
func solveLastAVX512(player, opponent uint64, alpha int, nodes *uint64) int

var (
	hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
	has512  = hasAVX2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512CD && cpu.X86.HasAVX512DQ
)

func solveLastKernel(player, opponent uint64, alpha, beta int, nodes *uint64) int {
	if hasAVX2 && beta-alpha == 1 && bits.OnesCount64(player|opponent) <= 62 {
		if has512 {
			return solveLastAVX512(player, opponent, alpha, nodes)
		}
		return solveLastAVX2(player, opponent, alpha, nodes)
	}
	return solveLastGeneric(player, opponent, alpha, beta, nodes)
}
