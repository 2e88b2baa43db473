package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func moves(c *build.Context) {
	for _, set := range instructionSets {
		k := begin(c, "moves"+set.suffix, "func(player, opponent uint64) uint64", set)
		k.loadTable("")
		k.broadcast("player", reg.Y4)
		k.broadcast("opponent", reg.Y5)
		k.moves(reg.Y4, reg.Y5)
		k.VMOVQ(reg.X0, reg.RAX)
		k.VZEROUPPER()
		k.Store(reg.RAX, k.ReturnIndex(0))
		k.RET()
	}
}

// moves sets the lowest lane of Y0 to the legal moves. With AVX-512 the registers
// given are the low halves of wide ones with the same board in all eight lanes.
// Scratch: Y0 to Y3 and Y6 to Y8.
func (k *kernel) moves(player, opponent vec) {
	if k.wide {
		k.moves512(player, opponent)
	} else {
		k.moves2(player, opponent)
	}
	k.VEXTRACTI128(operand.U8(1), reg.Y0, reg.X1)
	k.VPOR(reg.X0, reg.X1, reg.X0)
	k.VPSHUFD(operand.U8(0x4E), reg.X0, reg.X1)
	k.VPOR(reg.X0, reg.X1, reg.X0)
	k.VPOR(player.AsX(), opponent.AsX(), reg.X1)
	k.VPANDN(reg.X0, reg.X1, reg.X0)
}

// moves512 walks all eight directions at once as rotations, by parallel prefix
// (Kogge-Stone); the squares that a run may cross leave out those where a
// rotation wraps around.
func (k *kernel) moves512(player, opponent vec) {
	run, step, through, pairs, one, two := reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z6, reg.Z7
	k.VMOVDQU64(k.table(rotations1), one)
	k.VMOVDQU64(k.table(rotations2), two)
	k.VPANDQ(k.table(innerRotate), opponent.AsZ(), through)
	k.VPROLVQ(one, player.AsZ(), run)
	k.VPROLVQ(one, through, pairs)
	k.VPANDQ(through, run, run)
	k.VPANDQ(through, pairs, pairs)
	k.VPROLVQ(one, run, step)
	k.VPTERNLOGQ(operand.U8(0xF8), through, step, run)
	for range 2 {
		k.VPROLVQ(two, run, step)
		k.VPTERNLOGQ(operand.U8(0xF8), pairs, step, run)
	}
	k.VPROLVQ(one, run, run)
	k.VEXTRACTI64X4(operand.U8(1), run, reg.Y1)
	k.VPOR(reg.Y0, reg.Y1, reg.Y0)
}

// moves2 walks the four axes at once by parallel prefix, upwards and downwards
// in turn.
func (k *kernel) moves2(player, opponent vec) {
	up, down, step, through, pairs, shift := reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y6, reg.Y7
	k.VMOVDQU(k.table(shifts1), shift)
	k.VPAND(k.table(inner), opponent, through)
	k.VPSLLVQ(shift, player, up)
	k.VPSRLVQ(shift, player, down)
	k.VPAND(through, up, up)
	k.VPAND(through, down, down)
	k.VPSLLVQ(shift, up, step)
	k.orAnd(up, step, through)
	k.VPSRLVQ(shift, down, step)
	k.orAnd(down, step, through)
	k.VPSLLVQ(shift, through, pairs)
	k.VPAND(through, pairs, pairs)
	k.VPSRLVQ(shift, pairs, through) // the same pairs seen from above
	k.VMOVDQU(k.table(shifts2), reg.Y8)
	for range 2 {
		k.VPSLLVQ(reg.Y8, up, step)
		k.orAnd(up, step, pairs)
		k.VPSRLVQ(reg.Y8, down, step)
		k.orAnd(down, step, through)
	}
	k.VPSLLVQ(shift, up, up)
	k.VPSRLVQ(shift, down, down)
	k.VPOR(down, up, up)
}

// orAnd adds to a register what step and mask have in common; it may take step as scratch.
func (k *kernel) orAnd(to, step, mask vec) {
	if k.avx512 {
		k.VPTERNLOGQ(operand.U8(0xF8), mask, step, to)
		return
	}
	k.VPAND(mask, step, step)
	k.VPOR(step, to, to)
}
