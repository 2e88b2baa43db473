//go:build amd64 && !purego

package board

// kernelSets are the kernels that this machine can run.
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
	if CPU.AVX512VL {
		sets = append(sets, kernelSet{
			name: "AVX-512 on 256 bits", moves: movesAVX512VL, flip: flipAVX512VL, lastFlip: lastFlip,
			stable: stable, successors: successorsAVX512VL,
		}, kernelSet{
			name: "AVX-512", moves: movesAVX512, flip: flipAVX512VL, lastFlip: lastFlip,
			stable: stable, successors: successorsAVX512,
		})
	}
	return append(sets, inUse)
}
