package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

type vec = reg.VecPhysical

// kernel emits one function for one instruction set. Boards lie in 256-bit
// registers with the same bitboard in all four lanes, one lane for each axis.
type kernel struct {
	*build.Context
	instructionSet

	zero, ones, top vec // constants; AVX2 has no use for top
	a, b, c         vec // scratch
	labels          int // made by unique
}

// instructionSet is what a kernel may use.
type instructionSet struct {
	suffix string // of the kernels' names
	avx512 bool   // AVX-512 F, VL, CD and so on; else AVX2 and BMI2
	wide   bool   // registers of 512 bits, where one takes the clock no slower
}

var (
	avx2            = instructionSet{suffix: "AVX2"}
	instructionSets = []instructionSet{avx2, {suffix: "AVX512VL", avx512: true}, {suffix: "AVX512", avx512: true, wide: true}}
)

// begin starts the function; the registers Y0 to Y2 are scratch, and Y3 is left
// for results.
func begin(c *build.Context, name, signature string, set instructionSet) *kernel {
	c.Function(name)
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr(signature)
	k := &kernel{Context: c, instructionSet: set, zero: reg.Y14, ones: reg.Y15, a: reg.Y0, b: reg.Y1, c: reg.Y2}
	if set.avx512 {
		k.zero, k.ones, k.top = reg.Y29, reg.Y30, reg.Y31
	}
	return k
}

// unique returns a label that is used once in the function.
func (k *kernel) unique(stem string) string {
	k.labels++
	return fmt.Sprint("unique_", stem, k.labels)
}

// widest returns the 512-bit register that v is the low half of, where there is one.
func (k *kernel) widest(v vec) vec {
	if k.wide {
		return v.AsZ().(vec)
	}
	return v
}

// constants fills the constant registers.
func (k *kernel) constants() {
	if !k.avx512 {
		k.VPXOR(k.zero, k.zero, k.zero)
		k.VPCMPEQQ(k.ones, k.ones, k.ones)
		return
	}
	zero, ones, top := k.widest(k.zero), k.widest(k.ones), k.widest(k.top)
	k.VPXORQ(zero, zero, zero)
	k.VPTERNLOGQ(operand.U8(0xFF), ones, ones, ones)
	k.VPSLLQ(operand.U8(63), ones, top)
}

// spread sets all lanes of v, in each half of a 512-bit register, to the union of
// the lanes there.
func (k *kernel) spread(v, scratch vec) {
	or := k.VPOR
	if k.avx512 {
		or = func(x, y, to operand.Op) { k.VPORQ(x, y, to) }
	}
	k.VPERMQ(operand.U8(0x4E), v, scratch)
	or(scratch, v, v)
	k.VPSHUFD(operand.U8(0x4E), v, scratch)
	or(scratch, v, v)
}

// flip sets all lanes of to to the discs that player turns by a move at the
// square whose entry of the table is at sq. to may be none of the scratch
// registers.
func (k *kernel) flip(sq operand.Mem, player, opponent, to vec) {
	if k.avx512 {
		k.runs512(sq.Offset(upRays), sq.Offset(downRays), player, opponent, to, k.a, k.b)
	} else {
		k.runs2(sq, player, opponent, to)
	}
	k.spread(to, k.a)
}

// runs512 sets each lane of to to what turns along its axis, given the rays that
// go up from the square of the move and those that go down. It looks for the
// first square of each ray that is not the opponent's: upwards the lowest bit,
// downwards the highest. If it is the player's, the run before it turns.
func (k *kernel) runs512(up, down operand.Op, player, opponent, to, a, b vec) {
	zero, ones, top := k.zero, k.ones, k.top
	if to.Size() == 64 {
		zero, ones, top = k.widest(zero), k.widest(ones), k.widest(top)
	}
	k.VPANDNQ(up, opponent, a)
	k.VPANDNQ(down, opponent, to)
	k.VPSUBQ(a, zero, b)
	k.VPLZCNTQ(to, to)
	k.VPTERNLOGQ(operand.U8(0x80), player, a, b) // the outflanking disc
	k.VPSRLVQ(to, top, to)
	k.VPADDQ(ones, b, b)
	k.VPANDQ(player, to, to)
	k.VPMAXSQ(zero, b, b) // none: no squares below it
	k.VPADDQ(ones, to, a)
	k.VPTERNLOGQ(operand.U8(0x02), down, a, to) // the ray above the outflanking disc
	k.VPTERNLOGQ(operand.U8(0xF8), up, b, to)
}

