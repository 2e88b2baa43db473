package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/reg"
)

// cpuid writes what golang.org/x/sys/cpu does not tell: who made the processor
// and which family it is of.
func cpuid(c *build.Context) {
	c.Function("cpuid")
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func(leaf uint32) (eax, ebx uint32)")
	c.Load(c.Param("leaf"), reg.EAX)
	c.XORL(reg.ECX, reg.ECX)
	c.CPUID()
	c.Store(reg.EAX, c.Return("eax"))
	c.Store(reg.EBX, c.Return("ebx"))
	c.RET()
}
