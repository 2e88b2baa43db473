package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What the search near the leaves orders moves by, as package search has it.
const (
	corners      = 0x8100000000000081
	hashKey      = 1 << 30
	mobilityUnit = 768
	anchoredUnit = 150
	parityKey    = 128
)

// The layout of search.nearSlot, and how many bits of the hash choose a slot.
const (
	nearPlayer   = 0
	nearOpponent = 8
	nearUpper    = 17
	nearSize     = 24
	nearBits     = 14
)

// nearMoves emits one loop over the moves of a node that does what would be four: to
// make the successors, look them up, order them and find the first. While the vector
// units work on one move, the slots of those before it are on their way.
func nearMoves(c *build.Context) {
	for _, set := range instructionSets {
		k := begin(c, "nearMoves"+set.suffix,
			"func(player, opponent, moves uint64, out, keys, squareKeys, region *byte, known, odd uint64, alpha int) (count, result int)", set)
		player, opponent, flips := reg.Y9, reg.Y10, reg.Y3
		moves, out, count, sq, region, keys, best := reg.R8, reg.RDI, reg.RCX, reg.RSI, reg.R9, reg.R10, reg.R14
		key, x, y, z := reg.R12, reg.R11, reg.R13, reg.R15 // and AX, DX
		k.loadTable(boardPath)
		k.constants()
		k.broadcast("player", player)
		k.broadcast("opponent", opponent)
		k.Load(k.Param("moves"), moves)
		k.Load(k.Param("out"), out)
		k.Load(k.Param("keys"), keys)
		k.Load(k.Param("region"), region)
		k.XORL(count.As32(), count.As32())
		k.MOVQ(operand.U64(1<<63), best)

		k.Label("next")
		k.TZCNTQ(moves, reg.RAX)
		k.BLSRQ(moves, moves)
		k.MOVB(reg.AL, operand.Mem{Base: out, Disp: successorSquare})
		k.MOVQ(reg.RAX, sq)
		k.pointTo(sq)
		entry := square(sq)
		k.squareKey(reg.RAX, entry, key, x)

		k.flip(entry, player, opponent, flips)
		k.VMOVQ(flips.AsX(), operand.Mem{Base: out, Disp: successorFlips})
		k.widen(flips)
		k.play(entry, player, opponent, flips, reg.Y4, reg.Y5)
		k.VMOVQ(reg.X4, reg.RDX)
		k.VMOVQ(reg.X5, reg.RAX)
		k.MOVQ(reg.RDX, operand.Mem{Base: out, Disp: successorPlayer})
		k.MOVQ(reg.RAX, operand.Mem{Base: out, Disp: successorOpponent})

		k.MOVQ(reg.RDX, y)
		k.MOVQ(operand.U64(playerKey), x)
		k.XORQ(x, reg.RDX)
		k.MOVQ(operand.U64(opponentKey), z)
		k.XORQ(reg.RAX, z)
		k.MULXQ(z, x, z)
		k.XORQ(x, z)
		k.SHRQ(operand.U8(64-nearBits-8), z)
		k.MOVQ(z, x)
		k.SHRQ(operand.U8(8), z)
		k.CMPB(x.As8(), operand.Mem{Base: region, Index: z, Scale: 1})
		k.JEQ(operand.LabelRef("tagged"))
		k.Label("unknown")
		k.anchored(reg.RAX, y, x, z)
		k.IMUL3Q(operand.U32(anchoredUnit), y, y)
		k.ADDQ(y, key)

		k.moves(reg.Y4, reg.Y5)
		k.VMOVQ(reg.X0, reg.RAX)
		k.MOVQ(reg.RAX, operand.Mem{Base: out, Disp: successorMoves})
		k.POPCNTQ(reg.RAX, y)
		k.MOVQ(operand.U64(corners), x)
		k.ANDQ(x, reg.RAX)
		k.POPCNTQ(reg.RAX, reg.RAX)
		k.ADDQ(reg.RAX, y)
		k.IMUL3Q(operand.U32(mobilityUnit), y, y)
		k.SUBQ(y, key)
		k.MOVL(key.As32(), operand.Mem{Base: keys, Index: count, Scale: 4})

		// The highest key with the number of its move below it, of equals the first.
		k.SHLQ(operand.U8(6), key)
		k.SUBQ(count, key)
		k.CMPQ(key, best)
		k.CMOVQGT(key, best)
		k.ADDQ(operand.U8(successorSize), out)
		k.INCQ(count)
		k.TESTQ(moves, moves)
		k.JNE(operand.LabelRef("next"))
		k.NEGQ(best)
		k.ANDQ(operand.U8(63), best)

		k.Label("end")
		k.VZEROUPPER()
		k.Store(count, k.ReturnIndex(0))
		k.Store(best, k.ReturnIndex(1))
		k.RET()

		k.Label("tagged")
		k.LEAQ(operand.Mem{Base: z, Index: z, Scale: nearSize/8 - 1}, z)
		slot := operand.Mem{Base: region, Index: z, Scale: 8, Disp: 1 << nearBits}
		k.CMPQ(y, slot.Offset(nearPlayer))
		k.JNE(operand.LabelRef("unknown"))
		k.CMPQ(reg.RAX, slot.Offset(nearOpponent))
		k.JNE(operand.LabelRef("unknown"))
		k.MOVBQSX(slot.Offset(nearUpper), x)
		k.NEGQ(x)
		k.CMPQ(x, k.param("alpha"))
		k.JLE(operand.LabelRef("unknown"))
		k.MOVQ(x, best)
		k.XORL(count.As32(), count.As32())
		k.JMP(operand.LabelRef("end"))
	}
}

// squareKey sets key to the rank of the square with the number in sq as a move,
// as far as that does not depend on where the move leads.
func (k *kernel) squareKey(sq reg.GPPhysical, entry operand.Mem, key, scratch reg.GPPhysical) {
	k.Load(k.Param("squareKeys"), scratch)
	k.MOVLQSX(operand.Mem{Base: scratch, Index: sq, Scale: 4}, key)
	k.MOVQ(entry.Offset(squareBit), scratch)
	k.ANDQ(k.param("odd"), scratch)
	k.NEGQ(scratch) // carries unless 0
	k.SBBQ(scratch, scratch)
	k.ANDQ(operand.U32(parityKey), scratch)
	k.ADDQ(scratch, key)
	k.MOVL(operand.U32(hashKey), scratch.As32())
	k.CMPQ(sq, k.param("known"))
	k.CMOVQEQ(scratch, key)
}

// anchored sets to to the number of discs in corners and of those beside them on the edges.
func (k *kernel) anchored(discs, to, corner, scratch reg.GPPhysical) {
	k.MOVQ(operand.U64(corners), corner)
	k.ANDQ(discs, corner)
	k.LEAQ(operand.Mem{Base: corner, Index: corner, Scale: 1}, to)
	k.BTRQ(operand.U8(8), to) // not around the edge of the board
	k.MOVQ(corner, scratch)
	k.SHRQ(operand.U8(1), scratch)
	k.BTRQ(operand.U8(55), scratch)
	k.ORQ(scratch, to)
	k.MOVQ(corner, scratch)
	k.SHLQ(operand.U8(8), scratch)
	k.ORQ(scratch, to)
	k.MOVQ(corner, scratch)
	k.SHRQ(operand.U8(8), scratch)
	k.ORQ(scratch, to)
	k.ANDQ(discs, to)
	k.ORQ(corner, to)
	k.POPCNTQ(to, to)
}

// param addresses a parameter.
func (k *kernel) param(name string) operand.Mem {
	addr, err := k.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return addr.Addr
}
