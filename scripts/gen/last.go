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

	// The opponent needs more discs than must be stable, half as many as this, for a
	// count of stable discs to pay.
	stableSpare = 16

	boardPath = "kaeshi∕engine∕board"
)

// What a level of four or more empties keeps on the stack while its children are
// solved.
const (
	slotEmpties = 0  // the empty squares
	slotOdd     = 8  // the quadrants with an odd number of them
	slotBest    = 16 // the best value so far
	slotPassed  = 24 // 1 after a pass
	slotCount   = 32 // legal moves
	slotNext    = 40 // those tried
	slotMoves   = 48 // of each move the address of its square's entry, then of each its flips
)

// solver emits the solver of the last empties: one function in which each level,
// from mostEmpties down to two empties, contains the next. A level lies in fixed
// registers, so nothing is passed on; alpha is kept in one register in the view
// of the level in hand (the null window of the other side begins at its
// complement). Where a level is done it jumps to its parent, or to the end
// if it is the root.
type solver struct {
	*kernel
	slots  operand.Mem // of the levels of four and more
	passed operand.Mem // 1 after a pass at level three
	kids   operand.Mem // the flips of level three, where registers do not hold them
	root   operand.Mem // the number of empties at the call
	nodes  operand.Mem // nodes counted in this call
	later  []func()    // code that is seldom reached, placed after the rest
}

// The registers of the solver. AX holds the value that a level returns, from the
// view of its parent; BX the table; CX, R13 to R15, and below level four DX and
// SI, are scratch.
var (
	value   = reg.RAX
	alpha   = reg.RDI
	empties = reg.RDX
	odd     = reg.RSI
	best    = reg.R11 // of level three; above it, an index of moves
	move    = reg.R12
	three   = [3]reg.GPPhysical{reg.R8, reg.R9, reg.R10} // the squares of level three in order
)

