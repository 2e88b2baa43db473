package match

import (
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// matchPlace is where our matches are played, by their records.
const matchPlace = "Kaeshi match"

// GGF prints the game on one line. A fault counts as a resignation, since GGF
// knows no other way to lose early, unless the clock ran out.
func (g *Game) GGF() string {
	record := notation.Game{
		Start: board.Start(),
		First: board.Black,
		Place: matchPlace,
		Date:  strings.Replace(strings.TrimSuffix(g.Start, "Z"), "T", " ", 1) + " GMT",
		Clock: g.Clock,
	}
	record.Players[board.Black].Text = g.Black
	record.Players[board.White].Text = g.White
	record.Result = g.ggfResult()
	if g.Detail != "" {
		record.Comment = g.Loser + ": " + g.Detail
	}
	opening, moves := g.squares()
	plies, err := notation.Replay(board.Start(), board.Black, moves)
	if err != nil { // of a journal that somebody edited
		plies = nil
	}
	known := g.Plays
	for i, ply := range plies {
		move := notation.Move{Color: ply.Color, Square: ply.Square}
		if i >= opening && ply.Square != board.Pass && len(known) > 0 {
			move.Seconds = notation.Number{Value: known[0].Seconds, Known: true}
			if eval := known[0].Eval; eval != nil {
				move.Eval = notation.Number{Value: *eval, Known: true}
			}
			known = known[1:]
		}
		record.Moves = append(record.Moves, move)
	}
	return record.GGF()
}

// squares returns the moves without passes, and how many plies of the whole
// game the opening has.
func (g *Game) squares() (opening int, moves []board.Square) {
	plies, _ := parseOpening(g.Opening)
	moves, _ = notation.ParseMoves(g.Moves)
	return len(plies), moves
}

func (g *Game) ggfResult() notation.Result {
	if g.Discs != nil {
		return notation.Result{Score: notation.Number{Value: float64(*g.Discs), Known: true}, Ending: notation.Played}
	}
	result := notation.Result{Ending: notation.Resigned}
	if g.Reason == TimeOut {
		result.Ending = notation.TimedOut
	}
	result.Score = notation.Number{Value: 128*g.Result - 64, Known: true}
	return result
}
