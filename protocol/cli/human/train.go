// Package human is the verbs of the model of human moves: train-human, and what evaltest
// does with --human.
package human

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"

	"kaeshi/engine/eval"
	"kaeshi/engine/human"
	"kaeshi/protocol/cli/core"
	"kaeshi/weights"
	"kaeshi/weights/train/humanfit"
)

// Train is the verb train-human.
func Train() *cli.Command {
	return &cli.Command{
		Name:      "train-human",
		Usage:     "fit the model of human moves to games of people",
		ArgsUsage: "FILE...",
		Description: "Reads games in any format that kaeshi convert reads, gzipped or plain, in the order in\n" +
			"which they were played, and fits how likely a person is to play each move. One\n" +
			"game in ten is valued move by move with our own search; the values are kept in\n" +
			"--cache, so that a stopped run goes on and the next one need not value again.\n" +
			"--others names games of players of other strengths, from which only the meaning of\n" +
			"strength is learnt, and --held-out games that the model must not see. The same\n" +
			"files and options give the same model. With --recount a model that there is gets\n" +
			"the openings of other games and keeps all else.\n\n" +
			"Example: kaeshi train-human --out new.khm --cache values.cache \\\n" +
			"             --held-out WTH_2025.wtb --others beginners.txt.gz games.txt.gz",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Required: true, Usage: "write the model to `FILE`"},
			&cli.StringFlag{Name: "cache", Usage: "keep the engine's values of moves in `FILE`"},
			&cli.StringSliceFlag{Name: "others", Usage: "learn what strength changes from the games of `FILE` too"},
			&cli.StringSliceFlag{Name: "held-out", Usage: "leave out the games that are in `FILE`, mirrored ones too"},
			&cli.StringFlag{Name: "name", Usage: "one line that says what the model is"},
			&cli.StringFlag{Name: "weights", Aliases: []string{"w"}, Usage: "evaluation weights from `FILE` in place of the built-in ones"},
			&cli.IntFlag{Name: "passes", Value: 2, Usage: "passes over the games for the rows"},
			&cli.Float64Flag{Name: "rate", Value: 0.2, Usage: "size of a correction of a row"},
			&cli.IntFlag{Name: "net-passes", Value: 6, Usage: "passes over the valued games for the nets"},
			&cli.Float64Flag{Name: "net-rate", Value: 0.002, Usage: "size of a correction of the nets"},
			&cli.IntFlag{Name: "value", Value: 30000, Usage: "value at most `N` games of a file that the cache lacks"},
			&cli.StringFlag{Name: "from", Usage: "fit the nets only, with the rows and openings of the model in `FILE`"},
			&cli.BoolFlag{Name: "recount", Usage: "only count the openings anew, for the model of --from"},
			&cli.IntFlag{Name: "half-life", Value: 30000, Usage: "in openings a game counts half as much as one `N` games later"},
			&cli.Uint64Flag{Name: "seed", Aliases: []string{"s"}, Value: 1, Usage: "of the order of the games"},
		},
		Action: trainHuman,
	}
}

