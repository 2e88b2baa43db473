package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	mostEmpties = 6   // the largest number of empties that the solver takes
	noMove      = -65 // below every score
)

// What a level keeps in its slot of the stack while its children are solved.
const (
	slotEmpties = 8 * iota // the empty squares
	slotTodo               // those not yet tried
	slotOdd                // the quadrants with an odd number of empties
	slotBest               // the best value so far
	slotPassed             // 1 after a pass
	slotSize
)

// solver emits the solver of the last empties: one function in which each level,
// from mostEmpties down to two empties, contains the next. A level lies in fixed
// registers, so nothing is passed on; alpha is kept in one register in the view
// of the level in hand (the null window of the other side begins at its
// complement). Where a level is done it jumps to its parent, or to the end
// if it is the root.
type solver struct {
	*kernel
	slots operand.Mem // of all levels
	root  operand.Mem // the number of empties at the call
	nodes operand.Mem // nodes counted in this call
	later []func()    // code out of the way
}

// The registers of the solver; AX, CX, R14 and R15 are scratch. Level three
// keeps its squares in order in R8 to R10, level two its in R12 and R13.
var (
	alpha   = reg.RDI
	empties = reg.RDX
	odd     = reg.RSI
	three   = [3]reg.GPPhysical{reg.R8, reg.R9, reg.R10}
	best    = reg.R11
	first   = reg.R12
	second  = reg.R13
)

func last(c *build.Context) {
	for _, set := range instructionSets {
		k := begin(c, "solveLast"+set.suffix, "func(player, opponent uint64, alpha int, nodes *uint64) int", set.avx512)
		s := &solver{kernel: k}
		s.slots = k.AllocLocal(slotSize * (mostEmpties + 1))
		s.root = k.AllocLocal(8)
		s.nodes = k.AllocLocal(8)
		s.enter()
		s.many(mostEmpties)
		s.twoAsRoot()
		s.finish()
	}
}

// boards returns the registers of player and opponent at a level.
func (s *solver) boards(level int) (player, opponent vec) {
	if s.avx512 {
		all := [...]vec{reg.Y16, reg.Y17, reg.Y18, reg.Y19, reg.Y20, reg.Y21, reg.Y22, reg.Y23, reg.Y24, reg.Y25}
		return all[2*(level-2)], all[2*(level-2)+1]
	}
	all := [...]vec{reg.Y4, reg.Y5, reg.Y6, reg.Y7, reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13}
	return all[2*(level-2)], all[2*(level-2)+1]
}

func (s *solver) slot(level, field int) operand.Mem { return s.slots.Offset(level*slotSize + field) }

func at(r reg.GPPhysical) operand.Mem { return operand.Mem{Base: r} }

func ref(stem string, level int) operand.LabelRef {
	return operand.LabelRef(fmt.Sprint(stem, level))
}

// enter loads the position into the boards of every level, so that the root's
// are right, and jumps to the root.
func (s *solver) enter() {
	s.loadTable("kaeshi∕engine∕board")
	s.constants()
	player, opponent := s.boards(mostEmpties)
	s.broadcast("player", player)
	s.broadcast("opponent", opponent)
	for level := 2; level < mostEmpties; level++ {
		p, o := s.boards(level)
		s.move(player, p)
		s.move(opponent, o)
	}
	s.Load(s.Param("alpha"), alpha)
	s.Load(s.Param("player"), empties)
	s.Load(s.Param("opponent"), reg.RAX)
	s.ORQ(reg.RAX, empties)
	s.NOTQ(empties)
	s.MOVQ(operand.U32(0), s.nodes)
	s.oddQuadrants()
	s.POPCNTQ(empties, reg.RAX)
	s.MOVQ(reg.RAX, s.root)
	for level := 2; level < mostEmpties; level++ {
		s.CMPQ(reg.RAX, operand.U8(level))
		s.JEQ(ref("enter", level))
	}
}

// oddQuadrants sets odd from empties.
func (s *solver) oddQuadrants() {
	s.XORL(odd.As32(), odd.As32())
	for _, shift := range []uint{0, 4, 32, 36} {
		s.MOVQ(operand.U64(uint64(0x0F0F0F0F)<<shift), reg.RAX)
		s.MOVQ(empties, reg.RCX)
		s.ANDQ(reg.RAX, reg.RCX)
		s.POPCNTQ(reg.RCX, reg.RCX)
		s.ANDQ(operand.U8(1), reg.RCX)
		s.NEGQ(reg.RCX)
		s.ANDQ(reg.RAX, reg.RCX)
		s.ORQ(reg.RCX, odd)
	}
}

