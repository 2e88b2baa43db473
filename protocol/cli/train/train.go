// Package train is the verbs that make evaluation weights: train, selfplay, label, learn,
// calibrate and evaltest.
package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"

	"kaeshi/engine/eval"
	"kaeshi/engine/pattern"
	"kaeshi/protocol/cli/core"
	"kaeshi/weights"
	"kaeshi/weights/train"
)

// Train is the verb train.
func Train() *cli.Command {
	return &cli.Command{
		Name:      "train",
		Usage:     "fit evaluation weights to games and labelled positions",
		ArgsUsage: "FILE...",
		Description: "Reads games, each a line with the moves and Black's result (f5d6c3... +4), and\n" +
			"positions with their scores (64 squares, side to move; +4), gzipped or plain.\n" +
			"Part of the games is held out: nothing is learnt from them. The error on them\n" +
			"decides when to stop, and is printed by number of empties. With --checkpoint the\n" +
			"same command goes on after a stop.\n\n" +
			"Example: kaeshi train --out new.kw --checkpoint new.state games.txt.gz",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Required: true, Usage: "write the weights to `FILE`"},
			&cli.StringFlag{Name: "name", Usage: "one line that says what the weights are"},
			&cli.StringFlag{Name: "from", Usage: "begin with the weights in `FILE`, and take their pattern set"},
			&cli.StringFlag{Name: "checkpoint", Usage: "keep the state in `FILE`, and go on from it if it exists"},
			&cli.StringFlag{Name: "plot", Usage: "draw the errors of all passes into `FILE` (.svg or .png)"},
		}, fitFlags()...),
		Action: trainWeights,
	}
}

func fitFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "set", Value: pattern.Default,
			Usage: "pattern set: " + strings.Join(pattern.Names(), ", ")},
		&cli.IntFlag{Name: "epochs", Value: 20, Usage: "make at most `N` passes over the samples of a phase"},
		&cli.IntFlag{Name: "patience", Value: 3, Usage: "end a phase after `N` passes without progress"},
		&cli.IntFlag{Name: "batch", Value: 65536, Usage: "correct the weights after every `N` samples"},
		&cli.Float64Flag{Name: "rate", Value: 0.1, Usage: "size of a correction"},
		&cli.Float64Flag{Name: "ridge", Value: 3, Usage: "pull each weight towards that of the next phase as strongly as `N` samples would"},
		&cli.Float64Flag{Name: "results", Value: 1,
			Usage: "how much the result of a game counts; a labelled position counts 1"},
		&cli.IntFlag{Name: "held-out", Value: 10, Usage: "do not learn from one game in `N`, to measure the error"},
		&cli.IntFlag{Name: "window", Value: 2, Usage: "also use samples up to `N` moves before and after a phase"},
		&cli.Float64Flag{Name: "history", Value: 10,
			Usage: "with --from: how many times as many samples those weights have seen (networks)"},
		&cli.Float64Flag{Name: "siblings",
			Usage: "how much the differences between the moves of a position count; a label counts 1 (networks)"},
		&cli.Float64Flag{Name: "average",
			Usage: "write a running average of the weights that keeps this share of itself from batch to batch, such as 0.98"},
		&cli.IntFlag{Name: "threads", Aliases: []string{"t"}, Value: 1, Usage: "fit with `N` threads"},
		&cli.Uint64Flag{Name: "seed", Aliases: []string{"s"}, Value: 1, Usage: "make the order of the batches repeatable"},
	}
}

