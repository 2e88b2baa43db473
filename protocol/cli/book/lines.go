package book

import (
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// lineArgument reads the moves that a verb is given in one or several words.
func lineArgument(c *cli.Context) ([]notation.Ply, error) {
	text := strings.Join(c.Args().Slice(), " ")
	moves, err := notation.ParseMoves(text)
	if err != nil {
		return nil, err
	}
	return notation.Replay(board.Start(), board.Black, moves)
}

func gamePlies(g *notation.Game) []notation.Ply {
	plies := make([]notation.Ply, len(g.Moves))
	for i, m := range g.Moves {
		plies[i] = notation.Ply{Color: m.Color, Square: m.Square}
	}
	return plies
}

// sideAfter returns the side to move after plies from the start.
func sideAfter(plies []notation.Ply) board.Color {
	if len(plies) == 0 {
		return board.Black
	}
	return plies[len(plies)-1].Color.Opponent()
}

func formatPlies(plies []notation.Ply) string {
	if len(plies) == 0 {
		return "the start"
	}
	moves := make([]board.Square, len(plies))
	for i, ply := range plies {
		moves[i] = ply.Square
	}
	return notation.FormatMoves(moves)
}
