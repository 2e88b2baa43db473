package engine

import (
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Record returns the game as files hold it. Nobody has a name in it.
func (g *Game) Record() notation.Game {
	record := notation.Game{Start: g.start, First: g.first}
	for _, m := range g.moves {
		record.Moves = append(record.Moves, notation.Move{Color: m.Color, Square: m.Square})
	}
	if g.Over() {
		record.Result = notation.Result{Score: notation.Number{Value: float64(g.FinalScore()), Known: true}, Ending: notation.Played}
	}
	return record
}

// Replay makes the moves of a record before move number number, counted from 1
// without passes; 0 means all of them.
func Replay(record notation.Game, number int) (*Game, error) {
	game := NewGameFrom(record.Start, record.First)
	placed := 1
	for i, m := range record.Moves {
		if m.Square == board.Pass {
			// The next move implies it, and one undo should take back both.
			if i+1 < len(record.Moves) && record.Moves[i+1].Square != board.Pass && placed != number {
				continue
			}
		} else if placed == number {
			break
		} else {
			placed++
		}
		if err := game.Play(m.Color, m.Square); err != nil {
			return nil, err
		}
	}
	return game, nil
}
