package games

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2/maybe"
	"github.com/urfave/cli/v2"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/gamereport"
)

const maxReportLines = 60

// Report is the verb report.
func Report() *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "explain a game: what each move lost, and what would have been better",
		ArgsUsage: "GAME",
		Description: "GAME is a file of any format that kaeshi convert reads, or the moves themselves. A .html file is\n" +
			"the whole report on one page; a .svg or .png file shows its graph and the last position.\n\n" +
			"Example: kaeshi report --level 12 --out report.html game.sgf\n" +
			"Example: kaeshi report --number 12 --out report.png WTH_2024.wtb\n" +
			"Example: kaeshi report --out report.html F5D6C3D3C4F4C5B3C2",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write `FILE`, .html, .svg or .png"},
			&cli.IntFlag{Name: "number", Aliases: []string{"n"}, Value: 1, Usage: "report on game `N` of the file"},
			&cli.IntFlag{Name: "lines", Value: 3, Usage: "compare each move with the `N` best ones"},
		}, core.EngineFlags()...),
		Action: reportGame,
	}
}

func reportGame(c *cli.Context) error {
	out := c.String("out")
	extension := strings.ToLower(filepath.Ext(out))
	switch {
	case c.NArg() != 1:
		return errors.New("report needs one game, such as kaeshi report --out report.html game.sgf")
	case out == "":
		return errors.New("--out: name the file to write, .html, .svg or .png")
	case !gamereport.Writes(extension):
		return fmt.Errorf("--out %s: not a .html, .svg or .png file", out)
	case c.Int("number") < 1:
		return fmt.Errorf("--number %d: games count from 1", c.Int("number"))
	}
	if err := core.CheckRange(c, "lines", 1, maxReportLines); err != nil {
		return err
	}
	game, err := oneGame(c.App.Reader, c.Args().First(), c.Int("number"))
	if err != nil {
		return err
	}
	e, err := core.NewEngine(c)
	if err != nil {
		return err
	}
	bar := core.NewProgress(c, "searched", len(game.Moves), 0, "moves")
	defer bar.Finish()
	analysis, err := gamereport.Analyze(c.Context, e, game, c.Int("lines"), func() { bar.Add(1) })
	if err != nil {
		return err
	}
	bar.Finish()
	var text bytes.Buffer
	if err := analysis.Write(extension, &text); err != nil {
		return err
	}
	if err := maybe.WriteFile(out, text.Bytes(), 0o644); err != nil {
		return core.OutputError("--out "+out, err)
	}
	return nil
}

// errFound ends the reading of a file once the game that is wanted has come.
var errFound = errors.New("found")

// oneGame reads a game of a file, or moves where there is no such file.
func oneGame(stdin io.Reader, name string, number int) (notation.Game, error) {
	file, err := core.OpenInputOr(stdin, name)
	if err != nil {
		if moves, wrong := notation.ParseMoves(name); wrong == nil && len(moves) > 0 {
			return typedGame(moves)
		}
		return notation.Game{}, err
	}
	defer file.Close()
	var game notation.Game
	count := 0
	err = notation.ScanGames(name, file, func(g notation.Game) error {
		if count++; count == number {
			game = g
			return errFound
		}
		return nil
	}, func(err error) error {
		if count++; count == number {
			return err
		}
		return nil
	})
	switch {
	case errors.Is(err, errFound):
		return game, nil
	case err != nil:
		return game, err
	}
	return game, fmt.Errorf("--number %d: %s has %d games", number, name, count)
}

func typedGame(moves []board.Square) (notation.Game, error) {
	game := notation.Game{Start: board.Start(), First: board.Black}
	for _, sq := range moves {
		if err := game.Play(notation.Move{Square: sq}); err != nil {
			return game, err
		}
	}
	return game, nil
}
