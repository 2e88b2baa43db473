// Package solve is the verbs that count and prove: solve, perft and bench.
package solve

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

// Solve is the verb solve.
func Solve() *cli.Command {
	return &cli.Command{
		Name:      "solve",
		Usage:     "solve endgame positions and compare with the values that the files state",
		ArgsUsage: "FILE.obf...",
		Description: "A line of an OBF file is 64 characters X, O or - from a1 to h8, the side to move, and\n" +
			"perhaps moves with their values: \"... X; A2:+38; C7:+36;\". The file - is standard input.\n" +
			"Values are final discs for the side to move, the empty squares counted for the winner.\n" +
			"The exit code is 1 when a value or a best move differs from the file's, or is not proved.\n\n" +
			"Example: kaeshi solve --threads 2 --hash 512 ffo-40-59.obf",
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "wld", Usage: "prove only win, loss or draw"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON lines in place of a table"},
			&cli.Float64Flag{Name: "limit", Usage: "stop a position after `SECONDS`, saying so"},
		}, core.EngineFlags()...),
		Action: solveFiles,
	}
}

func solveFiles(c *cli.Context) error {
	limit := c.Float64("limit")
	if limit < 0 || c.IsSet("limit") && limit == 0 {
		return fmt.Errorf("--limit %g: not a positive number of seconds", limit)
	}
	problems, err := readProblems(c)
	if err != nil {
		return err
	}
	e, err := core.NewEngine(c)
	if err != nil {
		return err
	}
	suite := suite{
		solver:   engineSolver{e},
		wld:      c.Bool("wld"),
		limit:    time.Duration(limit * float64(time.Second)),
		report:   newSolveTable(c.App.Writer),
		progress: core.NewProgress(c, "solved", len(problems), 0, "positions"),
	}
	if c.Bool("json") {
		suite.report = newSolveJSON(c.App.Writer)
	}
	return suite.run(c.Context, problems)
}

// readProblems reads all files before anything is solved, so that a slip shows
// at once.
func readProblems(c *cli.Context) ([]notation.Problem, error) {
	files := c.Args().Slice()
	if len(files) == 0 {
		return nil, errors.New("solve needs a file of positions, such as kaeshi solve ffo.obf")
	}
	bar := core.NewReading(c, files)
	defer bar.Finish()
	var all []notation.Problem
	for _, name := range files {
		problems, err := readProblemFile(name, c.App.Reader, bar)
		if err != nil {
			return nil, err
		}
		if len(problems) == 0 {
			return nil, fmt.Errorf("%s: no position in it", name)
		}
		all = append(all, problems...)
	}
	return all, nil
}

func readProblemFile(name string, stdin io.Reader, bar *core.Progress) ([]notation.Problem, error) {
	if name == "-" {
		problems, err := notation.ReadOBF(bar.Reader(stdin))
		return problems, notation.WithName("standard input", err)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	problems, err := notation.ReadOBF(bar.Reader(file))
	return problems, notation.WithName(name, err)
}
