package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What level three keeps of its children in the many registers of AVX-512.
var (
	kidFlips  = [3]vec{reg.Y26, reg.Y27, reg.Y28}
	kidBoards = [3][2]vec{{reg.Y4, reg.Y5}, {reg.Y6, reg.Y7}, {reg.Y8, reg.Y9}}
	kidAfter  = [3]vec{reg.Y10, reg.Y11, reg.Y12} // see pair
)

// levelThree emits the level of three empties. Its flips, and with AVX-512
// also those of all its children, are computed ahead: when a branch is predicted
// wrong there is only the last square left to do again.
func (s *solver) levelThree() {
	const level = 3
	s.label("enter", level)
	s.INCQ(s.nodes)
	s.MOVQ(operand.U32(0), s.passed)
	s.ANDQ(empties, odd) // never empty: the sum of the quadrants is odd
	s.TZCNTQ(odd, three[0])
	s.BLSIQ(odd, odd)
	s.XORQ(odd, empties)
	s.TZCNTQ(empties, three[1])
	s.BLSRQ(empties, empties)
	s.TZCNTQ(empties, three[2])
	for _, r := range three {
		s.pointTo(r)
	}
	s.label("again", level)
	s.ahead()
	s.MOVQ(operand.I32(noMove), best)
	for i := range three {
		s.child(i)
	}
	s.MOVQ(best, value)
	s.CMPQ(value, operand.I8(noMove))
	s.JEQ(ref("stuck", level))
	s.leave(level, s.passed, func() {})
}

// others returns the squares that are left when square i of level three is taken.
func others(i int) (x, y reg.GPPhysical) { return three[(i+1)%3], three[(i+2)%3] }

// ahead computes the flips of level three and what AVX-512 has room for.
func (s *solver) ahead() {
	player, opponent := s.boards(3)
	for i, sq := range three {
		switch {
		case s.wide:
			s.VBROADCASTI64X4(square(sq).Offset(upRays), reg.Z0)
			s.VBROADCASTI64X4(square(sq).Offset(downRays), reg.Z1)
			flips := s.widest(kidFlips[i])
			s.runs512(reg.Z0, reg.Z1, s.widest(player), s.widest(opponent), flips, reg.Z2, reg.Z3)
			s.spread(flips, reg.Z2)
		case s.avx512:
			s.flip(square(sq), player, opponent, kidFlips[i])
		default:
			s.flip(square(sq), player, opponent, reg.Y3)
			s.VMOVQ(reg.X3, s.kids.Offset(8*i))
		}
	}
	if !s.avx512 {
		return
	}
	for i, sq := range three {
		kid := kidBoards[i]
		s.play(square(sq), player, opponent, kidFlips[i], kid[0], kid[1])
		x, y := others(i)
		s.pair(x, y, kid[0], kid[1], kidAfter[i])
	}
}

// child tries the move at square i of level three.
func (s *solver) child(i int) {
	flips := reg.R13
	if s.avx512 {
		s.VMOVQ(kidFlips[i].AsX(), flips)
	} else {
		s.MOVQ(s.kids.Offset(8*i), flips)
	}
	s.TESTQ(flips, flips)
	s.JEQ(ref("next", i))
	s.INCQ(s.nodes)
	kid := kidBoards[i]
	if !s.avx512 {
		player, opponent := s.boards(3)
		kid[0], kid[1] = s.boards(2)
		s.VPBROADCASTQ(s.kids.Offset(8*i), reg.Y3)
		s.play(square(three[i]), player, opponent, reg.Y3, kid[0], kid[1])
	}
	x, y := others(i)
	if s.avx512 {
		s.unpack(kid[1], kidAfter[i])
	} else {
		s.afterTwo(x, y, kid[0], kid[1])
	}
	s.bothLast(x, y)
	s.label("have", i)
	s.CMPQ(value, alpha)
	s.JGT(ref("high", i))
	s.CMPQ(value, best)
	s.CMOVQGT(value, best)
	s.label("next", i)

	s.later = append(s.later, func() {
		s.label("high", i)
		s.CMPQ(value, operand.I8(-noMove))
		s.JNE(ref("exit", 3))
		s.afterTwo(x, y, kid[1], kid[0])
		s.bothLast(x, y)
		s.NEGQ(value)
		s.CMPQ(value, operand.I8(noMove))
		s.JNE(ref("have", i))
		s.VMOVQ(kid[1].AsX(), value)
		s.score(2)
		s.JMP(ref("have", i))
	})
}

// The boards after the two moves of level two, and before them, from the view
// of the side that moves last; the boards end as the scores.
var (
	afterX = reg.R15
	afterY = reg.RDX
	before = reg.RSI
)

// afterTwo sets before, afterX and afterY, from the moves of player at x and y. A
// move that turns nothing leaves the board as it was.
func (s *solver) afterTwo(x, y reg.GPPhysical, player, opponent vec) {
	if s.avx512 {
		s.pair(x, y, player, opponent, reg.Y10)
		s.unpack(opponent, reg.Y10)
		return
	}
	s.VMOVQ(opponent.AsX(), before)
	s.flip(square(x), player, opponent, reg.Y3)
	s.VMOVQ(reg.X3, afterX)
	s.XORQ(before, afterX)
	s.flip(square(y), player, opponent, reg.Y3)
	s.VMOVQ(reg.X3, afterY)
	s.XORQ(before, afterY)
}

