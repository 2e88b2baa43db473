//go:build amd64 && !purego

package board

import "unsafe"

// The assembly is written by scripts/gen. It reads no memory but its arguments and
// tables of its own, and nothing needs to be aligned. A side's discs are a bitboard
// that shares no bit with the other side's.

// movesAVX2 returns the legal moves of player. It needs CPU.AVX2.
//
//go:noescape
func movesAVX2(player, opponent uint64) uint64

// movesAVX512VL is movesAVX2 for CPU.AVX512VL.
//
//go:noescape
func movesAVX512VL(player, opponent uint64) uint64

// movesAVX512 is movesAVX2 for CPU.AVX512.
//
//go:noescape
func movesAVX512(player, opponent uint64) uint64

// flipAVX2 returns the discs of opponent that a move of player at sq turns, 0 if the
// move is illegal. sq must be empty and at most 63: the assembly does not check it. It
// needs CPU.AVX2.
//
//go:noescape
func flipAVX2(sq Square, player, opponent uint64) uint64

// flipAVX512VL is flipAVX2 for CPU.AVX512VL.
//
//go:noescape
func flipAVX512VL(sq Square, player, opponent uint64) uint64

// lastFlipBMI2 returns how many discs a move of player at sq turns when every other
// square that is not player's is the opponent's. sq must be empty and at most 63. It
// needs BMI2, and is slower than plain Go without CPU.FastPEXT.
//
//go:noescape
func lastFlipBMI2(sq Square, player uint64) int

// stableAVX2 returns the discs of player that stableGeneric finds. It needs CPU.AVX2,
// and is slower than plain Go without CPU.FastPEXT.
//
//go:noescape
func stableAVX2(player, opponent uint64) uint64

// successorsAVX2 writes the successors by the squares of moves, lowest first, to out
// and those behind it, one for each bit of moves, and returns their number. There must
// be room for so many; moves must be empty squares. It needs CPU.AVX2.
//
//go:noescape
func successorsAVX2(player, opponent, moves uint64, out *Successor) int

// successorsAVX512VL is successorsAVX2 for CPU.AVX512VL.
//
//go:noescape
func successorsAVX512VL(player, opponent, moves uint64, out *Successor) int

// successorsAVX512 is successorsAVX2 for CPU.AVX512.
//
//go:noescape
func successorsAVX512(player, opponent, moves uint64, out *Successor) int

// The layout of a Successor that the assembly knows, here and in package tt. With
// another one this does not compile.
var (
	_ [0]struct{}  = [unsafe.Offsetof(Successor{}.Player)]struct{}{}
	_ [8]struct{}  = [unsafe.Offsetof(Successor{}.Opponent)]struct{}{}
	_ [16]struct{} = [unsafe.Offsetof(Successor{}.Moves)]struct{}{}
	_ [24]struct{} = [unsafe.Offsetof(Successor{}.Flips)]struct{}{}
	_ [32]struct{} = [unsafe.Offsetof(Successor{}.Square)]struct{}{}
	_ [40]struct{} = [unsafe.Sizeof(Successor{})]struct{}{}
)

func kernelsName() string {
	switch {
	case CPU.AVX512:
		return "AVX-512"
	case CPU.AVX512VL:
		return "AVX-512 on 256 bits"
	case CPU.AVX2:
		return "AVX2"
	}
	return plainGo
}

func movesKernel(player, opponent uint64) uint64 {
	switch {
	case CPU.AVX512:
		return movesAVX512(player, opponent)
	case CPU.AVX512VL:
		return movesAVX512VL(player, opponent)
	case CPU.AVX2:
		return movesAVX2(player, opponent)
	}
	return movesGeneric(player, opponent)
}

func flipKernel(sq Square, player, opponent uint64) uint64 {
	switch {
	case CPU.AVX512VL:
		return flipAVX512VL(sq, player, opponent)
	case CPU.AVX2:
		return flipAVX2(sq, player, opponent)
	}
	return flipGeneric(sq, player, opponent)
}

func lastFlipKernel(sq Square, player uint64) int {
	if CPU.FastPEXT {
		return lastFlipBMI2(sq, player)
	}
	return lastFlipGeneric(sq, player)
}

func stableKernel(player, opponent uint64) uint64 {
	if CPU.FastPEXT {
		return stableAVX2(player, opponent)
	}
	return stableGeneric(player, opponent)
}

func successorsKernel(p Position, moves uint64, out *[MaxMoves]Successor) int {
	switch {
	case CPU.AVX512:
		return successorsAVX512(p.Player, p.Opponent, moves, &out[0])
	case CPU.AVX512VL:
		return successorsAVX512VL(p.Player, p.Opponent, moves, &out[0])
	case CPU.AVX2:
		return successorsAVX2(p.Player, p.Opponent, moves, &out[0])
	}
	return successorsGeneric(p, moves, out)
}
