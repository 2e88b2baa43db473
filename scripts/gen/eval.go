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
	evalFold(c)
	evalAfter(c)
	evalExpand(c)
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
	turned := evalTurned(c, deltas, flips)
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

// evalTurned adds up the changes of the discs in flips.
func evalTurned(c *build.Context, deltas, flips reg.GPPhysical) []vec {
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
	return turned
}

// evalIndices makes the places of all weights by vectors, shifted left, and returns
// where they stand. To load one by one from there is as fast as a gather here, and
// faster where gathers are slow.
func evalIndices(c *build.Context, view, offsets reg.GPPhysical, shift uint8) operand.Mem {
	index := c.AllocLocal(4 * features)
	for i := range features / 8 {
		v := []vec{reg.Y0, reg.Y1, reg.Y2, reg.Y3}[i%4]
		c.VPMOVZXWD(operand.Mem{Base: view, Disp: 16 * i}, v)
		c.VPADDD(operand.Mem{Base: offsets, Disp: 32 * i}, v, v)
		if shift > 0 {
			c.VPSLLD(operand.U8(shift), v, v)
		}
		c.VMOVDQU(v, index.Offset(32*i))
	}
	return index
}

// evalSum adds up the weights of a view.
func evalSum(c *build.Context) {
	c.Function("sumAVX2")
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func(view, offsets, weights *byte) int")
	view, offsets, weights := reg.RSI, reg.RDI, reg.RBX
	c.Load(c.Param("view"), view)
	c.Load(c.Param("offsets"), offsets)
	c.Load(c.Param("weights"), weights)
	index := evalIndices(c, view, offsets, 0)
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

// Of a row of a network: bytes as a shift.
const rowShift = 5

// evalGroups is the quarters of each group of features, and how many features it has.
var evalGroups = []struct {
	quarters uint8
	features int
}{{0, 4}, {1, 7}, {2, 7}, {3, 5}, {4, 7}, {5, 5}, {6, 3}, {8, 7}, {9, 3}, {10, 5}, {12, 5}}

// evalFold adds up whole rows for each group of features, the groups for each quarter
// and for the board, and folds the sums.
func evalFold(c *build.Context) {
	c.Function("foldAVX2")
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func(view, offsets, rows, a, b, c, factors *byte) int")
	view, offsets, rows := reg.RSI, reg.RDI, reg.RBX
	c.Load(c.Param("view"), view)
	c.Load(c.Param("offsets"), offsets)
	c.Load(c.Param("rows"), rows)
	evalFoldRows(c, evalIndices(c, view, offsets, rowShift), rows)
}

// evalAfter is evalPlay and evalFold in one, of a position that is only to be valued:
// its views are not written, and the one not needed is not made.
func evalAfter(c *build.Context) {
	c.Function("afterAVX2")
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func(s, deltas *byte, sq uint8, flips uint64, offsets, rows, a, b, c, factors *byte) int")
	state, deltas, sq, flips, offsets, rows := reg.RSI, reg.RBX, reg.RAX, reg.RDX, reg.RDI, reg.RBX
	c.Load(c.Param("s"), state)
	c.Load(c.Param("deltas"), deltas)
	c.Load(c.Param("sq"), sq)
	c.Load(c.Param("flips"), flips)
	c.Load(c.Param("offsets"), offsets)
	c.SHLQ(operand.U8(viewShift), sq)
	index := c.AllocLocal(4 * features)
	for i, v := range evalTurned(c, deltas, flips) {
		placed, half := reg.Y4, []vec{reg.Y5, reg.Y6}
		c.VMOVDQU(operand.Mem{Base: deltas, Index: sq, Scale: 1, Disp: 32 * i}, placed)
		c.VPADDQ(placed, placed, placed)
		c.VPADDQ(operand.Mem{Base: state, Disp: viewOpponent + 32*i}, placed, placed)
		c.VPADDQ(placed, v, v)
		c.VPMOVZXWD(v.AsX(), half[0])
		c.VEXTRACTI128(operand.U8(1), v, v.AsX())
		c.VPMOVZXWD(v.AsX(), half[1])
		for j, to := range half {
			at := 64*i + 32*j
			c.VPADDD(operand.Mem{Base: offsets, Disp: at}, to, to)
			c.VPSLLD(operand.U8(rowShift), to, to)
			c.VMOVDQU(to, index.Offset(at))
		}
	}
	c.Load(c.Param("rows"), rows)
	evalFoldRows(c, index, rows)
}

// evalFoldRows adds up the rows at the places in index and those of the terms a, b and
// c, folds the sums and returns.
func evalFoldRows(c *build.Context, index operand.Mem, rows reg.GPPhysical) {
	sums := []vec{reg.Y4, reg.Y5, reg.Y6, reg.Y7, reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14}
	terms := reg.Y15
	term := reg.RAX
	for i, name := range []string{"a", "b", "c"} {
		c.Load(c.Param(name), term)
		if i == 0 {
			c.VMOVDQU(operand.Mem{Base: term}, terms)
		} else {
			c.VPADDQ(operand.Mem{Base: term}, terms, terms)
		}
	}
	at := []reg.GPPhysical{reg.RAX, reg.RCX, reg.RDX, reg.R8}
	slot := 0
	for g, sum := range sums {
		for i := range evalGroups[g].features {
			c.MOVL(index.Offset(4*slot), at[slot%4].As32())
			row := operand.Mem{Base: rows, Index: at[slot%4], Scale: 1}
			if i == 0 {
				c.VMOVDQU(row, sum)
			} else {
				c.VPADDQ(row, sum, sum)
			}
			slot++
		}
	}
	quarters := []vec{reg.Y0, reg.Y1, reg.Y2, reg.Y3}
	for q, quarter := range quarters {
		to := terms // the sum so far
		for g, sum := range sums {
			if evalGroups[g].quarters>>q&1 != 0 {
				c.VPADDQ(sum, to, quarter)
				to = quarter
			}
		}
	}
	for width := len(sums); width > 1; width = (width + 1) / 2 {
		for i := range width / 2 {
			c.VPADDQ(sums[width-1-i], sums[i], sums[i])
		}
	}
	total, half := sums[0], sums[1]
	c.VPADDQ(terms, total, total)
	factors := reg.RAX
	c.Load(c.Param("factors"), factors)
	borrowed := reg.Y15
	evalUnpack(c, total, borrowed)
	c.VPMADDWD(operand.Mem{Base: factors}, total.AsX(), total.AsX()) // and zeroes the upper half
	c.VMOVDQU(operand.Mem{Base: factors, Disp: 16}, half)
	for _, quarter := range quarters {
		evalUnpack(c, quarter, borrowed)
		c.VPABSW(quarter, quarter)
		c.VPMADDWD(half, quarter, quarter)
		c.VPADDD(quarter, total, total)
	}
	c.VEXTRACTI128(operand.U8(1), total, half.AsX())
	sum, folded := total.AsX(), half.AsX()
	c.VPADDD(folded, sum, sum)
	c.VPSHUFD(operand.U8(0b01_00_11_10), sum, folded)
	c.VPADDD(folded, sum, sum)
	c.VPSHUFD(operand.U8(0b10_11_00_01), sum, folded)
	c.VPADDD(folded, sum, sum)
	c.VMOVD(sum, term.As32())
	c.MOVLQSX(term.As32(), term)
	c.VZEROUPPER()
	c.Store(term, c.ReturnIndex(0))
	c.RET()
}

// evalUnpack gives back what negative numbers borrowed from the next in their word.
func evalUnpack(c *build.Context, v, scratch vec) {
	c.VPSRLW(operand.U8(15), v, scratch)
	c.VPSLLQ(operand.U8(16), scratch, scratch)
	c.VPADDW(scratch, v, v)
}