// runs2 does the same without a count of leading zeros: it smears each ray
// downwards to find its highest bit.
func (k *kernel) runs2(sq operand.Mem, player, opponent, to vec) {
	up, down := sq.Offset(upRays), sq.Offset(downRays)
	k.VPANDN(up, opponent, k.a)
	k.VPADDQ(k.ones, k.a, k.b)
	k.VPANDN(k.b, k.a, k.c) // the squares below the first that is not the opponent's
	k.VPANDN(k.a, k.b, k.a)
	k.VPAND(player, k.a, k.a)
	k.VPCMPEQQ(k.zero, k.a, k.a)
	k.VPANDN(k.c, k.a, k.c)
	k.VPAND(up, k.c, to)

	k.VPANDN(down, opponent, k.a)
	for _, shifts := range []int{shifts1, shifts2, shifts4} {
		k.VPSRLVQ(k.table(shifts), k.a, k.b)
		k.VPOR(k.b, k.a, k.a)
	}
	k.VPSRLVQ(k.table(shifts1), k.a, k.b)
	k.VPANDN(k.a, k.b, k.a)
	k.VPAND(player, k.a, k.a)
	k.VPADDQ(k.a, k.a, k.a)
	k.VPSUBQ(k.a, k.zero, k.a)
	k.VPAND(down, k.a, k.a)
	k.VPOR(k.a, to, to)
}

// play sets nextPlayer and nextOpponent to the board after the move, seen by the
// side to move then, in 512-bit registers where there are.
func (k *kernel) play(sq operand.Mem, player, opponent, flips, nextPlayer, nextOpponent vec) {
	bit := sq.Offset(squareBit)
	if k.avx512 {
		k.VPXORQ(k.widest(flips), k.widest(opponent), k.widest(nextPlayer))
		k.VPBROADCASTQ(bit, k.widest(nextOpponent))
		k.VPTERNLOGQ(operand.U8(0xFE), k.widest(player), k.widest(flips), k.widest(nextOpponent))
		return
	}
	k.VPXOR(flips, opponent, nextPlayer)
	k.VPBROADCASTQ(bit, nextOpponent)
	k.VPOR(player, nextOpponent, nextOpponent)
	k.VPOR(flips, nextOpponent, nextOpponent)
}

// square addresses the entry of the table that r points to.
func square(r reg.GPPhysical) operand.Mem { return operand.Mem{Base: r} }

// pointTo turns the number of a square in r into the address of its entry.
func (k *kernel) pointTo(r reg.GPPhysical) {
	k.SHLQ(operand.U8(squareShift), r)
	k.ADDQ(reg.RBX, r)
}

// table addresses the shared table, whose address is in BX.
func (k *kernel) table(offset int) operand.Mem {
	return operand.Mem{Base: reg.RBX, Disp: offset}
}

// loadTable sets BX to the shared table, seen from the package importPath.
func (k *kernel) loadTable(importPath string) {
	k.LEAQ(operand.NewDataAddr(tableSymbol(importPath), 0), reg.RBX)
}

// broadcast fills all lanes of to, or of the 512-bit register that it is the low
// half of, with the parameter.
func (k *kernel) broadcast(param string, to vec) {
	addr, err := k.Param(param).Resolve()
	if err != nil {
		panic(err)
	}
	k.VPBROADCASTQ(addr.Addr, k.widest(to))
}
