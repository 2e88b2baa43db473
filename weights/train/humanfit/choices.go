package humanfit

import (
	"iter"
	"math/bits"

	"kaeshi/engine/board"
)

// Choice is a position of a game whose mover had more than one move.
type Choice struct {
	Position board.Position
	Side     board.Color
	Ply      int          // of Game.Moves
	Played   board.Square // what was chosen
	Last     board.Square // the move before, NoSquare if there is none or it was a pass
	Before   board.Square // the mover's own move before that
}

// Choices yields the positions of a game in which there was something to choose.
func (g *Game) Choices() iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		for c := range g.plies() {
			if bits.OnesCount64(c.Position.Moves()) > 1 && !yield(c) {
				return
			}
		}
	}
}

// plies yields all positions of a game in which a move was made. It stops at a move that
// is not legal.
func (g *Game) plies() iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		p, side := board.Start(), board.Black
		last, before := board.NoSquare, board.NoSquare
		for ply, sq := range g.Moves {
			if p.MustPass() {
				p, side = p.Pass(), side.Opponent()
				last, before = board.NoSquare, last
			}
			if !p.Legal(sq) {
				return
			}
			if !yield(Choice{p, side, ply, sq, last, before}) {
				return
			}
			p, side = p.Play(sq), side.Opponent()
			last, before = sq, last
		}
	}
}
