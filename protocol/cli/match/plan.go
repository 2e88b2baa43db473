package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/board"
	"kaeshi/engine/match"
	"kaeshi/engine/match/stats"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster/tasks"
	"kaeshi/protocol/entrant"
)

// plan is a match as the flags describe it.
type plan struct {
	specs     []entrant.Spec
	schedule  match.Schedule
	openings  string // where they come from
	referee   *match.Referee
	sprt      *stats.SPRT
	statement match.Header
}

func planMatch(c *cli.Context, words []string, sprt *stats.SPRT) (*plan, error) {
	p := &plan{sprt: sprt}
	if len(words) < 2 {
		return nil, errors.New("a match needs two engines; kaeshi match --help shows how to name them")
	}
	if sprt != nil && len(words) > 2 {
		return nil, errors.New("--sprt compares two engines, not more")
	}
	var err error
	if p.specs, err = entrant.Parse(words, c.String("protocol")); err != nil {
		return nil, err
	}
	if p.schedule, err = scheduleOf(c, len(words)); err != nil {
		return nil, err
	}
	if p.referee, err = refereeOf(c); err != nil {
		return nil, err
	}
	p.statement = match.Header{
		Players:    entrant.Names(p.specs),
		Engines:    words,
		Openings:   match.Fingerprint(p.schedule.Openings),
		Gauntlet:   p.schedule.Gauntlet,
		Shard:      c.String("shard"),
		Control:    p.referee.Control.String(),
		Adjudicate: p.referee.AdjudicateAt,
	}
	return p, nil
}

func scheduleOf(c *cli.Context, players int) (match.Schedule, error) {
	s := match.Schedule{Players: players, Gauntlet: c.Bool("gauntlet"), Games: c.Int("games")}
	if s.Games < 0 || s.Games%2 != 0 || c.IsSet("games") && s.Games == 0 {
		return s, fmt.Errorf("--games %d: each opening is played with both colours, so an even number is needed", s.Games)
	}
	var err error
	if s.Openings, err = openingsOf(c); err != nil {
		return s, err
	}
	if c.Bool("shuffle") {
		match.Shuffle(s.Openings, c.Uint64("seed"))
	}
	if shard := c.String("shard"); shard != "" {
		if s.Shard, s.Shards, err = parseShard(shard); err != nil {
			return s, err
		}
	}
	return s, nil
}

func openingsOf(c *cli.Context) ([][]board.Square, error) {
	path := c.String("openings")
	if path == "" {
		return match.BuiltinOpenings(), nil
	}
	file, err := core.OpenInput(c, path)
	if err != nil {
		return nil, fmt.Errorf("--openings: %w", err)
	}
	defer file.Close()
	openings, err := match.ReadOpenings(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return openings, nil
}

// parseShard reads I/N.
func parseShard(text string) (shard, shards int, err error) {
	part, whole, _ := strings.Cut(text, "/")
	shard, err1 := strconv.Atoi(part)
	shards, err2 := strconv.Atoi(whole)
	if err1 != nil || err2 != nil || shard < 1 || shard > shards {
		return 0, 0, fmt.Errorf("--shard %s: not a part I/N such as 1/4 to 4/4", text)
	}
	return shard, shards, nil
}

func refereeOf(c *cli.Context) (*match.Referee, error) {
	r := &match.Referee{
		Control: match.Control{
			Move:      c.Duration("move-time"),
			Game:      c.Duration("game-time"),
			Increment: c.Duration("increment"),
			Level:     match.Level{Number: int(c.Uint("level")), Asked: c.IsSet("level")},
		},
		Margin:       c.Duration("margin"),
		Patience:     c.Duration("patience"),
		AdjudicateAt: c.Int("adjudicate"),
	}
	for _, name := range []string{"move-time", "game-time", "increment", "margin"} {
		if c.Duration(name) < 0 {
			return nil, fmt.Errorf("--%s %v: a time is not negative", name, c.Duration(name))
		}
	}
	switch {
	case r.Patience <= 0:
		return nil, fmt.Errorf("--patience %v: some time is needed", r.Patience)
	case r.Control.Move > 0 && r.Control.Game > 0:
		return nil, errors.New("--move-time and --game-time exclude each other")
	case r.Control.Increment > 0 && r.Control.Game == 0:
		return nil, errors.New("--increment needs --game-time")
	case c.Int("concurrency") < 1:
		return nil, fmt.Errorf("--concurrency %d: at least 1 game at a time", c.Int("concurrency"))
	}
	if err := core.CheckRange(c, "adjudicate", 0, maxAdjudicated); err != nil {
		return nil, err
	}
	if r.AdjudicateAt > 0 {
		solver, err := tasks.Adjudicator(c.Int("concurrency"))
		if err != nil {
			return nil, err
		}
		r.Adjudicate = solver
	}
	return r, nil
}

// sprtOf reads --sprt, whose words may also stand beside it as arguments, and
// returns the arguments that are left.
func sprtOf(c *cli.Context) (words []string, test *stats.SPRT, err error) {
	words = c.Args().Slice()
	if !c.IsSet("sprt") {
		return words, nil, nil
	}
	test = &stats.SPRT{Alpha: 0.05, Beta: 0.05}
	numbers := map[string]*float64{"elo0": &test.Elo0, "elo1": &test.Elo1, "alpha": &test.Alpha, "beta": &test.Beta}
	fields := strings.FieldsFunc(c.String("sprt"), func(r rune) bool { return r == ' ' || r == ',' })
	for len(words) > 0 {
		if name, _, _ := strings.Cut(words[0], "="); numbers[name] == nil {
			break
		}
		fields, words = append(fields, words[0]), words[1:]
	}
	for _, field := range fields {
		name, value, _ := strings.Cut(field, "=")
		number := numbers[name]
		if number == nil {
			return nil, nil, fmt.Errorf("--sprt: %q is not one of elo0=, elo1=, alpha=, beta=", field)
		}
		if *number, err = strconv.ParseFloat(value, 64); err != nil {
			return nil, nil, fmt.Errorf("--sprt: %s is not a number", field)
		}
	}
	if err := test.Check(); err != nil {
		return nil, nil, fmt.Errorf("--sprt: %w", err)
	}
	return words, test, nil
}
