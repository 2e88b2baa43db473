package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/eval"
	"kaeshi/weights"
	"kaeshi/weights/train"
)

func evaltestCommand() *cli.Command {
	return &cli.Command{
		Name:      "evaltest",
		Usage:     "measure an evaluation on labelled positions",
		ArgsUsage: "FILE...",
		Description: "Reads what kaeshi train reads, and prints the mean absolute error in discs, the\n" +
			"root of the mean square and the correlation of the static evaluation; with\n" +
			"--depth those of a midgame search that solves nothing, and how often it finds a\n" +
			"best move where an OBF file tells the values of moves.\n\n" +
			"Example: kaeshi evaltest --weights new.kw positions.txt.gz\n" +
			"Example: kaeshi evaltest --depth 15 problems.obf",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "weights", Aliases: []string{"w"},
				Usage: "evaluation weights from `FILE` in place of the built-in ones"},
			&cli.IntFlag{Name: "held-out", Usage: "measure only the one game in `N` that kaeshi train holds out"},
			&cli.IntFlag{Name: "depth", Usage: "search so many plies"},
			&cli.IntFlag{Name: "selectivity", Value: 95, Usage: "of the search: 73, 87, 95, 98, 99 or 100 (nothing cut) percent"},
			&cli.IntFlag{Name: "threads", Aliases: []string{"t"}, Value: 1, Usage: "search with `N` threads"},
			&cli.IntFlag{Name: "hash", Value: 64, Usage: "size of the transposition table in `MB`"},
		},
		Action: evaltest,
	}
}

func evaltest(c *cli.Context) error {
	if !c.Args().Present() {
		return errors.New("evaltest needs at least one file of labelled positions or games")
	}
	for name, highest := range map[string]int{"held-out": 1000, "depth": 60} {
		if err := checkRange(c, name, 0, highest); err != nil {
			return err
		}
	}
	w, err := loadWeights(c.String("weights"))
	if err != nil {
		return err
	}
	if c.Int("depth") > 0 {
		return evaltestSearch(c, w)
	}
	data, err := readSamples(c)
	if err != nil {
		return err
	}
	heldOut := uint16(c.Int("held-out"))
	return printErrors(c.App.Writer, train.Measure(eval.New(w), data.Samples, func(s *train.Sample) bool {
		return heldOut == 0 || s.Group%heldOut == 0
	}))
}

// loadWeights reads the named weights, or the embedded ones if there is no name.
func loadWeights(path string) (*weights.Weights, error) {
	if path == "" {
		return weights.Embedded()
	}
	return weights.Load(path)
}

func printErrors(w io.Writer, errs *train.ByEmpties) error {
	const format = "%7s %10d %9.3f %9.3f %12.4f\n"
	fmt.Fprintf(w, "%7s %10s %9s %9s %12s\n", "empties", "positions", "mean abs", "RMS", "correlation")
	for empties := range errs {
		if e := &errs[empties]; e.Count > 0 {
			fmt.Fprintf(w, format, fmt.Sprint(empties), e.Count, e.MeanAbsolute(), e.RootMeanSquare(), e.Correlation())
		}
	}
	total := errs.Total()
	if total.Count == 0 {
		return errors.New("no position to measure")
	}
	_, err := fmt.Fprintf(w, format, "all", total.Count, total.MeanAbsolute(), total.RootMeanSquare(), total.Correlation())
	return err
}
