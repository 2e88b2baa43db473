package train

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster/tasks"
	"kaeshi/weights/train"
)

// Label is the verb label.
func Label() *cli.Command {
	return &cli.Command{
		Name:      "label",
		Usage:     "label positions of games by search",
		ArgsUsage: "FILE...",
		Description: "Reads games (move strings, WTHOR, GGF, SGF, PGN) and positions, and writes each\n" +
			"position once with its score. The search of the level finds it, and it is exact\n" +
			"where few squares are empty. After a stop the same command goes on where it was.\n" +
			"To use many machines, give --hub, which writes the same file, or give each machine\n" +
			"another --shard and --out; kaeshi train reads them together.\n\n" +
			"Example: kaeshi label --level 3 --exact 14 --one-in 10 --out labels.kd games.txt.gz\n" +
			"Example: kaeshi label --level 9 --depth 18 --siblings 1 --held-out 5 --one-in 5000 --out judge.kd games.txt.gz",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Required: true,
				Usage: "write records to `FILE`, or go on with it (format: weights/README.md)"},
			&cli.IntFlag{Name: "min-empties", Value: 1, Usage: "leave out positions of fewer than `N` empty squares"},
			&cli.IntFlag{Name: "max-empties", Value: 60, Usage: "leave out positions of more than `N` empty squares"},
			&cli.IntFlag{Name: "one-in", Value: 1, Usage: "label one position in `N`, drawn by the seed"},
			&cli.IntFlag{Name: "stray", Usage: "first play up to `N` random moves from each position"},
			&cli.IntFlag{Name: "siblings", Usage: "label every position that the moves of one position in `N` lead to"},
			&cli.IntFlag{Name: "held-out", Usage: "label only the one game in `N` that kaeshi train does not learn from"},
		}, append(judgeFlags(), core.HubFlags()...)...),
		Action: label,
	}
}

func label(c *cli.Context) error {
	if !c.Args().Present() {
		return errors.New("label needs at least one file of games or positions")
	}
	if err := core.NeedFile(c, "out"); err != nil {
		return err
	}
	for _, name := range []string{"min-empties", "max-empties"} {
		if err := core.CheckRange(c, name, 1, 60); err != nil {
			return err
		}
	}
	if err := core.CheckRange(c, "one-in", 1, 1e9); err != nil {
		return err
	}
	for name, highest := range map[string]int{"stray": 60, "siblings": 1e9, "held-out": 1000} {
		if err := core.CheckRange(c, name, 0, highest); err != nil {
			return err
		}
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
		Siblings: c.Int("siblings"), HeldOut: uint16(c.Int("held-out")),
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
	if options.Siblings > 0 {
		recipe += fmt.Sprintf(", siblings of one in %d", options.Siblings)
	}
	if options.HeldOut > 0 {
		recipe += fmt.Sprintf(", one game in %d", options.HeldOut)
	}
	out, err := openRecords(c, recipe)
	if err != nil {
		return err
	}
	defer out.Close()
	own, done := shard.Pending(options.Jobs(len(data.Samples)), out)
	bar := core.NewProgress(c, "labelled", own, done, "jobs")
	setup := &tasks.LabelSetup{Weights: c.String("weights"), Options: options}
	place, leave, err := recordsPlace(c, out, bar, core.HubRun{Kind: tasks.Label, Setup: setup, Files: []*string{&setup.Weights},
		Title: "label for " + c.String("out")})
	if err != nil {
		bar.Finish()
		return err
	}
	defer leave()
	options.Place = place
	err = train.Label(c.Context, options, data, out, func(int) { bar.Add(1) })
	return endOfJobs(c, bar, err)
}
