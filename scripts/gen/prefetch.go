package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The keys of tt.Hash.
const (
	playerKey   = 0x9E3779B97F4A7C15
	opponentKey = 0xD1B54A32D192ED03
)

// prefetch needs nothing that an amd64 processor may lack.
func prefetch(c *build.Context) {
	c.Function("prefetch")
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func(first *byte, count int, base *byte, shift, mask, size uint64)")
	next, count, base := reg.RSI, reg.R8, reg.RDI
	mask, size, keyPlayer, keyOpponent := reg.R9, reg.R10, reg.R11, reg.R12
	c.Load(c.Param("first"), next)
	c.Load(c.Param("count"), count)
	c.Load(c.Param("base"), base)
	c.Load(c.Param("shift"), reg.RCX)
	c.Load(c.Param("mask"), mask)
	c.Load(c.Param("size"), size)
	c.MOVQ(operand.U64(playerKey), keyPlayer)
	c.MOVQ(operand.U64(opponentKey), keyOpponent)
	c.TESTQ(count, count)
	c.JLE(operand.LabelRef("end"))

	c.Label("next")
	c.MOVQ(operand.Mem{Base: next, Disp: successorPlayer}, reg.RAX)
	c.MOVQ(operand.Mem{Base: next, Disp: successorOpponent}, reg.RDX)
	c.XORQ(keyPlayer, reg.RAX)
	c.XORQ(keyOpponent, reg.RDX)
	c.MULQ(reg.RDX)
	c.XORQ(reg.RDX, reg.RAX)
	c.SHRQ(reg.CL, reg.RAX)
	c.ANDQ(mask, reg.RAX)
	c.IMULQ(size, reg.RAX)
	c.PREFETCHT0(operand.Mem{Base: base, Index: reg.RAX, Scale: 1})
	c.ADDQ(operand.U8(successorSize), next)
	c.DECQ(count)
	c.JNE(operand.LabelRef("next"))

	c.Label("end")
	c.RET()
}
