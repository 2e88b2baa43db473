package train

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster/tasks"
	"kaeshi/weights/train"
)

// Selfplay is the verb selfplay.
func Selfplay() *cli.Command {
	return &cli.Command{
		Name:  "selfplay",
		Usage: "play games against itself and keep every position with its score and result",
		Description: "A game begins with random moves, or with a line of --openings. Then the search of\n" +
			"the level chooses the moves, but for a few random ones, and the end is solved\n" +
			"exactly. After a stop the same command goes on; only the game that was being\n" +
			"played is lost. To use many machines, give --hub, which writes the same file, or\n" +
			"give each machine another --shard and --out; kaeshi train reads them together.\n\n" +
			"Example: kaeshi selfplay --games 1000 --level 3 --out games.kd\n" +
			"Example: kaeshi selfplay --print games.kd > positions.txt",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"},
				Usage: "write records to `FILE`, or go on with it (format: weights/README.md)"},
			&cli.IntFlag{Name: "games", Aliases: []string{"n"}, Value: 1000, Usage: "play `N` games, those in the file included"},
			&cli.StringFlag{Name: "openings", Usage: "begin with the lines of moves in `FILE`, one after the other"},
			&cli.IntFlag{Name: "random", Value: 10, Usage: "begin each game with `N` random moves"},
			&cli.Float64Flag{Name: "noise", Value: 0.01, Usage: "play this share of the later moves at random"},
			&cli.StringFlag{Name: "print", Usage: "play nothing; print the records in `FILE` as text"},
		}, append(judgeFlags(), core.HubFlags()...)...),
		Action: selfplay,
	}
}

func selfplay(c *cli.Context) error {
	if c.IsSet("print") {
		return printRecords(c, c.String("print"))
	}
	if !c.IsSet("out") {
		return errors.New("selfplay needs --out FILE")
	}
	if err := core.NeedFile(c, "out"); err != nil {
		return err
	}
	options, recipe, err := selfplayOptions(c)
	if err != nil {
		return err
	}
	out, err := openRecords(c, recipe)
	if err != nil {
		return err
	}
	defer out.Close()
	own, done := options.Shard.Pending(options.Games, out)
	bar := core.NewProgress(c, "played", own, done, "games")
	setup := &tasks.SelfplaySetup{Weights: c.String("weights"), Options: options}
	place, leave, err := recordsPlace(c, out, bar, core.HubRun{Kind: tasks.Selfplay, Setup: setup, Files: []*string{&setup.Weights},
		Title: "selfplay for " + c.String("out")})
	if err != nil {
		bar.Finish()
		return err
	}
	defer leave()
	options.Place = place
	err = train.Selfplay(c.Context, options, out, func(int) { bar.Add(1) })
	return endOfJobs(c, bar, err)
}

func selfplayOptions(c *cli.Context) (o train.SelfplayOptions, recipe string, err error) {
	for _, r := range []struct {
		name     string
		min, max int
	}{{"games", 1, 1e9}, {"random", 0, 50}} {
		if err := core.CheckRange(c, r.name, r.min, r.max); err != nil {
			return o, "", err
		}
	}
	if noise := c.Float64("noise"); !(noise >= 0 && noise <= 1) {
		return o, "", fmt.Errorf("--noise %g: not within 0 to 1", noise)
	}
	shard, err := train.ParseShard(c.String("shard"))
	if err != nil {
		return o, "", fmt.Errorf("--shard: %w", err)
	}
	j, recipe, err := readJudge(c)
	if err != nil {
		return o, "", err
	}
	o = train.SelfplayOptions{
		Judge: j, Games: c.Int("games"), Random: c.Int("random"), Noise: c.Float64("noise"),
		Threads: c.Int("threads"), Shard: shard, Seed: c.Uint64("seed"),
	}
	if c.IsSet("openings") {
		if o.Openings, err = readOpenings(c, c.String("openings")); err != nil {
			return o, "", fmt.Errorf("--openings: %w", err)
		}
	}
	return o, fmt.Sprintf("selfplay %s, random %d, openings %d %s, noise %g",
		recipe, o.Random, len(o.Openings), c.String("openings"), o.Noise), nil
}

// readOpenings reads the moves of each game in a file, whatever its format.
func readOpenings(c *cli.Context, path string) ([][]board.Square, error) {
	file, err := core.OpenInput(c, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	games, err := notation.ReadGames(core.InputName(path), file)
	if err != nil {
		return nil, err
	}
	var openings [][]board.Square
	for i, g := range games {
		if g.Start != board.Start() {
			return nil, fmt.Errorf("%s: game %d does not begin at the start", path, i+1)
		}
		var moves []board.Square
		for _, m := range g.Moves {
			moves = append(moves, m.Square)
		}
		openings = append(openings, moves)
	}
	return openings, nil
}

func printRecords(c *cli.Context, path string) error {
	file, err := core.OpenInput(c, path)
	if err != nil {
		return fmt.Errorf("--print: %w", err)
	}
	defer file.Close()
	buffered := bufio.NewWriter(c.App.Writer)
	damaged := 0
	err = train.ScanRecords(bufio.NewReader(file), func(_ int, records []train.Record) error {
		for i := range records {
			if _, err := fmt.Fprintln(buffered, records[i].Line()); err != nil {
				return err
			}
		}
		return nil
	}, func(err error) error {
		damaged++
		fmt.Fprintln(c.App.ErrWriter, notation.WithName(path, err))
		return nil
	})
	if flushed := buffered.Flush(); err == nil {
		err = flushed
	}
	if err == nil && damaged > 0 {
		err = fmt.Errorf("%d blocks are damaged", damaged)
	}
	return notation.WithName(path, err)
}

// openRecords opens the file of --out and tells what is damaged in it.
func openRecords(c *cli.Context, recipe string) (*train.RecordFile, error) {
	out, err := train.OpenRecords(c.String("out"), recipe)
	if err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	for _, damage := range out.Damaged() {
		fmt.Fprintf(c.App.ErrWriter, "%v; its job is done again\n", notation.WithName(c.String("out"), damage))
	}
	return out, nil
}