// many emits a level of four or more empties, which goes round its squares, and
// inside it all levels below.
func (s *solver) many(level int) {
	player, opponent := s.boards(level)
	s.Label(fmt.Sprint("enter", level))
	s.INCQ(s.nodes)
	s.MOVQ(empties, s.slot(level, slotEmpties))
	s.MOVQ(empties, s.slot(level, slotTodo))
	s.MOVQ(odd, s.slot(level, slotOdd))
	s.MOVQ(operand.I32(noMove), s.slot(level, slotBest))
	s.MOVQ(operand.U32(0), s.slot(level, slotPassed))

	s.Label(fmt.Sprint("loop", level))
	todo, candidates := reg.RAX, reg.RCX
	s.MOVQ(s.slot(level, slotTodo), todo)
	s.MOVQ(s.slot(level, slotOdd), odd)
	s.MOVQ(todo, candidates)
	s.ANDQ(odd, candidates)
	s.CMOVQEQ(todo, candidates)
	s.TZCNTQ(candidates, first)
	s.BLSIQ(candidates, candidates)
	s.XORQ(candidates, todo)
	s.MOVQ(todo, s.slot(level, slotTodo))
	s.SHLQ(operand.U8(squareShift), first)
	s.ADDQ(reg.RBX, first)
	s.flip(at(first), player, opponent, reg.Y3)
	s.VPTEST(reg.Y3, reg.Y3)
	s.JEQ(ref("next", level))
	s.MOVQ(s.slot(level, slotEmpties), empties)
	s.XORQ(candidates, empties)
	s.XORQ(at(first).Offset(squareQuad), odd)
	s.descend(level, first)
	if level > 4 {
		s.many(level - 1)
	} else {
		s.three()
	}

	s.Label(fmt.Sprint("back", level))
	s.NOTQ(alpha)
	s.CMPQ(reg.RAX, alpha)
	s.JGT(ref("exit", level))
	s.CMPQ(reg.RAX, s.slot(level, slotBest))
	s.JLE(ref("next", level))
	s.MOVQ(reg.RAX, s.slot(level, slotBest))

	s.Label(fmt.Sprint("next", level))
	s.CMPQ(s.slot(level, slotTodo), operand.U8(0))
	s.JNE(ref("loop", level))
	s.MOVQ(s.slot(level, slotBest), reg.RAX)
	s.leave(level, func() {
		s.MOVQ(s.slot(level, slotEmpties), empties)
		s.MOVQ(empties, s.slot(level, slotTodo))
		s.JMP(ref("loop", level))
	})
}

// descend makes the move at sq, whose flips are in Y3, in the boards below level.
func (s *solver) descend(level int, sq reg.GPPhysical) {
	player, opponent := s.boards(level)
	nextPlayer, nextOpponent := s.boards(level - 1)
	s.xor(reg.Y3, opponent, nextPlayer)
	s.VPBROADCASTQ(at(sq).Offset(squareBit), nextOpponent)
	s.or3(player, reg.Y3, nextOpponent)
	s.NOTQ(alpha)
}

// leave ends a level whose best value is in AX. Without a move it passes and
// begins again, by code that again emits, or scores the end of the game.
func (s *solver) leave(level int, again func()) {
	player, opponent := s.boards(level)
	s.CMPQ(reg.RAX, operand.I8(noMove))
	s.JEQ(ref("stuck", level))
	s.Label(fmt.Sprint("exit", level))
	s.CMPQ(s.slot(level, slotPassed), operand.U8(0))
	s.JNE(ref("passed", level))
	s.Label(fmt.Sprint("up", level))
	if level < mostEmpties {
		s.CMPQ(s.root, operand.U8(level))
		s.JEQ(operand.LabelRef("end"))
		s.NEGQ(reg.RAX)
		s.JMP(ref("back", level+1))
	} else {
		s.JMP(operand.LabelRef("end"))
	}

	s.Label(fmt.Sprint("passed", level))
	s.NEGQ(reg.RAX)
	s.NOTQ(alpha)
	s.JMP(ref("up", level))

	s.Label(fmt.Sprint("stuck", level))
	s.CMPQ(s.slot(level, slotPassed), operand.U8(0))
	s.JNE(ref("over", level))
	s.MOVQ(operand.U32(1), s.slot(level, slotPassed))
	s.swap(player, opponent)
	again()

	s.Label(fmt.Sprint("over", level))
	s.score(level)
	s.JMP(ref("passed", level))
}

