package train

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/pattern"
	"kaeshi/protocol/cli/core"
	"kaeshi/weights"
	"kaeshi/weights/train"
)

// Learn is the verb learn.
func Learn() *cli.Command {
	return &cli.Command{
		Name:  "learn",
		Usage: "learn evaluation weights from games against itself",
		Description: "Plays games against itself. After every few of them it fits the weights to the\n" +
			"results of the latest games. A game begins with random moves, has a few random\n" +
			"moves later, and its end is solved exactly. The weights are saved in FILE and the\n" +
			"games in FILE.games as it goes: after a stop the same command goes on. At the end\n" +
			"a table shows how well the evaluation agreed with the results of games that it had\n" +
			"not learnt from yet, by number of games.\n\n" +
			"Example: kaeshi learn --games 5000 --out learnt.kw",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Required: true, Usage: "save the weights to `FILE`"},
			&cli.IntFlag{Name: "games", Aliases: []string{"n"}, Value: 5000, Usage: "play `N` games, those of an earlier run included"},
			&cli.StringFlag{Name: "from", Usage: "begin with the weights in `FILE`; without it all are zero"},
			&cli.StringFlag{Name: "set", Value: "origin", Usage: "pattern set of new weights: " + strings.Join(pattern.Names(), ", ")},
			&cli.IntFlag{Name: "every", Value: 50, Usage: "update the weights after every `N` games"},
			&cli.IntFlag{Name: "recent", Value: 2000, Usage: "learn from the latest `N` games"},
			&cli.IntFlag{Name: "random", Value: 8, Usage: "begin each game with `N` random moves"},
			&cli.Float64Flag{Name: "noise", Value: 0.01, Usage: "play this share of the later moves at random"},
			&cli.StringFlag{Name: "plot", Usage: "draw the curve into `FILE` (.svg or .png)"},
			&cli.IntFlag{Name: "level", Aliases: []string{"l"}, Value: 2, Usage: "play as this level does"},
			&cli.IntFlag{Name: "threads", Aliases: []string{"t"}, Value: 1, Usage: "play `N` games at a time"},
			&cli.IntFlag{Name: "hash", Value: 2, Usage: "size of each thread's transposition table in `MB`"},
			&cli.Uint64Flag{Name: "seed", Aliases: []string{"s"}, Value: 1, Usage: "make every random choice repeatable"},
		},
		Action: runLearn,
	}
}

func runLearn(c *cli.Context) error {
	if err := core.NeedFile(c, "out", "from"); err != nil {
		return err
	}
	options, err := learnerOptions(c)
	if err != nil {
		return err
	}
	state, err := learnerState(c)
	if err != nil {
		return err
	}
	path := c.String("out")
	recipe := fmt.Sprintf("learn, set %s, from %s, every %d, recent %d, random %d, noise %g, level %d, seed %d",
		state.Weights.Set.Name, c.String("from"), options.Every, options.Recent, options.Random, options.Noise,
		c.Int("level"), options.Seed)
	bar := core.NewProgress(c, "played", options.Games, len(state.Curve)*options.Every, "games")
	err = train.Learn(c.Context, options, state, path+".games", recipe,
		func() error { return state.Save(path) },
		func() { bar.Add(1) })
	if err := endOfJobs(c, bar, err); err != nil {
		return err
	}
	if err := plot(c, learningCurve(state, options.Every)); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "  games correlation with the results of games not learnt from yet\n")
	return state.WriteCurve(c.App.Writer, options.Every)
}

func learnerOptions(c *cli.Context) (train.LearnOptions, error) {
	for _, r := range []struct {
		name     string
		min, max int
	}{{"games", 1, 1e9}, {"every", 1, 1e6}, {"recent", 1, 1e9}, {"random", 0, 50}} {
		if err := core.CheckRange(c, r.name, r.min, r.max); err != nil {
			return train.LearnOptions{}, err
		}
	}
	if noise := c.Float64("noise"); !(noise >= 0 && noise <= 1) {
		return train.LearnOptions{}, fmt.Errorf("--noise %g: not within 0 to 1", noise)
	}
	if err := checkPlot(c); err != nil {
		return train.LearnOptions{}, err
	}
	return train.LearnOptions{
		SelfplayOptions: train.SelfplayOptions{
			Judge: levelJudge(c), Games: c.Int("games"), Random: c.Int("random"), Noise: c.Float64("noise"),
			Threads: c.Int("threads"), Shard: train.Shard{Index: 1, Count: 1}, Seed: c.Uint64("seed"),
		},
		Every:  c.Int("every"),
		Recent: c.Int("recent"),
		Passes: 4,
		Rate:   0.1,
		Ridge:  3,
	}, nil
}

// learnerState goes on with the weights of an earlier run if there are any.
func learnerState(c *cli.Context) (*train.LearnState, error) {
	path := c.String("out")
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		w, err := weights.Load(path)
		if err != nil {
			return nil, err
		}
		return train.NewLearnState(w), nil
	}
	if c.IsSet("from") {
		w, err := weights.Load(c.String("from"))
		if err != nil {
			return nil, err
		}
		w.Tables, w.Name = nil, w.Name+", then own games"
		return train.NewLearnState(w), nil
	}
	set, err := pattern.ByName(c.String("set"))
	if err != nil {
		return nil, fmt.Errorf("--set: %w", err)
	}
	return train.NewLearnState(weights.New("learnt from own games alone", set, 1)), nil
}
