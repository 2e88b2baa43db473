package cli

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/clock"
)

// The largest values that are taken for a wish rather than for a slip.
const (
	maxThreads = 256
	maxHashMB  = 1 << 20
	maxNoise   = 64.0
)

const (
	categoryEngine  = "ENGINE"
	categoryLogging = "DIAGNOSTICS"
)

// engineFlags are the common flags of every verb that lets the engine think.
// Each call makes new ones, for a flag remembers its value.
func engineFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "level", Aliases: []string{"l"}, Value: engine.DefaultLevel, Category: categoryEngine,
			Usage: fmt.Sprintf("playing strength, %d to %d", engine.MinLevel, engine.MaxLevel)},
		&cli.IntFlag{Name: "threads", Aliases: []string{"t"}, Value: 1, Category: categoryEngine,
			Usage: "search with `N` threads"},
		&cli.IntFlag{Name: "hash", Value: engine.DefaultHashMB, Category: categoryEngine,
			Usage: "size of the transposition table in `MB`; short searches take less unless it is given"},
		&cli.StringFlag{Name: "weights", Aliases: []string{"w"}, TakesFile: true, Category: categoryEngine,
			Usage: "evaluation weights from `FILE` in place of the built-in ones"},
		&cli.StringFlag{Name: "book", Aliases: []string{"b"}, TakesFile: true, Category: categoryEngine,
			Usage: "opening book from `FILE` in place of the built-in one"},
		&cli.BoolFlag{Name: "no-book", Category: categoryEngine, Usage: "play without an opening book"},
		&cli.Float64Flag{Name: "book-error", Category: categoryEngine,
			Usage: "play book moves that are worth up to `DISCS` less than the best"},
		&cli.Float64Flag{Name: "book-game-error", Category: categoryEngine,
			Usage: "lose no more than `DISCS` by book moves in a game; 0 is no bound"},
		&cli.StringFlag{Name: "book-choice", Value: bookChoices[0], Category: categoryEngine,
			Usage: "among the book moves allowed all alike, uniform, or better ones more often, weighted"},
		&cli.Uint64Flag{Name: "seed", Aliases: []string{"s"}, Category: categoryEngine,
			Usage: "make every random choice repeatable; 0 is a different one each time"},
		&cli.Float64Flag{Name: "noise", Category: categoryEngine,
			Usage: "play like a person who misjudges moves by `DISCS` as a rule; 0 is what the level says"},
	}
}

// logFlags are the common flags of every verb.
func logFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "log", TakesFile: true, Category: categoryLogging,
			Usage: "append diagnostics to `FILE` in place of standard error"},
		&cli.StringFlag{Name: "log-level", Category: categoryLogging,
			Usage: "error, warning, info, debug or trace (default: warning, with --log info)"},
	}
}

// checkFlags judges the values of the common flags that a verb has, before it
// does anything.
func checkFlags(c *cli.Context) error {
	for _, r := range []struct {
		name     string
		min, max int
	}{
		{"level", engine.MinLevel, engine.MaxLevel},
		{"threads", 1, maxThreads},
		{"hash", 1, maxHashMB},
	} {
		if err := checkRange(c, r.name, r.min, r.max); err != nil {
			return err
		}
	}
	if memory := memoryMB(); memory > 0 && c.Int("hash") > memory {
		return fmt.Errorf("--hash %d: this machine has %d MB of memory", c.Int("hash"), memory)
	}
	if c.Bool("no-book") && c.IsSet("book") {
		return errors.New("--book and --no-book exclude each other")
	}
	if err := checkBookChoice(c); err != nil {
		return err
	}
	if noise := c.Float64("noise"); !(noise >= 0 && noise <= maxNoise) { // nor is it NaN
		return fmt.Errorf("--noise %v: not within 0 to %v", noise, maxNoise)
	}
	if c.Duration("move-overhead") < 0 {
		return fmt.Errorf("--move-overhead %v: less than nothing", c.Duration("move-overhead"))
	}
	for _, name := range []string{"weights", "book"} {
		if name == "book" && makesBook(c) {
			continue
		}
		if err := checkFile(c, name); err != nil {
			return err
		}
	}
	return nil
}

// mostHashMB is the size of the largest table that this machine can hold.
func mostHashMB() int {
	if memory := memoryMB(); memory > 0 {
		return min(memory, maxHashMB)
	}
	return maxHashMB
}

// checkRange judges a flag of whole numbers that is set.
func checkRange(c *cli.Context, name string, lowest, highest int) error {
	value, ok := c.Value(name).(int)
	if ok && c.IsSet(name) && (value < lowest || value > highest) {
		return fmt.Errorf("--%s %d: not within %d to %d", name, value, lowest, highest)
	}
	return nil
}

// checkFile tells at once that a file named by a flag cannot be read.
func checkFile(c *cli.Context, name string) error {
	path, isPath := c.Value(name).(string)
	if !isPath || !c.IsSet(name) {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("--%s: %w", name, err)
	}
	if info.IsDir() {
		return fmt.Errorf("--%s: %s is a directory", name, path)
	}
	return nil
}

// engineOptions reads the common flags.
func engineOptions(c *cli.Context) (engine.Options, error) {
	b, err := engineBook(c)
	if err != nil {
		return engine.Options{}, err
	}
	return engine.Options{
		Level:   levelOption(c),
		Threads: c.Int("threads"),
		HashMB:  hashOption(c),
		Noise:   c.Float64("noise"),
		Weights: c.String("weights"),
		Book:    b,
		Choice:  bookChoice(c),
		Seed:    c.Uint64("seed"),
	}, nil
}

// levelOption returns the level as engine.Options name it. A level that is only the
// default is nobody's wish, and does not hold back an engine that has time.
func levelOption(c *cli.Context) int {
	if !c.IsSet("level") {
		return 0
	}
	return engine.Named(c.Int("level"))
}

// hashOption returns the size named, 0 if the engine is to choose.
func hashOption(c *cli.Context) int {
	if !c.IsSet("hash") {
		return 0
	}
	return c.Int("hash")
}

// moveOverheadFlag is for verbs that play on a client's clock.
func moveOverheadFlag() cli.Flag {
	return &cli.DurationFlag{Name: "move-overhead", Value: clock.DefaultOverhead, Category: categoryEngine,
		Usage: "keep `TIME` a move in reserve for what passes on the way to the client"}
}

// newEngine makes the engine that the common flags describe.
func newEngine(c *cli.Context) (*engine.Engine, error) {
	options, err := engineOptions(c)
	if err != nil {
		return nil, err
	}
	return newEngineOf(c, options)
}

func newEngineOf(c *cli.Context, options engine.Options) (*engine.Engine, error) {
	logger(c).WithFields(logrus.Fields{
		"level": c.Int("level"), "threads": options.Threads, "hash": c.Int("hash"), "seed": options.Seed,
	}).Info("engine")
	spareProcessors(options.Threads)
	return engine.New(options)
}

// spareProcessors makes the scheduler run more goroutines at once than there are
// search threads. A search leaves none of its processors to others for 10 ms and
// more, but who reads the input and stops the search must not wait.
func spareProcessors(threads int) {
	const spare = 3
	runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), threads+spare))
}
