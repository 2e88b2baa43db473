// Package study is the verbs by which a player looks at an opening book and learns from
// it. They stand among those of the book.
package study

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Commands are the verbs of the package but show, which stands elsewhere in the list.
func Commands() []*cli.Command { return []*cli.Command{trainCommand(), compareCommand()} }

func bookFlag() cli.Flag {
	return &cli.StringFlag{Name: "book", Aliases: []string{"b"}, Usage: "use the book in `FILE` in place of the built-in one"}
}

// lineArgument reads the moves that a verb is given in one or several words.
func lineArgument(c *cli.Context) ([]notation.Ply, error) {
	text := strings.Join(c.Args().Slice(), " ")
	moves, err := notation.ParseMoves(text)
	if err != nil {
		return nil, err
	}
	return notation.Replay(board.Start(), board.Black, moves)
}

func pliesOf(g *notation.Game) []notation.Ply {
	plies := make([]notation.Ply, len(g.Moves))
	for i, m := range g.Moves {
		plies[i] = notation.Ply{Color: m.Color, Square: m.Square}
	}
	return plies
}

func movesOf(plies []notation.Ply) string {
	squares := make([]board.Square, len(plies))
	for i, ply := range plies {
		squares[i] = ply.Square
	}
	return notation.FormatMoves(squares)
}

func movesOrStart(plies []notation.Ply) string {
	if len(plies) == 0 {
		return "the start"
	}
	return movesOf(plies)
}

// lossText says what a step lost.
func lossText(s book.Step) string {
	text := strings.TrimPrefix(s.Loss.String(), "+")
	if !s.Inside {
		text += " or more"
	}
	return text
}

// discs checks a flag that counts them.
func discs(c *cli.Context, name string) (book.Value, error) {
	v, ok := book.ValueOf(c.Float64(name))
	if !ok || v < 0 {
		return 0, fmt.Errorf("--%s %v: not within 0 to 64 discs", name, c.Float64(name))
	}
	return v, nil
}
