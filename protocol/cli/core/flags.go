package core

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/clock"
	"kaeshi/engine/disk"
	"kaeshi/engine/human"
)

// The largest values that are taken for a wish rather than for a slip.
const (
	MaxThreads = 256
	MaxHashMB  = 1 << 20
	MaxNoise   = 64.0
)

// The headings of the common flags in the help.
const (
	CategoryEngine  = "Engine"
	CategoryLogging = "Diagnostics"
)

// EngineFlags are the common flags of every verb that lets the engine think.
// Each call makes new ones, for a flag remembers its value.
func EngineFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "level", Aliases: []string{"l"}, Value: engine.DefaultLevel, Category: CategoryEngine,
			Usage: fmt.Sprintf("playing strength, %d to %d: %s", engine.MinLevel, engine.MaxLevel, levelElos())},
		&cli.IntFlag{Name: "threads", Aliases: []string{"t"}, Value: 1, Category: CategoryEngine,
			Usage: "search with `N` threads"},
		&cli.IntFlag{Name: "hash", Value: engine.DefaultHashMB, Category: CategoryEngine,
			Usage: "size of the transposition table in `MB`; short searches take less unless it is given"},
		&cli.StringFlag{Name: "weights", Aliases: []string{"w"}, TakesFile: true, Category: CategoryEngine,
			Usage: "evaluation weights from `FILE` in place of the built-in ones"},
		&cli.StringFlag{Name: "book", Aliases: []string{"b"}, TakesFile: true, Category: CategoryEngine,
			Usage: "opening book from `FILE` in place of the built-in one"},
		&cli.BoolFlag{Name: "no-book", Category: CategoryEngine, Usage: "play without an opening book"},
		&cli.Float64Flag{Name: "book-error", Category: CategoryEngine,
			Usage: "play book moves that lose up to `DISCS` against the best"},
		&cli.Float64Flag{Name: "book-game-error", Category: CategoryEngine,
			Usage: "lose no more than `DISCS` by book moves in a game; 0 is no bound"},
		&cli.StringFlag{Name: "book-choice", Value: bookChoices[0], Category: CategoryEngine,
			Usage: "among the book moves allowed all alike, uniform, or better ones more often, weighted"},
		&cli.Uint64Flag{Name: "seed", Aliases: []string{"s"}, Category: CategoryEngine,
			Usage: "make every random choice repeatable; 0 is a different one each time"},
		&cli.IntFlag{Name: "elo", Category: CategoryEngine,
			Usage: fmt.Sprintf("play like a person of strength `N`, %d to %d, where a random mover has 0", human.MinElo, human.MaxElo())},
		&cli.Float64Flag{Name: "noise", Category: CategoryEngine,
			Usage: "play like a person who misjudges moves by `DISCS` as a rule; 0 is what the level says"},
	}
}

// levelElos tells the strength of some levels on the scale of --elo.
func levelElos() string {
	var said []string
	for _, level := range []int{1, 3, 6, 14, 20} {
		if r, ok := human.EloOf(fmt.Sprintf("L%d", level)); ok {
			said = append(said, fmt.Sprintf("level %d has %.0f", level, math.Round(r.Elo/10)*10))
		}
	}
	return strings.Join(said, ", ") + " Elo"
}

// SearchFlags are the engine's flags without those of the book it plays from.
func SearchFlags() []cli.Flag {
	return slices.DeleteFunc(EngineFlags(), func(f cli.Flag) bool {
		name := f.Names()[0]
		return name == "seed" || name == "elo" || slices.Contains(bookFlags, name)
	})
}

// MoveOverheadFlag is for verbs that play on a client's clock.
func MoveOverheadFlag() cli.Flag {
	return &cli.DurationFlag{Name: "move-overhead", Value: clock.DefaultOverhead, Category: CategoryEngine,
		Usage: "keep `TIME` a move in reserve for what passes on the way to the client"}
}

// LogFlags are the common flags of every verb.
func LogFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "log", TakesFile: true, Category: CategoryLogging,
			Usage: "append diagnostics to `FILE`; warnings and errors are told in both places"},
		&cli.StringFlag{Name: "log-level", Category: CategoryLogging,
			Usage: "error, warning, info, debug or trace (default: warning, with --log info)"},
	}
}

// CheckFlags judges the values of the common flags that a verb has, before it
// does anything.
func CheckFlags(c *cli.Context) error {
	for _, r := range []struct {
		name     string
		min, max int
	}{
		{"level", engine.MinLevel, engine.MaxLevel},
		{"elo", human.MinElo, human.MaxElo()},
		{"threads", 1, MaxThreads},
		{"hash", 1, MaxHashMB},
	} {
		if err := CheckRange(c, r.name, r.min, r.max); err != nil {
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
	for _, other := range []string{"level", "noise"} {
		if c.IsSet("elo") && c.IsSet(other) {
			return fmt.Errorf("--elo and --%s exclude each other", other)
		}
	}
	if noise := c.Float64("noise"); !(noise >= 0 && noise <= MaxNoise) { // nor is it NaN
		return fmt.Errorf("--noise %v: not within 0 to %v", noise, MaxNoise)
	}
	if c.Duration("move-overhead") < 0 {
		return fmt.Errorf("--move-overhead %v: less than nothing", c.Duration("move-overhead"))
	}
	if err := NeedFile(c, "weights", "book", "learn", "journal", "checkpoint"); err != nil {
		return err
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

// MostHashMB is the size of the largest table that this machine can hold.
func MostHashMB() int {
	if memory := memoryMB(); memory > 0 {
		return min(memory, MaxHashMB)
	}
	return MaxHashMB
}

// CheckRange judges a flag of whole numbers that is set.
func CheckRange(c *cli.Context, name string, lowest, highest int) error {
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
	if err := disk.Check(path); err != nil {
		return fmt.Errorf("--%s: %w", name, err)
	}
	return nil
}
