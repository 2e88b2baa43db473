package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func flips(c *build.Context) {
	for _, set := range instructionSets[:2] { // a flip has no use for wide registers
		k := begin(c, "flip"+set.suffix, "func(sq uint8, player, opponent uint64) uint64", set)
		k.loadTable("")
		k.constants()
		k.Load(k.Param("sq"), reg.RAX)
		k.pointTo(reg.RAX)
		k.broadcast("player", reg.Y4)
		k.broadcast("opponent", reg.Y5)
		k.flip(square(reg.RAX), reg.Y4, reg.Y5, reg.Y3)
		k.VMOVQ(reg.X3, reg.RAX)
		k.VZEROUPPER()
		k.Store(reg.RAX, k.ReturnIndex(0))
		k.RET()
	}
	k := begin(c, "lastFlipBMI2", "func(sq uint8, player uint64) int", avx2)
	k.loadTable("")
	k.Load(k.Param("sq"), reg.RAX)
	k.Load(k.Param("player"), reg.RCX)
	k.pointTo(reg.RAX)
	k.lastCounts(square(reg.RAX), reg.RCX, reg.RDX, reg.RSI)
	k.ANDL(operand.U8(1<<countBits-1), reg.EDX)
	k.Store(reg.RDX, k.ReturnIndex(0))
	k.RET()
}

// lastCounts sets counts to the number of discs that a move at the last
// empty square turns, and from countBits on the same for the other side, by
// a look-up for each of the four lines.
func (k *kernel) lastCounts(sq operand.Mem, player, counts, scratch reg.GPPhysical) {
	for axis := range 4 {
		to := scratch
		if axis == 0 {
			to = counts
		}
		k.PEXTQ(sq.Offset(lineMasks+8*axis), player, to)
		k.ORW(sq.Offset(lineRows+2*axis), to.As16())
		k.MOVWLZX(k.table(lastCountRows).Idx(to, 2), to.As32())
		if axis != 0 {
			k.ADDL(to.As32(), counts.As32())
		}
	}
}