func last(c *build.Context) {
	for _, set := range instructionSets {
		k := begin(c, "solveLast"+set.suffix, "func(player, opponent uint64, alpha int, nodes *uint64) int", set)
		s := &solver{kernel: k}
		s.slots = k.AllocLocal(slotBegin(mostEmpties + 1))
		s.kids = k.AllocLocal(8 * len(three))
		s.passed = k.AllocLocal(8)
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
	all := [...]vec{reg.Y4, reg.Y5, reg.Y6, reg.Y7, reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13}
	if s.avx512 {
		all = [...]vec{reg.Y16, reg.Y17, reg.Y18, reg.Y19, reg.Y20, reg.Y21, reg.Y22, reg.Y23, reg.Y24, reg.Y25}
	}
	return all[2*(level-2)], all[2*(level-2)+1]
}

func (s *solver) slot(level, field int) operand.Mem { return s.slots.Offset(slotBegin(level) + field) }

// slotBegin returns where the slot of a level begins behind those of lower ones.
func slotBegin(level int) int {
	begin := 0
	for l := 4; l < level; l++ {
		begin += slotMoves + 16*l
	}
	return begin
}

// squaresAt and flipsAt are lists with a place for each empty square of a level.
func (s *solver) squaresAt(level int) operand.Mem { return s.slot(level, slotMoves) }

func (s *solver) flipsAt(level int) operand.Mem { return s.slot(level, slotMoves+8*level) }

// label and ref name a place of a level, or of a child of level three.
func (s *solver) label(stem string, level int) { s.Label(fmt.Sprint(stem, level)) }

func ref(stem string, level int) operand.LabelRef { return operand.LabelRef(fmt.Sprint(stem, level)) }

// enter loads the position into the boards of every level, so that the root's
// are right, and jumps to the root.
func (s *solver) enter() {
	s.loadTable(boardPath)
	s.constants()
	for level := 2; level <= mostEmpties; level++ {
		player, opponent := s.boards(level)
		s.broadcast("player", player)
		s.broadcast("opponent", opponent)
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

// many emits a level of four or more empties, which lists its legal moves and
// then tries one after the other, and inside it all levels below.
func (s *solver) many(level int) {
	s.label("enter", level)
	s.INCQ(s.nodes)
	s.MOVQ(empties, s.slot(level, slotEmpties))
	s.MOVQ(odd, s.slot(level, slotOdd))
	s.MOVQ(operand.U32(0), s.slot(level, slotPassed))
	s.label("again", level)
	s.stabilityCut(level)
	s.MOVQ(operand.I32(noMove), s.slot(level, slotBest))
	s.list(level)
	s.first(level)

	player, opponent := s.boards(level)
	nextPlayer, nextOpponent := s.boards(level - 1)
	s.VPBROADCASTQ(s.flipsAt(level).Idx(reg.R11, 8), s.widest(reg.Y3))
	s.MOVQ(s.squaresAt(level).Idx(reg.R11, 8), move)
	s.MOVQ(s.slot(level, slotOdd), odd)
	s.MOVQ(s.slot(level, slotEmpties), empties)
	s.XORQ(square(move).Offset(squareBit), empties)
	s.XORQ(square(move).Offset(squareQuad), odd)
	s.play(square(move), player, opponent, reg.Y3, nextPlayer, nextOpponent)
	s.NOTQ(alpha)
	if level > 4 {
		s.many(level - 1)
	} else {
		s.levelThree()
	}

	s.label("back", level)
	s.NOTQ(alpha)
	s.CMPQ(value, alpha)
	s.JGT(ref("exit", level))
	s.MOVQ(s.slot(level, slotBest), reg.RCX)
	s.CMPQ(value, reg.RCX)
	s.CMOVQGT(value, reg.RCX)
	s.MOVQ(reg.RCX, s.slot(level, slotBest))
	s.MOVQ(s.slot(level, slotNext), reg.R11)
	s.CMPQ(reg.R11, s.slot(level, slotCount))
	s.JLT(ref("loop", level))
	s.MOVQ(reg.RCX, value)
	s.leave(level, s.slot(level, slotPassed), func() {
		s.MOVQ(s.slot(level, slotEmpties), empties)
		s.MOVQ(s.slot(level, slotOdd), odd)
	})
}

// stabilityCut ends a level if the opponent's stable discs alone keep the value
// from exceeding alpha, which it looks at where alpha is high enough.
func (s *solver) stabilityCut(level int) {
	player, opponent := s.boards(level)
	s.CMPQ(alpha, operand.U8(2*level-2))
	s.JGE(ref("stable", level))
	s.label("unstable", level)

	s.later = append(s.later, func() {
		s.label("stable", level)
		s.VMOVQ(opponent.AsX(), stablePlayer)
		s.POPCNTQ(stablePlayer, reg.RAX)
		s.LEAQ(operand.Mem{Base: alpha, Index: reg.RAX, Scale: 2}, reg.RAX)
		s.CMPQ(reg.RAX, operand.U8(64+stableSpare))
		s.JLT(ref("unstable", level))
		s.VMOVQ(player.AsX(), stableOpponent)
		s.stableDiscs(boardPath, opponent, player)
		s.MOVQ(s.slot(level, slotEmpties), empties)
		s.MOVQ(s.slot(level, slotOdd), odd)
		s.POPCNTQ(value, value)
		s.ADDQ(value, value)
		s.NEGQ(value)
		s.ADDQ(operand.U8(64), value)
		s.CMPQ(value, alpha)
		s.JGT(ref("unstable", level))
		s.JMP(ref("exit", level))
	})
}

// nextSquare sets move to the entry of the next square to look at, odd quadrants
// first, and takes it out of empties.
func (s *solver) nextSquare() {
	candidates := reg.RCX
	s.MOVQ(empties, candidates)
	s.ANDQ(odd, candidates)
	s.CMOVQEQ(empties, candidates)
	s.TZCNTQ(candidates, move)
	s.BLSIQ(candidates, candidates)
	s.XORQ(candidates, empties)
	s.pointTo(move)
}

// list writes the legal moves of a level to its slot, and their number to R11: it
// writes each square, and advances if the move is legal, without a branch.
func (s *solver) list(level int) {
	player, opponent := s.boards(level)
	s.XORL(reg.R11L, reg.R11L)
	for range level {
		s.nextSquare()
		s.flip(square(move), player, opponent, reg.Y3)
		s.VMOVQ(reg.X3, reg.RAX)
		s.MOVQ(move, s.squaresAt(level).Idx(reg.R11, 8))
		s.MOVQ(reg.RAX, s.flipsAt(level).Idx(reg.R11, 8))
		s.CMPQ(reg.RAX, operand.U8(1))
		s.SBBQ(operand.I8(-1), reg.R11)
	}
}

// first begins the round of the listed moves, R11 being the index of each.
func (s *solver) first(level int) {
	s.MOVQ(reg.R11, s.slot(level, slotCount))
	s.TESTQ(reg.R11, reg.R11)
	s.JEQ(ref("stuck", level))
	s.XORL(reg.R11L, reg.R11L)
	s.label("loop", level)
	s.LEAQ(operand.Mem{Base: reg.R11, Disp: 1}, reg.RCX)
	s.MOVQ(reg.RCX, s.slot(level, slotNext))
}

// leave ends a level whose best value is in AX. The code at "stuck" passes and
// goes back to "again", after what restore emits, or scores the end of the game.
func (s *solver) leave(level int, passed operand.Mem, restore func()) {
	player, _ := s.boards(level)
	s.label("exit", level)
	s.CMPQ(passed, operand.U8(0))
	s.JNE(ref("passed", level))
	s.label("up", level)
	if level < mostEmpties {
		s.CMPQ(s.root, operand.U8(level))
		s.JEQ(operand.LabelRef("end"))
		s.NEGQ(value)
		s.JMP(ref("back", level+1))
	} else {
		s.JMP(operand.LabelRef("end"))
	}

	s.later = append(s.later, func() {
		s.label("stuck", level)
		s.CMPQ(passed, operand.U8(0))
		s.JNE(ref("over", level))
		s.MOVQ(operand.U32(1), passed)
		s.pass(level)
		s.NOTQ(alpha)
		restore()
		s.JMP(ref("again", level))

		s.label("over", level)
		s.VMOVQ(player.AsX(), value)
		s.score(level)
		s.label("passed", level)
		s.NEGQ(value)
		s.NOTQ(alpha)
		s.JMP(ref("up", level))
	})
}

// pass swaps the boards of a level.
func (s *solver) pass(level int) {
	x, y := s.boards(level)
	if s.avx512 {
		s.VMOVDQA64(s.widest(x), s.widest(reg.Y0))
		s.VMOVDQA64(s.widest(y), s.widest(x))
		s.VMOVDQA64(s.widest(reg.Y0), s.widest(y))
		return
	}
	s.VMOVDQA(x, reg.Y0)
	s.VMOVDQA(y, x)
	s.VMOVDQA(reg.Y0, y)
}

// score turns the board in AX into the final score of its side with the given
// number of empties, the game being over: they count for the winner.
func (s *solver) score(empties int) {
	s.POPCNTQ(value, value)
	s.LEAQ(operand.Mem{Base: value, Index: value, Scale: 1, Disp: empties - 64}, value)
	s.LEAQ(operand.Mem{Base: value, Disp: empties}, reg.RCX)
	s.LEAQ(operand.Mem{Base: value, Disp: -empties}, reg.R14)
	s.TESTQ(value, value)
	s.CMOVQGT(reg.RCX, value)
	s.CMOVQLT(reg.R14, value)
}

// finish returns the value in AX, and places what is seldom reached.
func (s *solver) finish() {
	s.Label("end")
	s.VZEROUPPER()
	s.MOVQ(s.nodes, reg.RCX)
	s.Load(s.Param("nodes"), reg.RDX)
	s.ADDQ(reg.RCX, operand.Mem{Base: reg.RDX})
	s.Store(value, s.ReturnIndex(0))
	s.RET()
	for _, place := range s.later {
		place()
	}
}
