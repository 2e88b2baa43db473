//go:build amd64 && !purego

package search

import (
	"unsafe"

	"kaeshi/engine/board"
)

// The assembly is written by scripts/gen. Nothing needs to be aligned.

// nearMovesAVX2 is nearMovesGeneric for at least one move: it writes the successors to
// out and those behind it, and the keys of the moves likewise. squareKeys are those of
// all squares, region is a nearRegion. It needs board.CPU.AVX2.
//
//go:noescape
func nearMovesAVX2(player, opponent, moves uint64, out *board.Successor, keys, squareKeys *int32, region *nearRegion, known, odd uint64, alpha int) (count, result int)

// nearMovesAVX512VL is nearMovesAVX2 for board.CPU.AVX512VL.
//
//go:noescape
func nearMovesAVX512VL(player, opponent, moves uint64, out *board.Successor, keys, squareKeys *int32, region *nearRegion, known, odd uint64, alpha int) (count, result int)

// nearMovesAVX512 is nearMovesAVX2 for board.CPU.AVX512.
//
//go:noescape
func nearMovesAVX512(player, opponent, moves uint64, out *board.Successor, keys, squareKeys *int32, region *nearRegion, known, odd uint64, alpha int) (count, result int)

// The constants and the layout that the assembly knows, beside those of package board
// and of tt.Hash. With others this does not compile.
var (
	_ [0]struct{}             = [unsafe.Offsetof(nearSlot{}.player)]struct{}{}
	_ [8]struct{}             = [unsafe.Offsetof(nearSlot{}.opponent)]struct{}{}
	_ [17]struct{}            = [unsafe.Offsetof(nearSlot{}.upper)]struct{}{}
	_ [24]struct{}            = [unsafe.Sizeof(nearSlot{})]struct{}{}
	_ [14]struct{}            = [nearBits]struct{}{}
	_ [0]struct{}             = [unsafe.Offsetof(nearRegion{}.tags)]struct{}{}
	_ [1 << nearBits]struct{} = [unsafe.Offsetof(nearRegion{}.slots)]struct{}{}
	_ [0x81<<24 | 1]struct{}  = [corners>>32&0xFF000000 | corners&1]struct{}{}
	_ [hashKey]struct{}       = [1 << 30]struct{}{}
	_ [768]struct{}           = [mobilityUnit]struct{}{}
	_ [150]struct{}           = [anchoredUnit]struct{}{}
	_ [128]struct{}           = [parityKey]struct{}{}
)

func nearMovesKernel(f *frame, p board.Position, moves uint64, region *nearRegion, known board.Square, odd uint64, alpha int) (count, result int) {
	switch {
	case board.CPU.AVX512:
		return nearMovesAVX512(p.Player, p.Opponent, moves, &f.successors[0], &f.keys[0], &squareKey[0], region, uint64(known), odd, alpha)
	case board.CPU.AVX512VL:
		return nearMovesAVX512VL(p.Player, p.Opponent, moves, &f.successors[0], &f.keys[0], &squareKey[0], region, uint64(known), odd, alpha)
	case board.CPU.AVX2:
		return nearMovesAVX2(p.Player, p.Opponent, moves, &f.successors[0], &f.keys[0], &squareKey[0], region, uint64(known), odd, alpha)
	}
	return nearMovesGeneric(f, p, moves, region, known, odd, alpha)
}
