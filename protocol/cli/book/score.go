package book

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

func scoreCommand() *cli.Command {
	return &cli.Command{
		Name:      "score",
		Usage:     "search the ends of lines and write scored transcripts",
		ArgsUsage: "[FILE...]",
		Description: "Reads move strings, one a line, or games in any format, and writes what `book build` reads.\n" +
			"Example: kaeshi book score --level 21 --from openings.txt --out scored.txt",
		Flags:  append([]cli.Flag{fromFlag("read lines"), outFlag(), strictFlag()}, core.SearchFlags()...),
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
	games, _, err := readGames(c, files)
	if err != nil {
		return err
	}
	e, err := core.NewEngineForGames(c)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "# Scored by %s %s, level %d: moves, then the value in discs from Black's view.\n", core.Program, core.Version, e.Level())
	bar := core.NewProgress(c, "searched", len(games), 0, "lines")
	defer bar.Finish()
	for i := range games {
		value, err := scoreLine(c, e, &games[i])
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%s\n%.2f\n", notation.FormatMoves(games[i].Squares()), value)
		bar.Add(1)
	}
	bar.Finish()
	summary, err := core.WriteOut(c, "out", text.Bytes())
	if err != nil {
		return err
	}
	fmt.Fprintf(summary, "%s: %d lines\n", out, len(games))
	return nil
}

// scoreLine searches the end of a line and returns its value for Black.
func scoreLine(c *cli.Context, e *engine.Engine, line *notation.Game) (float64, error) {
	if score, over := line.FinalScore(); over {
		return float64(score), nil
	}
	p, side := line.End()
	e.SetGame(engine.NewGameFrom(p, side))
	info, err := e.Search(c.Context, engine.Limit{NoBook: true, Steady: true}, nil)
	if err == nil {
		err = c.Context.Err() // a search that was cut short says nothing
	}
	if err != nil {
		return 0, err
	}
	if side == board.White {
		return 0 - info.Score.Discs(), nil // a draw is not -0.00
	}
	return info.Score.Discs(), nil
}