// swap passes.
func (s *solver) swap(player, opponent vec) {
	s.move(player, reg.Y0)
	s.move(opponent, player)
	s.move(reg.Y0, opponent)
	s.NOTQ(alpha)
}

// score sets AX to the final score for the player of level, the game being over.
func (s *solver) score(level int) {
	player, _ := s.boards(level)
	s.VMOVQ(player.AsX(), reg.RAX)
	s.POPCNTQ(reg.RAX, reg.RAX)
	s.LEAQ(operand.Mem{Base: reg.RAX, Index: reg.RAX, Scale: 1, Disp: level - 64}, reg.RAX)
	// The sign of the difference times the empties goes to the winner.
	s.LEAQ(operand.Mem{Base: reg.RAX, Disp: level}, reg.RCX)
	s.LEAQ(operand.Mem{Base: reg.RAX, Disp: -level}, reg.R14)
	s.TESTQ(reg.RAX, reg.RAX)
	s.CMOVQGT(reg.RCX, reg.RAX)
	s.CMOVQLT(reg.R14, reg.RAX)
}

// three emits the level of three empties, its squares sorted at once and its
// children written out one after the other.
func (s *solver) three() {
	const level = 3
	player, opponent := s.boards(level)
	s.Label("enter3")
	s.INCQ(s.nodes)
	s.MOVQ(operand.U32(0), s.slot(level, slotPassed))
	s.ANDQ(empties, odd) // never empty: the sum of the quadrants is odd
	s.TZCNTQ(odd, three[0])
	s.BLSIQ(odd, odd)
	s.XORQ(odd, empties)
	s.TZCNTQ(empties, three[1])
	s.BLSRQ(empties, empties)
	s.TZCNTQ(empties, three[2])
	for _, r := range three {
		s.SHLQ(operand.U8(squareShift), r)
		s.ADDQ(reg.RBX, r)
	}
	s.Label("again3")
	s.MOVQ(operand.I32(noMove), best)
	for i, sq := range three {
		s.flip(at(sq), player, opponent, reg.Y3)
		s.VPTEST(reg.Y3, reg.Y3)
		s.JEQ(ref("illegal", i))
		s.descend(level, sq)
		s.pair(three[(i+1)%3], three[(i+2)%3], i)
		s.two(i)
		s.NOTQ(alpha)
		s.CMPQ(reg.RAX, alpha)
		s.JGT(ref("exit", level))
		s.CMPQ(reg.RAX, best)
		s.CMOVQGT(reg.RAX, best)
		s.Label(fmt.Sprint("illegal", i))
	}
	s.MOVQ(best, reg.RAX)
	s.leave(level, func() { s.JMP(ref("again", level)) })
}

// pair sets first and second to the two squares, the lower number first.
func (s *solver) pair(x, y reg.GPPhysical, i int) {
	if i == 0 { // in order already
		s.MOVQ(x, first)
		s.MOVQ(y, second)
		return
	}
	s.MOVQ(x, first)
	s.MOVQ(y, second)
	s.CMPQ(x, y)
	s.CMOVQGT(y, first)
	s.CMOVQGT(x, second)
}