// pair sets the halves of after to the opponent's discs after the moves of player
// at x and at y, both at once.
func (s *solver) pair(x, y reg.GPPhysical, player, opponent, after vec) {
	if !s.wide {
		s.pair256(x, y, player, opponent, after)
		return
	}
	s.VMOVDQU(square(x).Offset(upRays), reg.Y0)
	s.VMOVDQU(square(x).Offset(downRays), reg.Y1)
	s.VINSERTI64X4(operand.U8(1), square(y).Offset(upRays), reg.Z0, reg.Z0)
	s.VINSERTI64X4(operand.U8(1), square(y).Offset(downRays), reg.Z1, reg.Z1)
	to := s.widest(after)
	s.runs512(reg.Z0, reg.Z1, s.widest(player), s.widest(opponent), to, reg.Z2, reg.Z3)
	s.VPERMQ(operand.U8(0x4E), to, reg.Z2)
	s.VPORQ(reg.Z2, to, to)
	s.VPSHUFD(operand.U8(0x4E), to, reg.Z2)
	s.VPTERNLOGQ(operand.U8(0x36), reg.Z2, s.widest(opponent), to) // opponent ^ (to | Z2)
}

// pair256 is pair for the quarters of half a register.
func (s *solver) pair256(x, y reg.GPPhysical, player, opponent, after vec) {
	s.runs512(square(x).Offset(upRays), square(x).Offset(downRays), player, opponent, reg.Y3, reg.Y0, reg.Y1)
	s.runs512(square(y).Offset(upRays), square(y).Offset(downRays), player, opponent, reg.Y2, reg.Y0, reg.Y1)
	s.VPUNPCKLQDQ(reg.Y2, reg.Y3, reg.Y0)
	s.VPUNPCKHQDQ(reg.Y2, reg.Y3, reg.Y1)
	s.VPOR(reg.Y0, reg.Y1, reg.Y0)
	s.VEXTRACTI128(operand.U8(1), reg.Y0, reg.X1)
	s.VMOVDQA(reg.X0, after.AsX())
	s.VPTERNLOGQ(operand.U8(0x36), reg.X1, opponent.AsX(), after.AsX()) // opponent ^ (after | X1)
}

func (s *solver) unpack(opponent, after vec) {
	s.VMOVQ(opponent.AsX(), before)
	s.VMOVQ(after.AsX(), afterX)
	if !s.wide {
		s.VPEXTRQ(operand.U8(1), after.AsX(), afterY)
		return
	}
	s.VEXTRACTI64X4(operand.U8(1), s.widest(after), reg.Y3)
	s.VMOVQ(reg.X3, afterY)
}

// bothLast sets the value to the lower of the final scores after x and after y,
// -noMove if both were illegal.
func (s *solver) bothLast(x, y reg.GPPhysical) {
	s.MOVL(operand.U32(-noMove), reg.R12L)
	s.lastScore(afterX, y)
	s.lastScore(afterY, x)
	s.MOVQ(afterY, value)
	s.CMPQ(afterX, afterY)
	s.CMOVQLT(afterX, value)
}

// lastScore replaces the discs of the side to move by its final score when only
// the square sq is empty, or by R12 if the move before was illegal.
func (s *solver) lastScore(discs, sq reg.GPPhysical) {
	counts := reg.R14
	s.lastCounts(square(sq), discs, counts, reg.RCX)
	s.POPCNTQ(discs, reg.RAX)
	s.MOVL(reg.EAX, reg.ECX)
	s.ANDL(operand.U8(32), reg.ECX)
	s.SHLL(operand.U8(2*countBits-5), reg.ECX)
	s.ADDL(reg.ECX, counts.As32())
	s.MOVBQSX(s.table(lastScores).Idx(counts, 1), counts)
	s.CMPQ(discs, before)
	s.LEAQ(operand.Mem{Base: counts, Index: reg.RAX, Scale: 2, Disp: -64}, discs)
	s.CMOVQEQ(reg.R12, discs)
}

// twoAsRoot enters with two empties.
func (s *solver) twoAsRoot() {
	const level = 2
	player, opponent := s.boards(level)
	x, y := three[0], three[1]
	s.label("enter", level)
	s.INCQ(s.nodes)
	s.TZCNTQ(empties, x)
	s.BLSRQ(empties, empties)
	s.TZCNTQ(empties, y)
	s.pointTo(x)
	s.pointTo(y)
	s.afterTwo(x, y, player, opponent)
	s.bothLast(x, y)
	s.NEGQ(value)
	s.CMPQ(value, operand.I8(noMove))
	s.JNE(operand.LabelRef("end"))
	s.afterTwo(x, y, opponent, player)
	s.bothLast(x, y)
	s.CMPQ(value, operand.I8(-noMove))
	s.JNE(operand.LabelRef("end"))
	s.VMOVQ(player.AsX(), value)
	s.score(level)
}
