package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const columnA = 0x0101010101010101

// stable is the kernel of that name.
func stable(c *build.Context) {
	k := begin(c, "stableAVX2", "func(player, opponent uint64) uint64", avx2)
	k.loadTable("")
	k.constants()
	k.broadcast("player", reg.Y3)
	k.broadcast("opponent", reg.Y4)
	k.VMOVQ(reg.X3, stablePlayer)
	k.VMOVQ(reg.X4, stableOpponent)
	k.stableDiscs("", reg.Y3, reg.Y4)
	k.VZEROUPPER()
	k.Store(reg.RAX, k.ReturnIndex(0))
	k.RET()
}

// What stableDiscs is given beside the same boards in all lanes of registers.
var (
	stablePlayer   = reg.R8
	stableOpponent = reg.R9
)

// stableDiscs sets AX to the stable discs of the player. It follows the plain Go
// version: the full lines of all axes at once, edges by table, then discs that
// lean on stable ones until no more are found. It uses Y0 to Y2 and all general
// registers but BX, which holds the table, and DI.
func (k *kernel) stableDiscs(importPath string, player, opponent vec) {
	stable := reg.RAX
	full := [4]reg.GPPhysical{reg.R10, reg.R11, reg.R12, reg.R13}
	k.fullLines(player, opponent)
	k.VEXTRACTI128(operand.U8(1), reg.Y0, reg.X1)
	k.VMOVQ(reg.X0, full[0])
	k.VPEXTRQ(operand.U8(1), reg.X0, full[1])
	k.VMOVQ(reg.X1, full[2])
	k.VPEXTRQ(operand.U8(1), reg.X1, full[3])
	k.edges(importPath, stable)
	next, lean, shifted := reg.RCX, reg.RDX, reg.RSI
	k.MOVQ(stablePlayer, next)
	for _, line := range full {
		k.ANDQ(line, next)
	}
	k.ORQ(next, stable)

	again := k.unique("lean")
	k.Label(again)
	k.MOVQ(stablePlayer, next)
	for axis, shift := range vectors[0] {
		k.MOVQ(stable, lean)
		k.SHLQ(operand.U8(shift), lean)
		k.MOVQ(stable, shifted)
		k.SHRQ(operand.U8(shift), shifted)
		k.ORQ(full[axis], lean)
		k.ORQ(shifted, lean)
		k.ANDQ(lean, next)
	}
	k.ORQ(stable, next)
	k.CMPQ(next, stable)
	k.MOVQ(next, stable)
	k.JNE(operand.LabelRef(again))
}

// fullLines sets each lane of Y0 to the squares that nothing can turn along its
// axis: those of lines without an empty, which spreads along its line by strides of
// one, two and four squares, and the border.
func (k *kernel) fullLines(player, opponent vec) {
	up, down, step := reg.Y0, reg.Y1, reg.Y2
	not := func(v vec) { k.VPXOR(k.ones, v, v) }
	if k.avx512 {
		not = func(v vec) { k.VPXORQ(k.ones, v, v) }
		k.VPORQ(player, opponent, up)
	} else {
		k.VPOR(player, opponent, up)
	}
	not(up)
	k.VMOVDQA(up, down)
	for i, shifts := range []int{shifts1, shifts2, shifts4} {
		k.VPSLLVQ(k.table(shifts), up, step)
		k.VPAND(k.table(spreads+64*i), step, step)
		k.VPOR(step, up, up)
		k.VPSRLVQ(k.table(shifts), down, step)
		k.VPAND(k.table(spreads+64*i+32), step, step)
		k.VPOR(step, down, down)
	}
	k.VPOR(down, up, up)
	not(up)
	k.VPOR(k.table(borders), up, up)
}

// edges sets to to the player's stable discs of the four edges.
func (k *kernel) edges(importPath string, to reg.GPPhysical) {
	stability, ternary, mask := reg.R14, reg.R15, reg.RSI
	k.LEAQ(operand.NewDataAddr(operand.Symbol{Name: importPath + "·edgeStability"}, 0), stability)
	k.LEAQ(operand.NewDataAddr(operand.Symbol{Name: importPath + "·ternary"}, 0), ternary)
	for i, edge := range []uint64{0xFF, 0xFF << 56, columnA, columnA << 7} {
		mine, theirs := reg.RCX, reg.RDX
		k.MOVQ(operand.U64(edge), mask)
		k.PEXTQ(mask, stablePlayer, mine)
		k.PEXTQ(mask, stableOpponent, theirs)
		k.MOVWLZX(operand.Mem{Base: ternary, Index: mine, Scale: 2}, mine.As32())
		k.MOVWLZX(operand.Mem{Base: ternary, Index: theirs, Scale: 2}, theirs.As32())
		k.LEAQ(operand.Mem{Base: mine, Index: theirs, Scale: 2}, mine)
		k.MOVBLZX(operand.Mem{Base: stability, Index: mine, Scale: 1}, mine.As32())
		if i == 0 {
			k.PDEPQ(mask, mine, to)
			continue
		}
		k.PDEPQ(mask, mine, mine)
		k.ORQ(mine, to)
	}
}
