package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const columnA = 0x0101010101010101

// stable follows the plain Go version: edges by table, the full lines of all axes
// at once, then discs that lean on stable ones until no more are found.
func stable(c *build.Context) {
	k := begin(c, "stableAVX2", "func(player, opponent uint64) uint64", false)
	player, opponent, stable := reg.R8, reg.R9, reg.RAX
	k.loadTable("")
	k.constants()
	k.Load(k.Param("player"), player)
	k.Load(k.Param("opponent"), opponent)
	k.fullLines()
	full := [4]reg.GPPhysical{reg.R10, reg.R11, reg.R12, reg.R13}
	k.VEXTRACTI128(operand.U8(1), reg.Y0, reg.X1)
	k.VMOVQ(reg.X0, full[0])
	k.VPEXTRQ(operand.U8(1), reg.X0, full[1])
	k.VMOVQ(reg.X1, full[2])
	k.VPEXTRQ(operand.U8(1), reg.X1, full[3])
	k.VZEROUPPER()
	k.edges(player, opponent, stable)
	k.MOVQ(player, reg.RCX)
	for _, line := range full {
		k.ANDQ(line, reg.RCX)
	}
	k.ORQ(reg.RCX, stable)
	k.JEQ(operand.LabelRef("end"))

	k.Label("again")
	next, lean, shifted := reg.RCX, reg.RDX, reg.RSI
	k.MOVQ(player, next)
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
	k.JNE(operand.LabelRef("again"))

	k.Label("end")
	k.Store(stable, k.ReturnIndex(0))
	k.RET()
}

// fullLines sets each lane of Y0 to the squares that nothing can turn along its
// axis: those of lines without an empty, which spreads along its line by strides of
// one, two and four squares, and the border.
func (k *kernel) fullLines() {
	up, down, step := reg.Y0, reg.Y1, reg.Y2
	k.broadcast("player", reg.Y3)
	k.broadcast("opponent", reg.Y4)
	k.VPOR(reg.Y3, reg.Y4, up)
	k.VPXOR(k.ones, up, up)
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
	k.VPXOR(k.ones, up, up)
	k.VPOR(k.table(borders), up, up)
}

// edges sets to to the stable discs of the four edges.
func (k *kernel) edges(player, opponent, to reg.GPPhysical) {
	stability := operand.NewDataAddr(operand.Symbol{Name: "·edgeStability"}, 0)
	ternary := operand.NewDataAddr(operand.Symbol{Name: "·ternary"}, 0)
	k.LEAQ(stability, reg.RSI)
	k.LEAQ(ternary, reg.RDI)
	mask := reg.R15
	for i, edge := range []uint64{0xFF, 0xFF << 56, columnA, columnA << 7} {
		mine, theirs := reg.RCX, reg.RDX
		k.MOVQ(operand.U64(edge), mask)
		k.PEXTQ(mask, player, mine)
		k.PEXTQ(mask, opponent, theirs)
		k.MOVWLZX(operand.Mem{Base: reg.RDI, Index: mine, Scale: 2}, mine.As32())
		k.MOVWLZX(operand.Mem{Base: reg.RDI, Index: theirs, Scale: 2}, theirs.As32())
		k.LEAQ(operand.Mem{Base: mine, Index: theirs, Scale: 2}, mine)
		k.MOVBLZX(operand.Mem{Base: reg.RSI, Index: mine, Scale: 1}, mine.As32())
		if i == 0 {
			k.PDEPQ(mask, mine, to)
			continue
		}
		k.PDEPQ(mask, mine, mine)
		k.ORQ(mine, to)
	}
}
