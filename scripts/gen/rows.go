package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rowNumbers is how many numbers, of two bytes each, a row of a network has.
const rowNumbers = 16

// evalExpand copies rows by their numbers, and gives each word what its negative numbers
// borrow.
func evalExpand(c *build.Context) {
	c.Function("expandAVX2")
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func(rows *byte, values *int16, numbers *uint32, count int)")
	rows, values, numbers, count := reg.RDI, reg.RSI, reg.RBX, reg.RCX
	borrow, row, sign := reg.Y0, reg.Y1, reg.Y2
	c.Load(c.Param("rows"), rows)
	c.Load(c.Param("values"), values)
	c.Load(c.Param("numbers"), numbers)
	c.Load(c.Param("count"), count)
	c.MOVQ(operand.U64(0x0000_0001_0001_0001), reg.RAX)
	c.MOVQ(reg.RAX, reg.X0)
	c.VPBROADCASTQ(reg.X0, borrow)
	c.TESTQ(count, count)
	c.JLE(operand.LabelRef("end"))

	c.Label("next")
	c.MOVL(operand.Mem{Base: numbers}, reg.EAX)
	c.SHLQ(operand.U8(rowShift), reg.RAX)
	c.VMOVDQU(operand.Mem{Base: values, Index: reg.RAX, Scale: 1}, row)
	c.VPSRLQ(operand.U8(15), row, sign)
	c.VPAND(borrow, sign, sign)
	c.VPSLLQ(operand.U8(16), sign, sign)
	c.VPSUBQ(sign, row, row)
	c.VMOVDQU(row, operand.Mem{Base: rows})
	c.ADDQ(operand.U8(4), numbers)
	c.ADDQ(operand.U8(1<<rowShift), rows)
	c.DECQ(count)
	c.JNE(operand.LabelRef("next"))

	c.Label("end")
	c.VZEROUPPER()
	c.RET()
}

// unpackRows adds rows that are coded in a byte a number to those with their numbers.
func unpackRows(c *build.Context) {
	c.Function("addRowsAVX2")
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func(values *int16, codes *byte, rows *uint32, count int)")
	values, codes, rows, count := reg.RDI, reg.RSI, reg.RBX, reg.RCX
	zero, one, row, sign := reg.Y0, reg.Y1, reg.Y2, reg.Y3
	c.Load(c.Param("values"), values)
	c.Load(c.Param("codes"), codes)
	c.Load(c.Param("rows"), rows)
	c.Load(c.Param("count"), count)
	c.VPXOR(zero, zero, zero)
	c.VPCMPEQW(one, one, one)
	c.VPSRLW(operand.U8(15), one, one)
	c.TESTQ(count, count)
	c.JLE(operand.LabelRef("end"))

	c.Label("next")
	c.MOVL(operand.Mem{Base: rows}, reg.EAX)
	c.SHLQ(operand.U8(rowShift), reg.RAX)
	c.VPMOVZXBW(operand.Mem{Base: codes}, row)
	c.VPAND(one, row, sign)
	c.VPSUBW(sign, zero, sign)
	c.VPSRLW(operand.U8(1), row, row)
	c.VPXOR(sign, row, row)
	c.VPADDW(operand.Mem{Base: values, Index: reg.RAX, Scale: 1}, row, row)
	c.VMOVDQU(row, operand.Mem{Base: values, Index: reg.RAX, Scale: 1})
	c.ADDQ(operand.U8(4), rows)
	c.ADDQ(operand.U8(rowNumbers), codes)
	c.DECQ(count)
	c.JNE(operand.LabelRef("next"))

	c.Label("end")
	c.VZEROUPPER()
	c.RET()
}
