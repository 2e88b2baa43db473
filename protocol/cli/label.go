package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/eval"
	"kaeshi/weights"
	"kaeshi/weights/train"
)

func labelCommand() *cli.Command {
	return &cli.Command{
		Name:      "label",
		Usage:     "label positions of games by search",
		ArgsUsage: "FILE...",
		Description: "Reads games (move strings, WTHOR, GGF, SGF, PGN) and positions, and writes each\n" +
			"position once with the score of a search of the level, exact where few squares\n" +
			"are empty. A stopped run goes on where it was with the same command. For many\n" +
			"machines give each another --shard and --out; kaeshi train reads them together.\n\n" +
			"Example: kaeshi label --level 3 --exact 14 --one-in 10 --out labels.kd games.txt.gz",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Required: true,
				Usage: "write records to `FILE`, or go on with it (format: weights/README.md)"},
			&cli.IntFlag{Name: "min-empties", Value: 1, Usage: "leave out positions with fewer empty squares"},
			&cli.IntFlag{Name: "max-empties", Value: 60, Usage: "leave out positions with more"},
			&cli.IntFlag{Name: "one-in", Value: 1, Usage: "label one position in `N`, drawn by the seed"},
			&cli.IntFlag{Name: "stray", Usage: "go up to `N` random moves on from each position first"},
		}, judgeFlags()...),
		Action: label,
	}
}

// judgeFlags are common to the verbs that label positions by search.
func judgeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "level", Aliases: []string{"l"}, Value: 3, Usage: "search as this level does"},
		&cli.IntFlag{Name: "depth", Usage: "search so many plies in place of the level's"},
		&cli.IntFlag{Name: "exact", Usage: "solve exactly at so many empties or fewer, in place of the level's"},
		&cli.StringFlag{Name: "weights", Aliases: []string{"w"},
			Usage: "evaluation weights from `FILE` in place of the built-in ones"},
		&cli.IntFlag{Name: "threads", Aliases: []string{"t"}, Value: 1, Usage: "work on `N` positions or games at a time"},
		&cli.IntFlag{Name: "hash", Value: 16, Usage: "size of each thread's transposition table in `MB`"},
		&cli.StringFlag{Name: "shard", Usage: "do only part `i/n` of the work"},
		&cli.Uint64Flag{Name: "seed", Aliases: []string{"s"}, Value: 1, Usage: "of every random choice"},
	}
}

// readJudge reads judgeFlags. The recipe tells everything that changes a score.
func readJudge(c *cli.Context) (j train.Judge, recipe string, err error) {
	for _, r := range []struct {
		name     string
		min, max int
	}{{"depth", 0, 60}, {"exact", 0, 60}} {
		if err := checkRange(c, r.name, r.min, r.max); err != nil {
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

func label(c *cli.Context) error {
	if !c.Args().Present() {
		return errors.New("label needs at least one file of games or positions")
	}
	for _, name := range []string{"min-empties", "max-empties"} {
		if err := checkRange(c, name, 1, 60); err != nil {
			return err
		}
	}
	if err := checkRange(c, "one-in", 1, 1e9); err != nil {
		return err
	}
	if err := checkRange(c, "stray", 0, 60); err != nil {
		return err
	}
	shard, err := train.ParseShard(c.String("shard"))
	if err != nil {
		return fmt.Errorf("--shard: %w", err)
	}
	j, recipe, err := readJudge(c)
	if err != nil {
		return err
	}
	options := train.LabelOptions{
		Judge: j, MinEmpties: c.Int("min-empties"), MaxEmpties: c.Int("max-empties"), OneIn: c.Int("one-in"), Stray: c.Int("stray"),
		Threads: c.Int("threads"), Shard: shard, Seed: c.Uint64("seed"),
	}
	data := &train.Data{Unfinished: true}
	if err := readInto(c, data); err != nil {
		return err
	}
	options.Choose(data)
	if len(data.Samples) == 0 {
		return errors.New("no position of the files is asked for; see --min-empties, --max-empties, --one-in")
	}
	recipe = fmt.Sprintf("label %s, empties %d-%d, one in %d, stray %d, %d positions of %s",
		recipe, options.MinEmpties, options.MaxEmpties, options.OneIn, options.Stray, len(data.Samples), strings.Join(c.Args().Slice(), " "))
	out, err := train.OpenRecords(c.String("out"), recipe)
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	defer out.Close()
	own, done := shard.Pending(options.Jobs(len(data.Samples)), out)
	bar := newJobProgress(c, "labelling", own, done, "jobs")
	err = train.Label(c.Context, options, data, out, func(int) { bar.add(1) })
	return endOfJobs(c, bar, err)
}

// endOfJobs ends the progress, and says how to go on after a stop.
func endOfJobs(c *cli.Context, bar *progress, err error) error {
	bar.finish()
	if err != nil && c.Context.Err() != nil {
		fmt.Fprintf(c.App.ErrWriter, "%s: stopped; the same command goes on\n", program)
	}
	return err
}
