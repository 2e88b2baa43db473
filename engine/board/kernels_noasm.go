//go:build !amd64 || purego

package board

func kernelSets() []kernelSet { return []kernelSet{generic} }

func successorsKernel(p Position, moves uint64, out *[MaxMoves]Successor) int {
	return successorsGeneric(p, moves, out)
}
