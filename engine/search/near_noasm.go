//go:build !amd64 || purego

package search

import "kaeshi/engine/board"

func nearMovesKernel(f *frame, p board.Position, moves uint64, region *nearRegion, known board.Square, odd uint64, alpha int) (count, result int) {
	return nearMovesGeneric(f, p, moves, region, known, odd, alpha)
}