// two emits a level of two empties: both moves and all that follows from them
// without a branch. It leaves in AX the value from the view of the level above.
func (s *solver) two(copy int) {
	const level = 2
	player, opponent := s.boards(level)
	after := [2]reg.GPPhysical{reg.R15, reg.RDX}
	s.INCQ(s.nodes)
	s.MOVQ(operand.U32(0), s.slot(level, slotPassed))
	s.Label(fmt.Sprint("two", copy))
	s.VMOVQ(opponent.AsX(), reg.RSI)
	for i, sq := range []reg.GPPhysical{first, second} {
		s.flip(at(sq), player, opponent, reg.Y3)
		s.xor(reg.Y3, opponent, reg.Y3)
		s.VMOVQ(reg.X3, after[i])
	}
	s.lastOne(after[0], second, fmt.Sprint("none", copy, "a"), fmt.Sprint("some", copy, "a"))
	s.lastOne(after[1], first, fmt.Sprint("none", copy, "b"), fmt.Sprint("some", copy, "b"))
	// The first move counts alone if it is good enough.
	s.MOVQ(alpha, reg.RCX)
	s.NEGQ(reg.RCX)
	s.CMPQ(after[0], after[1])
	s.CMOVQLT(after[0], after[1])
	s.MOVQ(after[1], reg.RAX)
	s.CMPQ(after[0], reg.RCX)
	s.CMOVQLT(after[0], reg.RAX)
	s.CMPQ(reg.RAX, operand.I8(-noMove))
	s.JEQ(ref("stuckTwo", copy))
	s.CMPQ(s.slot(level, slotPassed), operand.U8(0))
	s.JEQ(ref("endTwo", copy))
	s.Label(fmt.Sprint("passedTwo", copy))
	s.NOTQ(alpha)
	s.NEGQ(reg.RAX)
	s.JMP(ref("endTwo", copy))

	s.Label(fmt.Sprint("stuckTwo", copy))
	s.CMPQ(s.slot(level, slotPassed), operand.U8(0))
	s.JNE(ref("overTwo", copy))
	s.MOVQ(operand.U32(1), s.slot(level, slotPassed))
	s.swap(player, opponent)
	s.JMP(ref("two", copy))
	s.Label(fmt.Sprint("overTwo", copy))
	s.score(level)
	s.NEGQ(reg.RAX)
	s.JMP(ref("passedTwo", copy))
	s.Label(fmt.Sprint("endTwo", copy))
}

// lastOne replaces the board of the side to move by its final score when only
// the square sq is empty. A board equal to SI means that the move before was
// illegal; its score is beyond all others.
func (s *solver) lastOne(board, sq reg.GPPhysical, none, some string) {
	counts := reg.R14
	s.lastCounts(at(sq), board, counts, reg.RCX)
	s.POPCNTQ(board, reg.RAX)
	s.LEAQ(operand.Mem{Base: reg.RAX, Index: reg.RAX, Scale: 1, Disp: -64}, reg.RAX)
	s.TESTL(counts.As32(), counts.As32())
	s.JEQ(operand.LabelRef(none))
	s.MOVBLZX(counts.As8(), reg.ECX)
	s.SHRL(operand.U8(8), counts.As32())
	s.SUBQ(reg.RAX, counts)
	s.NEGQ(counts)
	s.LEAQ(operand.Mem{Base: reg.RAX, Index: reg.RCX, Scale: 1, Disp: 2}, reg.RAX)
	s.TESTQ(reg.RCX, reg.RCX)
	s.CMOVQEQ(counts, reg.RAX)
	s.Label(some)
	s.MOVL(operand.U32(-noMove), reg.ECX)
	s.CMPQ(board, reg.RSI)
	s.CMOVQEQ(reg.RCX, reg.RAX)
	s.MOVQ(reg.RAX, board)
	s.outOfLine(none, some)
}

// twoAsRoot enters with two empties.
func (s *solver) twoAsRoot() {
	s.Label("enter2")
	s.TZCNTQ(empties, first)
	s.BLSRQ(empties, empties)
	s.TZCNTQ(empties, second)
	for _, r := range []reg.GPPhysical{first, second} {
		s.SHLQ(operand.U8(squareShift), r)
		s.ADDQ(reg.RBX, r)
	}
	s.two(len(three))
	s.NEGQ(reg.RAX)
}

// finish returns the value in AX, and places what is seldom reached.
func (s *solver) finish() {
	s.Label("end")
	s.VZEROUPPER()
	s.MOVQ(s.nodes, reg.RCX)
	s.Load(s.Param("nodes"), reg.RDX)
	s.ADDQ(reg.RCX, operand.Mem{Base: reg.RDX})
	s.Store(reg.RAX, s.ReturnIndex(0))
	s.RET()
	for _, place := range s.later {
		place()
	}
}

// outOfLine scores a board where neither side can take the last square: it
// counts for the winner.
func (s *solver) outOfLine(none, some string) {
	s.later = append(s.later, func() {
		s.Label(none)
		s.LEAQ(operand.Mem{Base: reg.RAX, Disp: 2}, reg.RCX)
		s.TESTQ(reg.RAX, reg.RAX)
		s.CMOVQGE(reg.RCX, reg.RAX)
		s.JMP(operand.LabelRef(some))
	})
}
