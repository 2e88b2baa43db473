package board

// kernelSet is one body of each kernel.
type kernelSet struct {
	name       string
	moves      func(player, opponent uint64) uint64
	flip       func(sq Square, player, opponent uint64) uint64
	lastFlip   func(sq Square, player uint64) int
	stable     func(player, opponent uint64) uint64
	successors func(player, opponent, moves uint64, out *Successor) int // nil: successorsGeneric
}

// generic is plain Go, which every machine can run.
var generic = kernelSet{
	name: "plain Go", moves: movesGeneric, flip: flipGeneric, lastFlip: lastFlipGeneric, stable: stableGeneric,
}

// kernels is the fastest set that this machine can run.
var kernels = kernelSets()[len(kernelSets())-1]

// Kernels returns the name of the kernels in use: the fastest that this machine can run.
func Kernels() string { return kernels.name }
