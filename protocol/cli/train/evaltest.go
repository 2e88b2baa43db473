package train

import (
	"errors"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/eval"
	"kaeshi/protocol/cli/core"
	"kaeshi/weights/train"
)

// Evaltest is the verb evaltest.
func Evaltest() *cli.Command {
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
		if err := core.CheckRange(c, name, 0, highest); err != nil {
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
