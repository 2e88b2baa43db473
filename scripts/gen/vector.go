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
	avx512 bool // AVX-512 F, VL, CD and so on; else AVX2 and BMI2

	zero, ones, top vec // constants; AVX2 has no use for top
	a, b, c         vec // scratch
	labels          int
}

// Both instruction sets, with the suffix of the kernels' names.
var instructionSets = []struct {
	suffix string
	avx512 bool
}{{"AVX2", false}, {"AVX512", true}}

// begin starts the function and sets up its constants; the registers Y0 to Y2 are
// scratch, and Y3 is left for results.
func begin(c *build.Context, name, signature string, avx512 bool) *kernel {
	c.Function(name)
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr(signature)
	k := &kernel{Context: c, avx512: avx512, zero: reg.Y14, ones: reg.Y15, a: reg.Y0, b: reg.Y1, c: reg.Y2}
	if avx512 {
		k.zero, k.ones, k.top = reg.Y29, reg.Y30, reg.Y31
	}
	return k
}

// constants fills the constant registers.
func (k *kernel) constants() {
	if !k.avx512 {
		k.VPXOR(k.zero, k.zero, k.zero)
		k.VPCMPEQQ(k.ones, k.ones, k.ones)
		return
	}
	k.VPXORQ(k.zero, k.zero, k.zero)
	k.VPTERNLOGQ(operand.U8(0xFF), k.ones, k.ones, k.ones)
	k.VPSLLQ(operand.U8(63), k.ones, k.top)
}

// label returns a new label with the stem.
func (k *kernel) label(stem string) string {
	k.labels++
	return fmt.Sprintf("%s%d", stem, k.labels)
}

func (k *kernel) and(x operand.Op, y, to vec) {
	if k.avx512 {
		k.VPANDQ(x, y, to)
	} else {
		k.VPAND(x, y, to)
	}
}

// andNot sets to = x &^ y.
func (k *kernel) andNot(x operand.Op, y, to vec) {
	if k.avx512 {
		k.VPANDNQ(x, y, to)
	} else {
		k.VPANDN(x, y, to)
	}
}

func (k *kernel) or(x operand.Op, y, to vec) {
	if k.avx512 {
		k.VPORQ(x, y, to)
	} else {
		k.VPOR(x, y, to)
	}
}

func (k *kernel) xor(x operand.Op, y, to vec) {
	if k.avx512 {
		k.VPXORQ(x, y, to)
	} else {
		k.VPXOR(x, y, to)
	}
}

// move copies a whole register.
func (k *kernel) move(from, to vec) {
	if k.avx512 {
		k.VMOVDQA64(from, to)
	} else {
		k.VMOVDQA(from, to)
	}
}

// or3 sets to |= x | y.
func (k *kernel) or3(x operand.Op, y, to vec) {
	if k.avx512 {
		k.VPTERNLOGQ(operand.U8(0xFE), x, y, to)
	} else {
		k.VPOR(x, to, to)
		k.VPOR(y, to, to)
	}
}

// spread sets all lanes of v to the union of its lanes.
func (k *kernel) spread(v, scratch vec) {
	k.VPERMQ(operand.U8(0x4E), v, scratch)
	k.or(scratch, v, v)
	k.VPSHUFD(operand.U8(0x4E), v, scratch)
	k.or(scratch, v, v)
}

// flip sets all lanes of to to the discs that player turns by a move at the
// square whose entry of the table is at sq. to may be none of the scratch
// registers.
func (k *kernel) flip(sq operand.Mem, player, opponent, to vec) {
	if k.avx512 {
		k.flip512(sq, player, opponent, to)
	} else {
		k.flip2(sq, player, opponent, to)
	}
	k.spread(to, k.a)
}

// flip512 looks for the first square of each ray that is not the opponent's:
// upwards the lowest bit, downwards the highest. If it is the player's, the run
// before it turns.
func (k *kernel) flip512(sq operand.Mem, player, opponent, to vec) {
	up, down := sq.Offset(upRays), sq.Offset(downRays)
	k.VPANDNQ(up, opponent, k.a)
	k.VPANDNQ(down, opponent, to)
	k.VPSUBQ(k.a, k.zero, k.b)
	k.VPLZCNTQ(to, to)
	k.VPTERNLOGQ(operand.U8(0x80), player, k.a, k.b) // the outflanking disc
	k.VPSRLVQ(to, k.top, to)
	k.VPADDQ(k.ones, k.b, k.b)
	k.VPANDQ(player, to, to)
	k.VPMAXSQ(k.zero, k.b, k.b) // none: no squares below it
	k.VPADDQ(k.ones, to, k.a)
	k.VPTERNLOGQ(operand.U8(0x02), down, k.a, to) // the ray above the outflanking disc
	k.VPTERNLOGQ(operand.U8(0xF8), up, k.b, to)
}

// flip2 does the same without a count of leading zeros: it smears each ray
// downwards to find its highest bit.
func (k *kernel) flip2(sq operand.Mem, player, opponent, to vec) {
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
	if k.avx512 {
		k.VPBROADCASTQ(addr.Addr, to.AsZ())
	} else {
		k.VPBROADCASTQ(addr.Addr, to)
	}
}
