//go:build amd64 && !purego

package board

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
func stableAVX2(player, opponent uint64) uint64

//go:noescape
func successorsAVX2(player, opponent, moves uint64, out *Successor) int

//go:noescape
func successorsAVX512(player, opponent, moves uint64, out *Successor) int

func successorsKernel(p Position, moves uint64, out *[MaxMoves]Successor) int {
	switch {
	case CPU.AVX512:
		return successorsAVX512(p.Player, p.Opponent, moves, &out[0])
	case CPU.AVX2:
		return successorsAVX2(p.Player, p.Opponent, moves, &out[0])
	}
	return successorsGeneric(p, moves, out)
}

// kernelSets are the kernels that this machine can run, the fastest last.
func kernelSets() []kernelSet {
	sets := []kernelSet{generic}
	lastFlip, stable := lastFlipGeneric, stableGeneric
	if CPU.FastPEXT {
		lastFlip, stable = lastFlipBMI2, stableAVX2
	}
	if CPU.AVX2 {
		sets = append(sets, kernelSet{
			name: "AVX2", moves: movesAVX2, flip: flipAVX2, lastFlip: lastFlip,
			stable: stable, successors: successorsAVX2,
		})
	}
	if CPU.AVX512 {
		sets = append(sets, kernelSet{
			name: "AVX-512", moves: movesAVX512, flip: flipAVX512, lastFlip: lastFlip,
			stable: stable, successors: successorsAVX512,
		})
	}
	return sets
}