func fitOptions(c *cli.Context) (train.Options, error) {
	for _, r := range []struct {
		name     string
		min, max int
	}{{"epochs", 1, 1e6}, {"patience", 1, 1e6}, {"batch", 1, 1e9}, {"held-out", 2, 1000}, {"window", 0, 60}} {
		if err := core.CheckRange(c, r.name, r.min, r.max); err != nil {
			return train.Options{}, err
		}
	}
	if !(c.Float64("rate") > 0 && c.Float64("results") > 0 && c.Float64("ridge") >= 0) { // nor are they NaN
		return train.Options{}, errors.New("--rate and --results must be more than 0, --ridge not less than 0")
	}
	if !(c.Float64("siblings") >= 0 && c.Float64("history") >= 0) || !(c.Float64("average") >= 0 && c.Float64("average") < 1) {
		return train.Options{}, errors.New("--siblings and --history must not be less than 0, --average from 0 to less than 1")
	}
	set, err := pattern.ByName(c.String("set"))
	if err != nil {
		return train.Options{}, fmt.Errorf("--set: %w", err)
	}
	return train.Options{
		Set:      set,
		Epochs:   c.Int("epochs"),
		Patience: c.Int("patience"),
		Batch:    c.Int("batch"),
		Rate:     c.Float64("rate"),
		Ridge:    c.Float64("ridge"),
		Results:  c.Float64("results"),
		HeldOut:  uint16(c.Int("held-out")),
		Window:   c.Int("window"),
		History:  c.Float64("history"),
		Siblings: c.Float64("siblings"),
		Average:  c.Float64("average"),
		Threads:  c.Int("threads"),
		Seed:     c.Uint64("seed"),
	}, nil
}

func trainWeights(c *cli.Context) error {
	if !c.Args().Present() {
		return errors.New("train needs at least one file of games or labelled positions")
	}
	options, err := fitOptions(c)
	if err != nil {
		return err
	}
	if err := checkPlot(c); err != nil {
		return err
	}
	if err := core.NeedFile(c, "from"); err != nil {
		return err
	}
	given, err := givenWeights(c, &options)
	if err != nil {
		return err
	}
	data, err := readSamples(c)
	if err != nil {
		return err
	}
	recipe := fmt.Sprintf("set %s, epochs %d, patience %d, batch %d, rate %g, ridge %g, results %g, held out 1/%d, window %d, seed %d, %d samples of %s",
		options.Set.Name, options.Epochs, options.Patience, options.Batch, options.Rate, options.Ridge, options.Results,
		options.HeldOut, options.Window, options.Seed, len(data.Samples), strings.Join(c.Args().Slice(), " "))
	if given != nil {
		recipe += fmt.Sprintf(", from %s, history %g", given.Name, options.History)
	}
	if options.Siblings > 0 || options.Average > 0 {
		recipe += fmt.Sprintf(", siblings %g, average %g", options.Siblings, options.Average)
	}
	state, err := startState(c, options.Set, given, recipe)
	if err != nil {
		return err
	}
	if err := fit(c, options, data, state); err != nil {
		return err
	}
	name := c.String("name")
	if name == "" {
		name = fmt.Sprintf("%s set, fitted to %d positions", options.Set.Name, len(data.Samples))
	}
	fitted := state.Round(options.Set, name)
	if given != nil {
		fitted.Tables = given.Tables
	}
	summary, err := saveWeights(c, fitted)
	if err != nil {
		return err
	}
	if err := plot(c, lossCurves(state.Passes)); err != nil {
		return err
	}
	if err := reportPhases(summary, options.Set, state.Passes); err != nil {
		return err
	}
	return reportFit(summary, fitted, data, options.HeldOut)
}

// givenWeights reads the weights of --from, or none. The set is theirs.
func givenWeights(c *cli.Context, options *train.Options) (*weights.Weights, error) {
	var given *weights.Weights
	if c.IsSet("from") {
		var err error
		if given, err = weights.Load(c.String("from")); err != nil {
			return nil, fmt.Errorf("--from: %w", err)
		}
		if c.IsSet("set") && given.Set != options.Set {
			return nil, fmt.Errorf("--from: %s holds weights of the set %q, not of %q", c.String("from"), given.Set.Name, options.Set.Name)
		}
		options.Set, options.Given = given.Set, true
	}
	if options.Siblings > 0 && options.Set.Lanes == 1 {
		return nil, fmt.Errorf("--siblings: pattern set %q is no network", options.Set.Name)
	}
	return given, nil
}

