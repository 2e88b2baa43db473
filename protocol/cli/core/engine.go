package core

import (
	"runtime"

	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"

	"kaeshi/engine"
)

// EngineOptions reads the common flags.
func EngineOptions(c *cli.Context) (engine.Options, error) {
	b, err := engineBook(c)
	if err != nil {
		return engine.Options{}, err
	}
	return engine.Options{
		Level:   levelOption(c),
		Threads: c.Int("threads"),
		HashMB:  hashOption(c),
		Noise:   c.Float64("noise"),
		Elo:     c.Int("elo"),
		Weights: c.String("weights"),
		Book:    b,
		Choice:  bookChoice(c),
		Seed:    c.Uint64("seed"),
	}, nil
}

// levelOption returns the level that was asked for. One that is only the default does
// not hold back an engine that has time.
func levelOption(c *cli.Context) engine.LevelChoice {
	if !c.IsSet("level") {
		return engine.LevelChoice{}
	}
	return engine.AtLevel(c.Int("level"))
}

// hashOption returns the size named, 0 if the engine is to choose.
func hashOption(c *cli.Context) int {
	if !c.IsSet("hash") {
		return 0
	}
	return c.Int("hash")
}

// NewEngine makes the engine that the common flags describe.
func NewEngine(c *cli.Context) (*engine.Engine, error) {
	options, err := EngineOptions(c)
	if err != nil {
		return nil, err
	}
	return NewEngineOf(c, options)
}

// NewEngineForGames makes an engine for many games after one another.
func NewEngineForGames(c *cli.Context) (*engine.Engine, error) {
	options, err := EngineOptions(c)
	if err != nil {
		return nil, err
	}
	options.Games = true
	return NewEngineOf(c, options)
}

// NewEngineOf makes an engine and logs what it is.
func NewEngineOf(c *cli.Context, options engine.Options) (*engine.Engine, error) {
	SpareProcessors(options.Threads)
	e, err := engine.New(options)
	if err != nil {
		return nil, err
	}
	LogEngine(c, options, e)
	return e, nil
}

// LogEngine logs what an engine is: with its seed, which may have been drawn, the same
// games can be played again.
func LogEngine(c *cli.Context, options engine.Options, e *engine.Engine) {
	weights := options.Weights
	if weights == "" {
		weights = "built-in"
	}
	Logger(c).WithFields(logrus.Fields{
		"engine_level": e.Level(), "elo": options.Elo, "threads": options.Threads, "hash_mb": options.HashMB, "seed": e.Seed(), "weights": weights,
		"book": options.Book != nil,
	}).Info("engine")
}

// SpareProcessors makes the scheduler run more goroutines at once than there are
// search threads. A search leaves none of its processors to others for 10 ms and
// more, but who reads the input and stops the search must not wait.
func SpareProcessors(threads int) {
	const spare = 3
	runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), threads+spare))
}
