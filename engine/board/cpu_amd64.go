//go:build amd64 && !purego

package board

import "golang.org/x/sys/cpu"

// cpuid returns two registers of the instruction CPUID, its subleaf being 0. Every amd64
// processor can run it. It is written by scripts/gen.
//
//go:noescape
func cpuid(leaf uint32) (eax, ebx uint32)

// CPU is what the kernels may use on this machine. Each function that has bodies in
// assembly chooses among them by a switch on it.
var CPU = struct {
	AVX2     bool // with BMI1, BMI2 and POPCNT
	AVX512VL bool // F, VL, CD and DQ on registers of 256 bits, and AVX2
	AVX512   bool // the same on registers of 512 bits, where these do not slow the clock
	FastPEXT bool // PEXT in a few cycles, and AVX2
}{AVX2: hasAVX2, AVX512VL: has512, AVX512: has512 && fastWide, FastPEXT: hasAVX2 && !slowPEXT()}

var (
	hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
	has512  = hasAVX2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512CD && cpu.X86.HasAVX512DQ
)

// fastWide is false on Intel's processors before Ice Lake. There a few operations on 512
// bits take the clock of everything down, from 2.4 to 1.8 GHz where it was measured.
var fastWide = cpu.X86.HasAVX512VPOPCNTDQ

// slowPEXT reports whether this is an AMD processor before Zen 3 (family 25), where
// PEXT takes up to three hundred cycles.
func slowPEXT() bool {
	const authenticAMD = 'A' | 'u'<<8 | 't'<<16 | 'h'<<24
	if _, maker := cpuid(0); maker != authenticAMD {
		return false
	}
	signature, _ := cpuid(1)
	return signature>>8&0xF+signature>>20&0xFF < 25
}
