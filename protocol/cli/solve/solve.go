// Package solve is the verbs that count and prove: solve, perft and bench.
package solve

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/jobs"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster/tasks"
)

// Command is the verb solve.
func Command() *cli.Command {
	return &cli.Command{
		Name:      "solve",
		Usage:     "solve endgame positions and compare with the values that the files state",
		ArgsUsage: "FILE.obf...",
		Description: "A line of an OBF file is 64 characters X, O or - from a1 to h8, the side to move, and\n" +
			"perhaps moves with their values: \"... X; A2:+38; C7:+36;\". The file - is standard input.\n" +
			"Values are final discs for the side to move, the empty squares counted for the winner.\n" +
			"The exit code is 1 when a value or a best move differs from the file's, or is not proved, and\n" +
			"when a line cannot be read, which is named; the others are solved.\n\n" +
			"Each position is solved as if it were the only one. With --hub the workers of a hub solve\n" +
			"several at a time; rows come in the order of the files all the same. A single position\n" +
			"of 20 empties or more is split among them; its pv then is only the first moves.\n\n" +
			"Example: kaeshi solve --threads 2 --hash 512 ffo-40-59.obf",
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "wld", Usage: "prove only win, loss or draw"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON lines in place of a table"},
			&cli.Float64Flag{Name: "limit", Usage: "stop a position after `SECONDS`, saying so"},
		}, append(core.EngineFlags(), core.HubFlags()...)...),
		Action: solveFiles,
	}
}

func solveFiles(c *cli.Context) error {
	limit := c.Float64("limit")
	if c.IsSet("limit") && !(limit > 0) { // nor is it NaN
		return fmt.Errorf("--limit %g: not a positive number of seconds", limit)
	}
	problems, bad, err := readProblems(c)
	if err != nil {
		return err
	}
	suite := suite{
		wld:      c.Bool("wld"),
		limit:    time.Duration(limit * float64(time.Second)),
		report:   newSolveTable(c.App.Writer),
		progress: core.NewProgress(c, "solved", len(problems), 0, "positions"),
	}
	place, done, err := solvePlace(c, problems, suite.progress)
	if err != nil {
		suite.progress.Finish()
		return err
	}
	defer done()
	suite.place = place
	if c.Bool("json") {
		suite.report = newSolveJSON(c.App.Writer)
	}
	err = suite.run(c.Context, problems)
	var verdict cli.ExitCoder
	switch {
	case bad == 0 || err != nil && !errors.As(err, &verdict):
		return err
	case err != nil:
		return cli.Exit(fmt.Sprintf("%v; %d lines cannot be read", err, bad), 1)
	}
	return cli.Exit(fmt.Sprintf("%d lines cannot be read", bad), 1)
}

// solvePlace is where the positions are solved: this process, or the workers of a hub.
func solvePlace(c *cli.Context, problems []notation.Problem, progress *core.Progress) (place jobs.Place, done func(), err error) {
	options, err := core.EngineOptions(c)
	if err != nil {
		return nil, nil, err
	}
	if atHub, err := core.AtHub(c, "threads"); err != nil || atHub {
		if err != nil {
			return nil, nil, err
		}
		if isSplit(c, problems) {
			return newSplitPlace(c, options, progress)
		}
		setup := &tasks.SolveSetup{Weights: options.Weights, HashMB: options.HashMB}
		if c.IsSet("level") {
			setup.Level = c.Int("level")
		}
		return core.HubPlace(c, core.HubRun{Kind: tasks.Solve, Setup: setup, Files: []*string{&setup.Weights},
			Title: "solve " + strings.Join(c.Args().Slice(), " ")}, progress)
	}
	core.SpareProcessors(options.Threads)
	solver, err := tasks.NewSolver(options)
	if err != nil {
		return nil, nil, err
	}
	solver.Log(func(e *engine.Engine) { core.LogEngine(c, options, e) })
	return jobs.Threads{solver.Work}, func() {}, nil
}

// readProblems reads all files before anything is solved, so that a slip shows
// at once. Lines that are wrong are told, each once, and counted.
func readProblems(c *cli.Context) (all []notation.Problem, bad int, err error) {
	files := c.Args().Slice()
	if len(files) == 0 {
		return nil, 0, errors.New("solve needs a file of positions, such as kaeshi solve ffo.obf")
	}
	bar := core.NewReading(c, files)
	defer bar.Finish()
	for _, name := range files {
		problems, faults, err := readProblemFile(c, name, bar)
		switch {
		case err != nil:
			return nil, 0, err
		case len(problems) == 0 && len(faults) == 0:
			return nil, 0, fmt.Errorf("%s: no position in it", core.InputName(name))
		case len(all)+len(problems) == 0 && name == files[len(files)-1]:
			return nil, 0, faults[0]
		case len(problems) == 0 && len(faults) > 1: // this is another kind of file
			faults = []error{fmt.Errorf("%w; no line of the file is a position", faults[0])}
		}
		for _, fault := range faults {
			fmt.Fprintln(c.App.ErrWriter, fault)
		}
		all, bad = append(all, problems...), bad+len(faults)
	}
	return all, bad, nil
}

func readProblemFile(c *cli.Context, name string, bar *core.Progress) (problems []notation.Problem, faults []error, err error) {
	file, err := core.OpenInput(c, name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	name = core.InputName(name)
	err = notation.ScanOBF(name, bar.Reader(file),
		func(p notation.Problem) error { problems = append(problems, p); return nil },
		func(fault error) error { faults = append(faults, fault); return nil })
	return problems, faults, err
}
