package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The layout of eval.State, which begins with the two views.
const (
	viewSize     = 128
	viewShift    = 7
	viewPlayer   = 0
	viewOpponent = viewSize
	features     = viewSize / 2
)

func evaluation(c *build.Context) {
	evalPlay(c)
	evalSum(c)
}

// evalPlay adds up the changes of the turned discs, then makes the new views.
func evalPlay(c *build.Context) {
	c.Function("playAVX2")
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func(next, s, deltas *byte, sq uint8, flips uint64)")
	next, state, deltas, sq, flips := reg.RDI, reg.RSI, reg.RBX, reg.RAX, reg.RDX
	c.Load(c.Param("next"), next)
	c.Load(c.Param("s"), state)
	c.Load(c.Param("deltas"), deltas)
	c.Load(c.Param("sq"), sq)
	c.Load(c.Param("flips"), flips)
	c.SHLQ(operand.U8(viewShift), sq)
	turned := []vec{reg.Y0, reg.Y1, reg.Y2, reg.Y3}
	for _, v := range turned {
		c.VPXOR(v, v, v)
	}
	c.TESTQ(flips, flips)
	c.JEQ(operand.LabelRef("made"))

	c.Label("disc")
	c.TZCNTQ(flips, reg.RCX)
	c.BLSRQ(flips, flips)
	c.SHLQ(operand.U8(viewShift), reg.RCX)
	for i, v := range turned {
		c.VPADDQ(operand.Mem{Base: deltas, Index: reg.RCX, Scale: 1, Disp: 32 * i}, v, v)
	}
	c.TESTQ(flips, flips)
	c.JNE(operand.LabelRef("disc"))

	c.Label("made")
	placed, mover, other := reg.Y4, reg.Y5, reg.Y6
	for i, v := range turned {
		c.VMOVDQU(operand.Mem{Base: deltas, Index: sq, Scale: 1, Disp: 32 * i}, placed)
		c.VPADDQ(operand.Mem{Base: state, Disp: viewPlayer + 32*i}, placed, mover)
		c.VPADDQ(placed, placed, placed)
		c.VPADDQ(operand.Mem{Base: state, Disp: viewOpponent + 32*i}, placed, other)
		c.VPSUBQ(v, mover, mover)
		c.VPADDQ(v, other, other)
		c.VMOVDQU(mover, operand.Mem{Base: next, Disp: viewOpponent + 32*i})
		c.VMOVDQU(other, operand.Mem{Base: next, Disp: viewPlayer + 32*i})
	}
	c.VZEROUPPER()
	c.RET()
}

// evalSum makes the addresses of all weights by vectors, and then loads one by
// one: that is as fast as a gather here, and faster where gathers are slow.
func evalSum(c *build.Context) {
	c.Function("sumAVX2")
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func(view, offsets, weights *byte) int")
	view, offsets, weights := reg.RSI, reg.RDI, reg.RBX
	c.Load(c.Param("view"), view)
	c.Load(c.Param("offsets"), offsets)
	c.Load(c.Param("weights"), weights)
	index := c.AllocLocal(4 * features)
	for i := range features / 8 {
		v := []vec{reg.Y0, reg.Y1, reg.Y2, reg.Y3}[i%4]
		c.VPMOVZXWD(operand.Mem{Base: view, Disp: 16 * i}, v)
		c.VPADDD(operand.Mem{Base: offsets, Disp: 32 * i}, v, v)
		c.VMOVDQU(v, index.Offset(32*i))
	}
	sums := []reg.GPPhysical{reg.R8, reg.R9, reg.R10, reg.R11}
	weight := []reg.GPPhysical{reg.RAX, reg.RCX, reg.RDX, reg.R12}
	for i := range features {
		at := weight[i%4]
		c.MOVL(index.Offset(4*i), at.As32())
		if i < len(sums) {
			c.MOVWQSX(operand.Mem{Base: weights, Index: at, Scale: 2}, sums[i])
			continue
		}
		c.MOVWQSX(operand.Mem{Base: weights, Index: at, Scale: 2}, at)
		c.ADDQ(at, sums[i%4])
	}
	c.ADDQ(sums[1], sums[0])
	c.ADDQ(sums[3], sums[2])
	c.ADDQ(sums[2], sums[0])
	c.VZEROUPPER()
	c.Store(sums[0], c.ReturnIndex(0))
	c.RET()
}