func trainHuman(c *cli.Context) error {
	if !c.Args().Present() {
		return errors.New("train-human needs at least one file of games")
	}
	if err := core.CheckRange(c, "value", 0, 1e9); err != nil {
		return err
	}
	for _, name := range []string{"passes", "net-passes", "half-life"} {
		if err := core.CheckRange(c, name, 1, 1e9); err != nil {
			return err
		}
	}
	if !(c.Float64("rate") > 0 && c.Float64("net-rate") > 0) { // nor are they NaN
		return errors.New("--rate and --net-rate must be more than 0")
	}
	switch {
	case c.Bool("recount") && !c.IsSet("from"):
		return errors.New("--recount needs --from, the model that is kept")
	case !c.Bool("recount") && !c.IsSet("cache"):
		return errors.New("train-human needs --cache, where the engine's values are kept")
	}
	if err := core.NeedFile(c, "cache"); err != nil {
		return err
	}
	e, err := evaluator(c)
	if err != nil {
		return err
	}
	var from *human.Model
	if path := c.String("from"); path != "" {
		if from, err = human.Load(path); err != nil {
			return fmt.Errorf("--from: %w", err)
		}
	}
	data, err := readData(c)
	if err != nil {
		return err
	}
	if c.Bool("recount") {
		return writeModel(c, humanfit.Recount(from, data.Games, c.Int("half-life")), len(data.Games))
	}
	cache, err := humanfit.OpenCache(c.String("cache"))
	if err != nil {
		return fmt.Errorf("--cache: %w", err)
	}
	defer cache.Close()
	name := c.String("name")
	if name == "" {
		name = fmt.Sprintf("fitted to %d games", len(data.Games))
	}
	m, err := humanfit.Fit(c.Context, e, data, cache, humanfit.Options{
		Name: name, RowEpochs: c.Int("passes"), RowRate: c.Float64("rate"), HalfLife: c.Int("half-life"),
		Net:   humanfit.NetOptions{Epochs: c.Int("net-passes"), Batch: 128, Rate: c.Float64("net-rate"), Seed: c.Uint64("seed")},
		Value: c.Int("value"), From: from, Seed: c.Uint64("seed"),
	}, tell(c))
	if err != nil {
		return err
	}
	return writeModel(c, m, len(data.Games))
}

func writeModel(c *cli.Context, m *human.Model, games int) error {
	packed, err := m.Encode()
	if err != nil {
		return err
	}
	summary, err := core.WriteOut(c, "out", packed)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(summary, "%s, a model of %d kB\n", core.Count(games, "game"), len(packed)/1000)
	return err
}

// tell returns what reports how far a fit has come.
func tell(c *cli.Context) func(humanfit.Progress) {
	var bar *core.Progress
	stage := ""
	return func(p humanfit.Progress) {
		if p.Stage != stage {
			stage, bar = p.Stage, core.NewProgress(c, p.Stage, p.Total, p.Done, map[bool]string{true: "games", false: "passes"}[p.Stage == "values"])
		}
		bar.Set(p.Done)
		if p.Stage != "values" {
			core.Logger(c).WithFields(logrus.Fields{"stage": p.Stage, "pass": p.Done, "log_loss": p.Loss}).Info("fit")
		}
		if p.Done == p.Total {
			bar.Finish()
		}
	}
}

func evaluator(c *cli.Context) (*eval.Evaluator, error) {
	w, err := weights.Embedded()
	if path := c.String("weights"); path != "" {
		w, err = weights.Load(path)
	}
	if err != nil {
		return nil, err
	}
	return eval.New(w), nil
}

// readData reads the files of the arguments and of the options that name games.
func readData(c *cli.Context) (*humanfit.Data, error) {
	data := &humanfit.Data{}
	var err error
	if data.Games, err = readGames(c, c.Args().Slice()); err != nil {
		return nil, err
	}
	for _, path := range c.StringSlice("others") {
		games, err := readGames(c, []string{path})
		if err != nil {
			return nil, err
		}
		data.Others = append(data.Others, games)
	}
	if paths := c.StringSlice("held-out"); len(paths) > 0 {
		held, err := readGames(c, paths)
		if err != nil {
			return nil, err
		}
		core.Tell(c, "%s: %d of the games are held out", core.Program, data.Remove(held))
	}
	if len(data.Games) == 0 {
		return nil, fmt.Errorf("%s: no games from the usual start are left", strings.Join(c.Args().Slice(), " "))
	}
	return data, nil
}

// readGames reads the games of files, those with faults left out and named.
func readGames(c *cli.Context, paths []string) ([]humanfit.Game, error) {
	bar := core.NewReading(c, paths)
	defer bar.Finish()
	var games []humanfit.Game
	faults := 0
	for _, path := range paths {
		file, err := core.OpenInput(c, path)
		if err != nil {
			return nil, err
		}
		err = humanfit.Scan(core.InputName(path), bar.Reader(file), func(g humanfit.Game) { games = append(games, g) }, func(err error) error {
			faults++
			core.TellFault(c, faults, err)
			return c.Context.Err()
		})
		file.Close()
		if err != nil {
			return nil, err
		}
	}
	return games, nil
}
