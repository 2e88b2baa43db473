package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The layout of board.Successor.
const (
	successorPlayer   = 0
	successorOpponent = 8
	successorMoves    = 16
	successorFlips    = 24
	successorSquare   = 32
	successorSize     = 40
)

func successors(c *build.Context) {
	for _, set := range instructionSets {
		k := begin(c, "successors"+set.suffix, "func(player, opponent, moves uint64, out *byte) int", set)
		player, opponent, flips := reg.Y9, reg.Y10, reg.Y3
		moves, out, count, sq := reg.RDX, reg.RDI, reg.RCX, reg.RSI
		k.loadTable("")
		k.constants()
		k.broadcast("player", player)
		k.broadcast("opponent", opponent)
		k.Load(k.Param("moves"), moves)
		k.Load(k.Param("out"), out)
		k.XORL(count.As32(), count.As32())
		k.TESTQ(moves, moves)
		k.JEQ(operand.LabelRef("end"))

		k.Label("next")
		k.TZCNTQ(moves, reg.RAX)
		k.BLSRQ(moves, moves)
		k.MOVQ(reg.RAX, sq)
		k.pointTo(sq)
		entry := square(sq)
		k.flip(entry, player, opponent, flips)
		k.VMOVQ(flips.AsX(), operand.Mem{Base: out, Disp: successorFlips})
		k.widen(flips)
		k.play(entry, player, opponent, flips, reg.Y4, reg.Y5)
		k.VMOVQ(reg.X4, operand.Mem{Base: out, Disp: successorPlayer})
		k.VMOVQ(reg.X5, operand.Mem{Base: out, Disp: successorOpponent})
		k.moves(reg.Y4, reg.Y5)
		k.VMOVQ(reg.X0, operand.Mem{Base: out, Disp: successorMoves})
		k.MOVB(reg.AL, operand.Mem{Base: out, Disp: successorSquare})
		k.ADDQ(operand.U8(successorSize), out)
		k.INCQ(count)
		k.TESTQ(moves, moves)
		k.JNE(operand.LabelRef("next"))

		k.Label("end")
		k.VZEROUPPER()
		k.Store(count, k.ReturnIndex(0))
		k.RET()
	}
}

// widen repeats the low half of the wide register that v is the low half of.
func (k *kernel) widen(v vec) {
	if k.wide {
		k.VSHUFI64X2(operand.U8(0x44), k.widest(v), k.widest(v), k.widest(v))
	}
}
