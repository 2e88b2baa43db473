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
			"root of the mean square and the correlation of the static evaluation.\n\n" +
			"Example: kaeshi evaltest --weights new.kw positions.txt.gz",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "weights", Aliases: []string{"w"},
				Usage: "evaluation weights from `FILE` in place of the built-in ones"},
			&cli.IntFlag{Name: "held-out", Usage: "measure only the one game in `N` that kaeshi train holds out"},
		},
		Action: evaltest,
	}
}

func evaltest(c *cli.Context) error {
	if !c.Args().Present() {
		return errors.New("evaltest needs at least one file of labelled positions or games")
	}
	if err := checkRange(c, "held-out", 0, 1000); err != nil {
		return err
	}
	w, err := loadWeights(c.String("weights"))
	if err != nil {
		return err
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
