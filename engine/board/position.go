// Package board holds the rules of Othello on bitboards: moves, flips, passes,
// the end of the game, symmetries and move counts.
//
// A Position is always seen from the side to move, so no function asks for a
// colour. Bit 0 is A1, bit 7 is H1, bit 63 is H8. Nothing here allocates on the
// hot paths. Moves, Flip, LastFlip, Stable and Successors are kernels: one contract
// and several bodies, chosen by what the processor can do (see kernels.go).
package board

import (
	"math/bits"
	"strings"
)

// Position is the discs of the side to move and of the other side.
// The two never overlap in a valid position.
type Position struct {
	Player, Opponent uint64
}

// Start returns the initial position, Black to move: D4 and E5 are white.
func Start() Position {
	return Position{Player: 1<<28 | 1<<35, Opponent: 1<<27 | 1<<36}
}

// Empties returns the empty squares as a bitboard.
func (p Position) Empties() uint64 { return ^(p.Player | p.Opponent) }

// EmptyCount returns the number of empty squares, 0..64.
func (p Position) EmptyCount() int { return bits.OnesCount64(p.Empties()) }

// Moves returns the legal moves as a bitboard; 0 means pass or game over.
func (p Position) Moves() uint64 { return Moves(p.Player, p.Opponent) }

// Flip returns the discs that a move at sq turns, 0 if the move is illegal.
func (p Position) Flip(sq Square) uint64 {
	if sq >= 64 || (p.Player|p.Opponent)&sq.Bit() != 0 {
		return 0
	}
	return Flip(sq, p.Player, p.Opponent)
}

// Legal reports whether sq, or Pass, may be played here. After the end of the
// game nothing may be played.
func (p Position) Legal(sq Square) bool {
	if sq == Pass {
		return p.MustPass()
	}
	return p.Flip(sq) != 0
}

// Play returns the position after the move sq, which must be legal, or Pass.
func (p Position) Play(sq Square) Position {
	if sq == Pass {
		return p.Pass()
	}
	return p.After(sq, Flip(sq, p.Player, p.Opponent))
}

// After returns the position after a move at sq that turns the discs in flips.
func (p Position) After(sq Square, flips uint64) Position {
	return Position{Player: p.Opponent &^ flips, Opponent: p.Player | flips | sq.Bit()}
}

// Pass returns the position with the other side to move.
func (p Position) Pass() Position { return Position{Player: p.Opponent, Opponent: p.Player} }

// MustPass reports whether the side to move has no move while the other has one.
func (p Position) MustPass() bool { return p.Moves() == 0 && p.Pass().Moves() != 0 }

// Over reports whether neither side has a move.
func (p Position) Over() bool { return p.Moves() == 0 && p.Pass().Moves() == 0 }

// Score returns the final score in discs for the side to move as if the game
// were over: the disc difference, the empties counted for the winner.
func (p Position) Score() int {
	player, opponent := bits.OnesCount64(p.Player), bits.OnesCount64(p.Opponent)
	switch empties := 64 - player - opponent; {
	case player > opponent:
		return player - opponent + empties
	case player < opponent:
		return player - opponent - empties
	}
	return 0
}

// Valid reports whether no square holds discs of both sides.
func (p Position) Valid() bool { return p.Player&p.Opponent == 0 }

// String draws the board with X for the side to move and O for the other side,
// eight lines of eight characters, '-' for an empty square.
func (p Position) String() string {
	var b strings.Builder
	for sq := range Square(64) {
		switch {
		case p.Player&sq.Bit() != 0:
			b.WriteByte('X')
		case p.Opponent&sq.Bit() != 0:
			b.WriteByte('O')
		default:
			b.WriteByte('-')
		}
		if sq.Column() == 7 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
