package board

import "math/bits"

// MaxMoves is room for the legal moves of any board. Games are known to reach 33 and
// boards that no game reaches 35; that there are never more than 51 follows from
// counting: each move needs a disc of the player and a direction in which a disc of the
// opponent stands next to it, which no other move needs. A disc of either side takes
// part in eight such pairs at most, so m moves need m/8 discs of each side beside m
// empty squares.
const MaxMoves = 64

// Successor is one move of a position and what it leads to.
type Successor struct {
	Position        // after the move, seen from the side to move then
	Moves    uint64 // the legal moves there
	Flips    uint64 // the discs that the move turned
	Square   Square // the move
}

// Successors fills out with the successors of p by the legal moves in moves, in
// the order of their squares, and returns their number.
func Successors(p Position, moves uint64, out *[MaxMoves]Successor) int {
	return successorsKernel(p, moves, out)
}

// successorsGeneric moves and flips by the best kernels there are.
func successorsGeneric(p Position, moves uint64, out *[MaxMoves]Successor) int {
	count := 0
	for ; moves != 0; moves &= moves - 1 {
		sq := Square(bits.TrailingZeros64(moves))
		flips := Flip(sq, p.Player, p.Opponent)
		next := p.After(sq, flips)
		out[count] = Successor{Position: next, Moves: next.Moves(), Flips: flips, Square: sq}
		count++
	}
	return count
}
