package board

import "math/bits"

// MaxMoves is the largest number of legal moves known for any board: 33 in
// games, 34 on boards that no game reaches.
const MaxMoves = 34

// Successor is one move of a position and what it leads to.
type Successor struct {
	Position        // after the move, seen from the side to move then
	Moves    uint64 // the legal moves there
	Flips    uint64 // the discs that the move turned
	Square   Square // the move
}

// Successors fills out with the successors of p by the legal moves in moves, in
// the order of their squares, and returns their number. Moves beyond MaxMoves are
// left out.
func Successors(p Position, moves uint64, out *[MaxMoves]Successor) int {
	return successorsKernel(p, moves, out)
}

// successorsGeneric moves and flips by the best kernels there are.
func successorsGeneric(p Position, moves uint64, out *[MaxMoves]Successor) int {
	count := 0
	for ; moves != 0 && count < MaxMoves; moves &= moves - 1 {
		sq := Square(bits.TrailingZeros64(moves))
		flips := Flip(sq, p.Player, p.Opponent)
		next := p.After(sq, flips)
		out[count] = Successor{Position: next, Moves: next.Moves(), Flips: flips, Square: sq}
		count++
	}
	return count
}
