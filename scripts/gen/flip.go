package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func flips(c *build.Context) {
	for _, set := range instructionSets {
		k := begin(c, "flip"+set.suffix, "func(sq uint8, player, opponent uint64) uint64", set.avx512)
		k.loadTable("")
		k.constants()
		k.Load(k.Param("sq"), reg.RAX)
		k.SHLQ(operand.U8(squareShift), reg.RAX)
		k.ADDQ(reg.RBX, reg.RAX)
		k.broadcast("player", reg.Y4)
		k.broadcast("opponent", reg.Y5)
		k.flip(operand.Mem{Base: reg.RAX}, reg.Y4, reg.Y5, reg.Y3)
		k.VMOVQ(reg.X3, reg.RAX)
		k.VZEROUPPER()
		k.Store(reg.RAX, k.ReturnIndex(0))
		k.RET()
	}
	k := begin(c, "lastFlipBMI2", "func(sq uint8, player uint64) int", false)
	k.loadTable("")
	k.Load(k.Param("sq"), reg.RAX)
	k.Load(k.Param("player"), reg.RCX)
	k.SHLQ(operand.U8(squareShift), reg.RAX)
	k.ADDQ(reg.RBX, reg.RAX)
	k.lastCounts(operand.Mem{Base: reg.RAX}, reg.RCX, reg.RDX, reg.RSI)
	k.MOVBLZX(reg.DL, reg.EAX)
	k.SHRL(operand.U8(1), reg.EAX)
	k.Store(reg.RAX, k.ReturnIndex(0))
	k.RET()
}

// lastCounts sets counts to twice the number of discs that a move at the last
// empty square turns, and to the same for the other side in the next byte, by
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
