package train

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/eval"
	"kaeshi/engine/jobs"
	"kaeshi/protocol/cli/core"
	"kaeshi/weights"
	"kaeshi/weights/train"
)

// judgeFlags are common to the verbs that label positions by search.
func judgeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "level", Aliases: []string{"l"}, Value: 3, Usage: "search as this level does"},
		&cli.IntFlag{Name: "depth", Usage: "search `N` plies, whatever the level says"},
		&cli.IntFlag{Name: "selectivity", Usage: "search with a selectivity of `N` percent, whatever the level says: 73, 87, 95, 98, 99, or 100, which prunes nothing"},
		&cli.IntFlag{Name: "exact", Usage: "solve positions of `N` empties or fewer exactly, whatever the level says"},
		&cli.StringFlag{Name: "weights", Aliases: []string{"w"},
			Usage: "evaluation weights from `FILE` in place of the built-in ones"},
		&cli.IntFlag{Name: "threads", Aliases: []string{"t"}, Value: 1, Usage: "work on `N` positions or games at a time"},
		&cli.IntFlag{Name: "hash", Value: 16, Usage: "size of each thread's transposition table in `MB`"},
		&cli.StringFlag{Name: "shard", Usage: "do only part `i/n` of the work"},
		&cli.Uint64Flag{Name: "seed", Aliases: []string{"s"}, Value: 1, Usage: "make every random choice repeatable"},
	}
}

// readJudge reads judgeFlags. The recipe tells everything that changes a score.
func readJudge(c *cli.Context) (j train.Judge, recipe string, err error) {
	if _, err := core.AtHub(c, "threads"); err != nil {
		return j, "", err
	}
	for _, r := range []struct {
		name     string
		min, max int
	}{{"depth", 0, 60}, {"exact", 0, 60}} {
		if err := core.CheckRange(c, r.name, r.min, r.max); err != nil {
			return j, "", err
		}
	}
	w, err := loadWeights(c.String("weights"))
	if err != nil {
		return j, "", err
	}
	j = levelJudge(c)
	j.Evaluator = eval.New(w)
	if c.Int("depth") > 0 {
		j.Depth = c.Int("depth")
	}
	if c.IsSet("selectivity") {
		if j.Selectivity, err = parseSelectivity(c.Int("selectivity")); err != nil {
			return j, "", err
		}
	}
	if c.IsSet("exact") {
		j.ExactFrom = c.Int("exact")
	}
	return j, fmt.Sprintf("%s, depth %d, %d%%, exact from %d, seed %d",
		weightsName(w), j.Depth, j.Selectivity.Percent(), j.ExactFrom, c.Uint64("seed")), nil
}

// levelJudge searches as --level says, but proves no mere win: that is no score.
func levelJudge(c *cli.Context) train.Judge {
	level := engine.Levels[c.Int("level")]
	return train.Judge{
		Depth:       level.Depth,
		Selectivity: level.Selectivity,
		ExactFrom:   level.ExactFrom,
		HashMB:      c.Int("hash"),
	}
}

func weightsName(w *weights.Weights) string { return w.Set.Name + ": " + w.Name }

// endOfJobs ends the progress, and says how to go on after a stop.
func endOfJobs(c *cli.Context, bar *core.Progress, err error) error {
	bar.Finish()
	if err != nil && c.Context.Err() != nil {
		core.Tell(c, "%s: stopped; the same command goes on", core.Program)
	}
	return err
}

// recordsPlace is where the jobs for a file of records are done: nil, which is threads of
// this process, or the workers of a hub. A hub forgets results when they are written.
func recordsPlace(c *cli.Context, out *train.RecordFile, bar *core.Progress, run core.HubRun) (place jobs.Place, leave func(), err error) {
	atHub, err := core.AtHub(c, "threads")
	if err != nil || !atHub {
		return nil, func() {}, err
	}
	out.Durable()
	if place, leave, err = core.HubPlace(c, run, bar); err != nil {
		out.Abandon()
	}
	return place, leave, err
}