// reportPhases prints how the fit of each phase went. The errors count samples as
// the fit did.
func reportPhases(w io.Writer, set *pattern.Set, passes []train.Progress) error {
	first := map[int]int{} // the most empties of a phase
	for empties := range 61 {
		first[set.Phase(empties)] = empties
	}
	fmt.Fprintf(w, "%5s %12s %10s %6s %12s %13s\n", "phase", "from empties", "samples", "passes", "RMS trained", "RMS held out")
	for i, p := range passes {
		if i+1 < len(passes) && passes[i+1].Phase == p.Phase {
			continue
		}
		_, err := fmt.Fprintf(w, "%5d %12d %10d %6d %12.3f %13.3f\n", p.Phase, first[p.Phase], p.Samples, p.Epoch, p.Trained, p.HeldOut)
		if err != nil {
			return err
		}
	}
	return nil
}

func startState(c *cli.Context, set *pattern.Set, given *weights.Weights, recipe string) (*train.State, error) {
	if c.IsSet("checkpoint") {
		state, err := train.LoadState(c.String("checkpoint"), set, recipe)
		if err != nil {
			return nil, fmt.Errorf("--checkpoint: %w", err)
		}
		if state != nil {
			return state, nil
		}
	}
	if given != nil {
		return train.NewStateFrom(given, recipe), nil
	}
	return train.NewState(set, recipe), nil
}

// checkpointEvery is how much work a killed run may lose.
const checkpointEvery = 15 * time.Second

func fit(c *cli.Context, options train.Options, data *train.Data, state *train.State) error {
	bar := core.NewProgress(c, "fitted", options.Set.Phases*options.Epochs,
		(options.Set.Phases-1-state.Phase)*options.Epochs+state.Epoch, "passes")
	report := func(p train.Progress) {
		bar.Note(fmt.Sprintf("phase %d: held-out RMS %.3f", p.Phase, p.HeldOut))
		done := (options.Set.Phases-1-p.Phase)*options.Epochs + p.Epoch
		if p.Finished {
			done = (options.Set.Phases - p.Phase) * options.Epochs
		}
		bar.Set(done)
		core.Logger(c).WithFields(logrus.Fields{
			"phase": p.Phase, "pass": p.Epoch, "samples": p.Samples, "rms_trained": p.Trained, "rms_held_out": p.HeldOut,
		}).Info("fit")
	}
	saved := time.Now()
	save := func(s *train.State) error {
		if !c.IsSet("checkpoint") || s.Phase >= 0 && time.Since(saved) < checkpointEvery {
			return nil
		}
		saved = time.Now()
		return s.Save(c.String("checkpoint"))
	}
	err := train.Fit(c.Context, options, data, state, save, report)
	bar.Finish()
	if errors.Is(err, context.Canceled) && c.IsSet("checkpoint") {
		if err := state.Save(c.String("checkpoint")); err != nil {
			return err
		}
		core.Tell(c, "%s: stopped; the same command goes on from %s", core.Program, c.String("checkpoint"))
	}
	return err
}

func reportFit(w io.Writer, fitted *weights.Weights, data *train.Data, heldOut uint16) error {
	errs := train.Measure(eval.New(fitted), data.Samples, func(s *train.Sample) bool { return s.Group%heldOut == 0 })
	if errs.Total().Values.Count == 0 {
		_, err := fmt.Fprintf(w, "%d games, %d positions: too few to hold any out\n", data.Games, len(data.Samples))
		return err
	}
	fmt.Fprintf(w, "%d games, %d positions; error on the held-out part by number of empties:\n", data.Games, len(data.Samples))
	return printErrors(w, errs)
}
