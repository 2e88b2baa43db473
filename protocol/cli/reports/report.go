// Package reports is the verb that explains games.
package reports

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/gamereport"
)

// maxLines is more than any position has moves.
const maxLines = 60

// Report is the verb report.
func Report() *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "explain games: what each move lost, and what would have been better",
		ArgsUsage: "GAMES...",
		Description: "GAMES are files of any format that kaeshi convert reads, or the moves of a game.\n" +
			"All games are analysed, or the one that --number picks. The report is, by the\n" +
			"name of --out:\n" +
			"  .html        one page, to step through with the arrow keys\n" +
			"  .svg, .png   a picture of one game: its graph and the last position\n" +
			"  .sgf, .ggf   the games with values; .sgf with comments and better lines too\n" +
			"  .json        an object a game on a line, as --json prints it\n" +
			"  a folder     a page a game, and index.html; it ends with / or has no extension\n" +
			"Of several games a page shows what each player lost in all of them.\n\n" +
			"Values are discs for Black, whoever is to move. In the book they are the\n" +
			"book's, near the end those of searches to the end or proved (!), else the mean\n" +
			"of a search to the depth of the level and one a ply shorter. A move is compared\n" +
			"with the others by values of the same kind.\n\n" +
			"Example: kaeshi report --level 12 --out report.html game.sgf\n" +
			"Example: kaeshi report --number 12 --out report.png WTH_2024.wtb\n" +
			"Example: kaeshi report --out tournament/ games.ggf more.wtb\n" +
			"Example: kaeshi report --json F5D6C3D3C4F4C5B3C2",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write `FILE` or folder"},
			&cli.BoolFlag{Name: "json", Usage: "print the analysis as JSON, a game on a line"},
			&cli.IntFlag{Name: "number", Aliases: []string{"n"}, Usage: "report on game `N` of the files only"},
			&cli.IntFlag{Name: "lines", Value: 3, Usage: "compare each move with the `N` best ones"},
		}, core.EngineFlags()...),
		Action: report,
	}
}

func report(c *cli.Context) error {
	out := c.String("out")
	extension := strings.ToLower(filepath.Ext(out))
	switch {
	case c.NArg() == 0:
		return errors.New("report needs games, such as kaeshi report --out report.html game.sgf")
	case out == "" && !c.Bool("json"):
		return errors.New("--out: name the file or folder to write, such as report.html, or use --json")
	case c.IsSet("number") && c.Int("number") < 1:
		return fmt.Errorf("--number %d: games count from 1", c.Int("number"))
	case out != "" && !isFolder(out) && !gamereport.Writes(extension):
		return fmt.Errorf("--out %s: not a %s file; the name of a folder ends with /", out, strings.Join(gamereport.Extensions, ", "))
	}
	if err := core.CheckRange(c, "lines", 1, maxLines); err != nil {
		return err
	}
	games, bad, err := findGames(c)
	switch {
	case err != nil:
		return err
	case out != "" && len(games) > 1 && !isFolder(out) && !gamereport.HoldsMany(extension):
		return fmt.Errorf("--out %s: a picture shows one of the %d games: choose it with --number, or name a .html file or a folder", out, len(games))
	}
	sink, err := newSink(c, out)
	if err != nil {
		return err
	}
	e, err := core.NewEngineForGames(c)
	if err != nil {
		return err
	}
	moves := 0
	for _, g := range games {
		moves += len(g.Moves)
	}
	bar := core.NewProgress(c, "searched", moves, 0, "moves")
	defer bar.Finish()
	for _, g := range games {
		var analysis *gamereport.Analysis
		if analysis, err = gamereport.Analyze(c.Context, e, g.Game, c.Int("lines"), func() { bar.Add(1) }); err != nil {
			err = fmt.Errorf("%s: game %d: %w", g.file, g.number, err)
			break // what has been analysed is not lost
		}
		analysis.File, analysis.Number = g.file, g.number
		if err = sink.add(analysis); err != nil {
			break
		}
	}
	bar.Finish()
	if err := errors.Join(err, sink.finish()); err != nil {
		return err
	}
	if bad > 0 {
		return fmt.Errorf("%d games cannot be read; the report has the other %d", bad, len(games))
	}
	return nil
}
