//go:build !amd64 || purego

package board

func kernelsName() string { return plainGo }

func movesKernel(player, opponent uint64) uint64 { return movesGeneric(player, opponent) }

func flipKernel(sq Square, player, opponent uint64) uint64 { return flipGeneric(sq, player, opponent) }

func lastFlipKernel(sq Square, player uint64) int { return lastFlipGeneric(sq, player) }

func stableKernel(player, opponent uint64) uint64 { return stableGeneric(player, opponent) }

func successorsKernel(p Position, moves uint64, out *[MaxMoves]Successor) int {
	return successorsGeneric(p, moves, out)
}
