package search

import (
	"math/bits"

	"kaeshi/engine/board"
)

// lowestScore is below every score and has a negative in range.
const lowestScore = -65

// solveLast returns the value of a position with at most lastEmpties empties,
// in final discs for player, the side to move, who may have to pass. The window
// lies within -65..65.
//
// It is a fail-soft alpha-beta: a value above alpha and below beta is exact, one
// at or below alpha is an upper bound, one at or above beta a lower bound. It adds
// to nodes one for each position of two or more empties that it looks at, and at
// least one; a pass is no new position.
//
// Every body of this kernel visits the same positions in the same order, so that
// a search counts the same nodes on every machine: first the squares in quadrants
// with an odd number of empties, then the others, each in the order of their
// numbers; none where stable discs cut. With two empties the value is exact whatever
// the window.
func solveLast(player, opponent uint64, alpha, beta int, nodes *uint64) int {
	return solveLastKernel(player, opponent, alpha, beta, nodes)
}

// solveLastGeneric is solveLast in plain Go.
func solveLastGeneric(player, opponent uint64, alpha, beta int, nodes *uint64) int {
	empties := ^(player | opponent)
	switch bits.OnesCount64(empties) {
	case 0:
		*nodes++
		return 2*bits.OnesCount64(player) - 64
	case 1:
		*nodes++
		return lastOne(player, empties)
	case 2:
		return lastTwo(player, opponent, empties, nodes)
	}
	return lastMany(player, opponent, empties, oddQuadrants(empties), alpha, beta, nodes)
}

// quadrantOf returns the quadrant of sq, the four-by-four corner at A1 moved there.
func quadrantOf(sq board.Square) uint64 { return 0x0F0F0F0F << (sq & 0x24) }

// lastMany solves three or more empties; odd is oddQuadrants(empties).
func lastMany(player, opponent, empties, odd uint64, alpha, beta int, nodes *uint64) int {
	*nodes++
	if best := lastBest(player, opponent, empties, odd, alpha, beta, nodes); best != lowestScore {
		return best
	}
	if best := lastBest(opponent, player, empties, odd, -beta, -alpha, nodes); best != lowestScore {
		return -best
	}
	return board.Position{Player: player, Opponent: opponent}.Score()
}

// lastBest returns the best value of player's moves, or the bound of a stability
// cut-off; lowestScore if there is no move.
func lastBest(player, opponent, empties, odd uint64, alpha, beta int, nodes *uint64) int {
	if value, cut := lastStable(player, opponent, empties, alpha); cut {
		return value
	}
	return lastMoves(player, opponent, empties, odd, alpha, beta, nodes)
}

// stableSpare is twice the number of discs that the opponent should have beside
// those that must be stable, as seldom more of them are (the idea is Neural
// Reversi's).
const stableSpare = 16

// lastStable reports whether the opponent's stable discs alone keep the value from
// exceeding alpha, and the bound they prove. With three empties, a low alpha or
// few discs it seldom happens.
func lastStable(player, opponent, empties uint64, alpha int) (value int, cut bool) {
	if n := bits.OnesCount64(empties); n < 4 || alpha < 2*n-2 {
		return 0, false
	}
	if 2*bits.OnesCount64(opponent) < 64-alpha+stableSpare {
		return 0, false
	}
	value = 64 - 2*bits.OnesCount64(board.Stable(opponent, player))
	return value, value <= alpha
}

// lastMoves returns the best value of player's moves, lowestScore if there is none.
func lastMoves(player, opponent, empties, odd uint64, alpha, beta int, nodes *uint64) int {
	best := lowestScore
	for _, moves := range [2]uint64{empties & odd, empties &^ odd} {
		for ; moves != 0; moves &= moves - 1 {
			sq := board.Square(bits.TrailingZeros64(moves))
			flips := board.Flip(sq, player, opponent)
			if flips == 0 {
				continue
			}
			value := -lastAfter(opponent^flips, player|flips|sq.Bit(), empties&^sq.Bit(), odd^quadrantOf(sq), -beta, -max(alpha, best), nodes)
			if value > best {
				if best = value; best >= beta {
					return best
				}
			}
		}
	}
	return best
}

func lastAfter(player, opponent, empties, odd uint64, alpha, beta int, nodes *uint64) int {
	if rest := empties & (empties - 1); rest&(rest-1) == 0 {
		return lastTwo(player, opponent, empties, nodes)
	}
	return lastMany(player, opponent, empties, odd, alpha, beta, nodes)
}

// lastTwo tries both moves whatever the window, as the kernels do: they gain more
// from having no branch than a cut-off would save.
func lastTwo(player, opponent, empties uint64, nodes *uint64) int {
	*nodes++
	if best := twoMoves(player, opponent, empties); best != lowestScore {
		return best
	}
	if best := twoMoves(opponent, player, empties); best != lowestScore {
		return -best
	}
	return board.Position{Player: player, Opponent: opponent}.Score()
}

// twoMoves returns the value of player's best move with two empty squares,
// lowestScore if there is none.
func twoMoves(player, opponent, empties uint64) int {
	best := lowestScore
	for moves := empties; moves != 0; moves &= moves - 1 {
		sq := board.Square(bits.TrailingZeros64(moves))
		if flips := board.Flip(sq, player, opponent); flips != 0 {
			best = max(best, -lastOne(opponent^flips, empties^sq.Bit()))
		}
	}
	return best
}

// lastOne returns the final score for player, who is to move, when only the
// square empty is empty; every other square that is not player's is the
// opponent's.
func lastOne(player, empty uint64) int {
	sq := board.Square(bits.TrailingZeros64(empty))
	discs := bits.OnesCount64(player)
	if flips := board.LastFlip(sq, player); flips != 0 {
		return 2*(discs+flips) - 62
	}
	if flips := board.LastFlip(sq, ^(player | empty)); flips != 0 {
		return 2*(discs-flips) - 64
	}
	if discs >= 32 {
		return 2*discs - 62
	}
	return 2*discs - 64
}
