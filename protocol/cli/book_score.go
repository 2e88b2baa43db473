package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/google/renameio/v2"
	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

func bookScoreCommand() *cli.Command {
	return &cli.Command{
		Name:      "score",
		Usage:     "search the ends of lines and write scored transcripts",
		ArgsUsage: "[FILE...]",
		Description: "Reads move strings, one a line, and writes what `book build` reads.\n" +
			"Example: kaeshi book score --level 8 --from openings.txt --out scored.txt",
		Flags:  append([]cli.Flag{fromFlag("read move strings"), outFlag(), strictFlag()}, engineFlags()...),
		Action: scoreLines,
	}
}

func scoreLines(c *cli.Context) error {
	out := c.String("out")
	if out == "" {
		return errors.New("--out: name the file to write")
	}
	files, err := sources(c)
	if err != nil {
		return err
	}
	lines, _, err := readLineFiles(c, files, book.ReadLines)
	if err != nil {
		return err
	}
	e, err := newEngine(c)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "# Scored by %s %s, level %d: moves, then the value in discs from Black's view.\n", program, version, e.Level())
	for i, line := range lines {
		value, info, err := scoreLine(c, e, line.Plies)
		if err != nil {
			return err
		}
		moves := make([]board.Square, 0, len(line.Plies))
		for _, ply := range line.Plies {
			moves = append(moves, ply.Square)
		}
		fmt.Fprintf(&text, "%s\n%.2f\n", notation.FormatMoves(moves), value)
		logger(c).Infof("%d of %d: %s %+.2f, depth %d, %v", i+1, len(lines), notation.FormatMoves(moves), value, info.Depth, info.Elapsed)
	}
	if err := renameio.WriteFile(out, text.Bytes(), 0o644); err != nil {
		return outError(out, err)
	}
	fmt.Fprintf(c.App.Writer, "%s: %d lines\n", out, len(lines))
	return nil
}

// scoreLine searches the end of a line and returns its value for Black.
func scoreLine(c *cli.Context, e *engine.Engine, plies []notation.Ply) (float64, engine.Info, error) {
	game := engine.NewGame()
	for _, ply := range plies {
		if err := game.Play(ply.Color, ply.Square); err != nil {
			return 0, engine.Info{}, err
		}
	}
	if game.Over() {
		return float64(game.FinalScore()), engine.Info{}, nil
	}
	e.SetGame(game)
	info, err := e.Search(c.Context, engine.Limit{NoBook: true}, nil)
	if err == nil {
		err = c.Context.Err() // a search that was cut short says nothing
	}
	if err != nil {
		return 0, info, fmt.Errorf("%s: %w", strings.TrimSpace(fmt.Sprint(plies)), err)
	}
	if game.SideToMove() == board.White {
		return -info.Score.Discs(), info, nil
	}
	return info.Score.Discs(), info, nil
}
