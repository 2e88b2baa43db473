package train

import (
	"errors"
	"maps"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/eval"
	"kaeshi/engine/jobs"
	"kaeshi/engine/search"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster/tasks"
	"kaeshi/weights"
	"kaeshi/weights/train"
)

// Calibrate is the verb calibrate.
func Calibrate() *cli.Command {
	return &cli.Command{
		Name:      "calibrate",
		Usage:     "measure how well shallow searches predict deep ones",
		ArgsUsage: "FILE...",
		Description: "ProbCut skips what a shallow search makes unlikely. For that it must know how far\n" +
			"shallow searches are from deep ones. This verb searches positions of games (move\n" +
			"strings, WTHOR, GGF, SGF, PGN, .gz too) with 12 to 51 empties to every depth\n" +
			"without pruning, fits the standard error, prints what was measured and what was\n" +
			"fitted, and writes the weights with the fit to --out.\n\n" +
			"With --values it searches labelled positions to depths from 4 to --depth instead.\n" +
			"For even and odd depths it fits a slope by the empties in the middle of a search\n" +
			"and a constant by those at its end, which bring the values closest to the labels.\n" +
			"What is reported of a search is corrected by them; the search itself is not.\n\n" +
			"Example: kaeshi calibrate --positions 2000 --out new.kw games.txt.gz\n" +
			"Example: kaeshi calibrate --values --depth 12 --out new.kw labels.kd exact.txt.gz",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Required: true, Usage: "write weights and fit to `FILE`"},
			&cli.StringFlag{Name: "weights", Aliases: []string{"w"}, Usage: "evaluation weights from `FILE` in place of the built-in ones"},
			&cli.BoolFlag{Name: "values", Usage: "fit the values of searches to labels, not their errors"},
			&cli.IntFlag{Name: "positions", Value: 1000, Usage: "search `N` positions drawn from the files"},
			&cli.IntFlag{Name: "depth", Value: 9, Usage: "search up to `N` plies deep"},
			&cli.IntFlag{Name: "exact", Value: 18, Usage: "also solve positions of `N` empties or fewer"},
			&cli.IntFlag{Name: "hash", Value: 32, Usage: "size of the transposition table in `MB`"},
			&cli.Uint64Flag{Name: "seed", Aliases: []string{"s"}, Value: 1, Usage: "make the choice of positions repeatable"},
		}, core.HubFlags()...),
		Action: calibrate,
	}
}

func calibrate(c *cli.Context) error {
	if !c.Args().Present() {
		return errors.New("calibrate needs at least one file of games or positions")
	}
	for _, r := range []struct {
		name     string
		min, max int
	}{{"positions", 1, 1e9}, {"depth", 6, 30}, {"exact", 12, 30}, {"hash", 1, 1 << 20}} {
		if err := core.CheckRange(c, r.name, r.min, r.max); err != nil {
			return err
		}
	}
	w, err := loadWeights(c.String("weights"))
	if err != nil {
		return err
	}
	if c.Bool("values") {
		return calibrateValues(c, w)
	}
	data := &train.Data{Unfinished: true}
	if err := readInto(c, data); err != nil {
		return err
	}
	if len(data.Samples) == 0 {
		return errors.New("the files hold no position")
	}
	bar := core.NewProgress(c, "searched", c.Int("positions"), 0, "positions")
	options := train.CalibrateOptions{
		Evaluator: eval.New(train.WithoutTruth(w)), Positions: c.Int("positions"), Depth: c.Int("depth"), Solve: c.Int("exact"),
		HashMB: c.Int("hash"), Seed: c.Uint64("seed"),
	}
	setup := &tasks.CalibrateSetup{Weights: c.String("weights"), Options: options}
	place, leave, err := calibratePlace(c, bar, core.HubRun{Kind: tasks.Calibrate, Setup: setup, Files: []*string{&setup.Weights}})
	if err != nil {
		bar.Finish()
		return err
	}
	defer leave()
	options.Place = place
	measured, err := train.Calibrate(c.Context, options, data.Samples, func() { bar.Add(1) })
	bar.Finish()
	if err != nil {
		return err
	}
	tables, err := measured.Tables()
	if err != nil {
		return err
	}
	calibrated := *w
	calibrated.Tables = maps.Clone(w.Tables)
	if calibrated.Tables == nil {
		calibrated.Tables = map[string][]float32{}
	}
	maps.Copy(calibrated.Tables, tables)
	summary, err := saveWeights(c, &calibrated)
	if err != nil {
		return err
	}
	return measured.Report(summary, tables)
}

// calibratePlace is where positions are searched: nil, which is this process, or the
// workers of a hub.
func calibratePlace(c *cli.Context, bar *core.Progress, run core.HubRun) (place jobs.Place, leave func(), err error) {
	if atHub, err := core.AtHub(c); err != nil || !atHub {
		return nil, func() {}, err
	}
	run.Title = "calibrate for " + c.String("out")
	return core.HubPlace(c, run, bar)
}

// shallowest is the least depth of the searches whose values are fitted.
const shallowest = 4

func calibrateValues(c *cli.Context, w *weights.Weights) error {
	data, err := readSamples(c)
	if err != nil {
		return err
	}
	problems := data.Problems()
	bar := core.NewProgress(c, "searched", len(problems), 0, "positions")
	options := train.TruthOptions{
		Weights: w, Shallow: shallowest, Deep: c.Int("depth"), HashMB: c.Int("hash"), Selectivity: search.Selectivity95,
	}
	setup := &tasks.TruthSetup{Weights: c.String("weights"), Options: options}
	place, leave, err := calibratePlace(c, bar, core.HubRun{Kind: tasks.Truth, Setup: setup, Files: []*string{&setup.Weights}})
	if err != nil {
		bar.Finish()
		return err
	}
	defer leave()
	options.Place = place
	truth, err := train.FitTruth(c.Context, options, problems, func() { bar.Add(1) })
	bar.Finish()
	if err != nil {
		return err
	}
	summary, err := saveWeights(c, truth.Apply(w))
	if err != nil {
		return err
	}
	return truth.Report(summary)
}
