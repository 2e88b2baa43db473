package search

import (
	"math/bits"

	"kaeshi/engine/board"
	"kaeshi/engine/tt"
)

// pvEmpties and fewer: the line of an exact solution is completed by a search if the
// table has lost it.
const pvEmpties = 18

// pv returns the principal variation after the root's best move, as far as the
// table knows it; for an exact solution to the end of the game.
func (r *run) pv(move board.Square, s step, value int) []board.Square {
	if move == board.NoSquare {
		return nil
	}
	line := []board.Square{move}
	exact := s.stage == Solved && s.selectivity == NoSelectivity
	p, length := r.root.Play(move), s.depth
	for value = -value; len(line) < length || exact; value = -value {
		if move = r.bestReply(p, exact, value); move == board.NoSquare {
			break
		}
		line = append(line, move)
		p = p.Play(move)
	}
	return line
}

// bestReply returns the best move at p, Pass if it must be one, NoSquare if the
// game is over or the best is not known. If exact, value is the proved final
// score of p, and only a move that attains it is returned.
func (r *run) bestReply(p board.Position, exact bool, value int) board.Square {
	moves := p.Moves()
	if moves == 0 {
		if p.Over() {
			return board.NoSquare
		}
		return board.Pass
	}
	entry, _ := r.workers[0].probe(p, tt.Hash(p))
	if entry.Move >= 64 || moves&entry.Move.Bit() == 0 {
		entry.Move = board.NoSquare
	}
	if !exact {
		return entry.Move
	}
	if entry.Move != board.NoSquare && r.attains(p, entry.Move, value) {
		return entry.Move
	}
	for moves &^= entry.Move.Bit(); moves != 0; moves &= moves - 1 {
		if sq := board.Square(bits.TrailingZeros64(moves)); r.attains(p, sq, value) {
			return sq
		}
	}
	return board.NoSquare
}

// attains reports whether the move sq is proved to win at least value. Near the
// root it asks only the table.
func (r *run) attains(p board.Position, sq board.Square, value int) bool {
	w := r.workers[0]
	next := p.Play(sq)
	n := next.EmptyCount()
	if n == 0 {
		return -next.Score()*Disc >= value
	}
	if entry, known := w.table.Probe(next, tt.Hash(next)); known && int(entry.Depth) >= n &&
		Selectivity(entry.Selectivity) == NoSelectivity && -int(entry.Upper) >= value {
		return true
	}
	if n > pvEmpties || r.stop.Load() {
		return false
	}
	w.evaluator.Init(&w.frames[1].state, next)
	reply := w.nwsEnd(next, next.Moves(), 1, n, floorDiv(-value, Disc))
	return !r.stop.Load() && -reply*Disc >= value
}
