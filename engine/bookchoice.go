package engine

import (
	"math"

	"kaeshi/engine/board"
)

// BookChoice says how freely the engine chooses among the book's moves. The zero
// value takes one of the best, all equally likely.
type BookChoice struct {
	MoveError float64 // discs that a move may lose against the best
	GameError float64 // discs that our book moves of one game may lose in all; 0 means no bound
	Weighted  bool    // prefer better moves; otherwise all allowed ones are equally likely
}

// roundingError is less than the units in which books count.
const roundingError = 0.001

// chooseBookMove returns one of the book's moves, which are best first.
func (e *Engine) chooseBookMove(moves []BookMove, steady bool) BookMove {
	if steady {
		return moves[0]
	}
	bound := e.options.Choice.MoveError
	if total := e.options.Choice.GameError; total > 0 && bound > 0 {
		bound = max(0, min(bound, total-e.bookLoss()))
	}
	allowed := 1
	for allowed < len(moves) && moves[0].Value-moves[allowed].Value <= bound+roundingError {
		allowed++
	}
	moves = moves[:allowed]
	if !e.options.Choice.Weighted || bound == 0 {
		return moves[e.random.IntN(len(moves))]
	}
	return e.drawWeighted(moves, bound)
}

// drawWeighted prefers better moves: one that loses the whole bound is drawn a
// quarter as often as the best.
func (e *Engine) drawWeighted(moves []BookMove, bound float64) BookMove {
	weights := make([]float64, len(moves))
	sum := 0.0
	for i, m := range moves {
		weights[i] = math.Exp2(-2 * (moves[0].Value - m.Value) / bound)
		sum += weights[i]
	}
	at := e.random.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return moves[i]
		}
	}
	return moves[0]
}

// bookLoss returns what the moves of the side to move have lost against the
// book's best ones so far. It follows from the game alone, so that taking back
// moves takes back their loss.
func (e *Engine) bookLoss() float64 {
	p, side := e.game.Start()
	loss := 0.0
	for _, m := range e.game.Moves() {
		if m.Color == e.game.SideToMove() && m.Square != board.Pass {
			loss += lossOf(e.options.Book.Probe(p), m.Square)
		}
		if m.Color != side || !p.Legal(m.Square) {
			break // passes after the end of the game
		}
		p, side = p.Play(m.Square), side.Opponent()
	}
	return loss
}

// lossOf returns what sq loses against the best of the moves; 0 if it is none of them.
func lossOf(moves []BookMove, sq board.Square) float64 {
	for _, m := range moves {
		if m.Square == sq {
			return moves[0].Value - m.Value
		}
	}
	return 0
}
