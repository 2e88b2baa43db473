//go:build !amd64 || purego

package tt

import (
	"unsafe"

	"kaeshi/engine/board"
)

func prefetch(*board.Successor, int, unsafe.Pointer, uint64, uint64, uint64) {}
