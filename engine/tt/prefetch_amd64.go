//go:build amd64 && !purego

package tt

import (
	"unsafe"

	"kaeshi/engine/board"
)

// prefetch is written by scripts/gen.
//
//go:noescape
func prefetch(first *board.Successor, count int, base unsafe.Pointer, shift, mask, size uint64)
