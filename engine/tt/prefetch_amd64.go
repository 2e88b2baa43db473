//go:build amd64 && !purego

package tt

import (
	"unsafe"

	"kaeshi/engine/board"
)

// The assembly is written by scripts/gen.

// prefetch reads the positions of count successors, the first at first, and asks for
// the cache line at base + (Hash(p)>>shift & mask) * size for each. It writes nothing,
// and base may be any address. shift is at most 63. Every amd64 processor can run it.
//
//go:noescape
func prefetch(first *board.Successor, count int, base unsafe.Pointer, shift, mask, size uint64)

// The keys of Hash that the assembly knows; package board holds the layout of a
// Successor. With other keys this does not compile.
var (
	_ [0]struct{} = [playerKey - 0x9E3779B97F4A7C15]struct{}{}
	_ [0]struct{} = [opponentKey - 0xD1B54A32D192ED03]struct{}{}
)
