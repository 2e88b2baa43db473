//go:build amd64 && !purego

package board

import "golang.org/x/sys/cpu"

// The assembly is written by scripts/gen.

//go:noescape
func movesAVX2(player, opponent uint64) uint64

//go:noescape
func movesAVX512(player, opponent uint64) uint64

//go:noescape
func flipAVX2(sq Square, player, opponent uint64) uint64

//go:noescape
func flipAVX512(sq Square, player, opponent uint64) uint64

//go:noescape
func lastFlipBMI2(sq Square, player uint64) int

//go:noescape
func successorsAVX2(player, opponent, moves uint64, out *Successor) int

//go:noescape
func successorsAVX512(player, opponent, moves uint64, out *Successor) int

var (
	hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
	has512  = hasAVX2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512CD && cpu.X86.HasAVX512DQ
)

func successorsKernel(p Position, moves uint64, out *[MaxMoves]Successor) int {
	switch {
	case has512:
		return successorsAVX512(p.Player, p.Opponent, moves, &out[0])
	case hasAVX2:
		return successorsAVX2(p.Player, p.Opponent, moves, &out[0])
	}
	return successorsGeneric(p, moves, out)
}

// kernelSets are the kernels that this machine can run, the fastest last.
func kernelSets() []kernelSet {
	sets := []kernelSet{generic}
	if hasAVX2 {
		sets = append(sets, kernelSet{
			name: "AVX2", moves: movesAVX2, flip: flipAVX2, lastFlip: lastFlipBMI2,
			stable: stableGeneric, successors: successorsAVX2,
		})
	}
	if has512 {
		sets = append(sets, kernelSet{
			name: "AVX-512", moves: movesAVX512, flip: flipAVX512, lastFlip: lastFlipBMI2,
			stable: stableGeneric, successors: successorsAVX512,
		})
	}
	return sets
}
