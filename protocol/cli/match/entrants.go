package match

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/engine"
	"kaeshi/engine/human"
	"kaeshi/engine/match"
	"kaeshi/protocol/child"
	"kaeshi/protocol/cli/core"
	gtp "kaeshi/protocol/gtp/client"
	nboard "kaeshi/protocol/nboard/client"
	ugi "kaeshi/protocol/ugi/client"
)

// spec is an engine as the user names it: [NAME=][KIND[,level=N]:]REST.
type spec struct {
	name  string
	kind  string      // of kinds, or "auto"
	level match.Level // its own, for an engine that is told
	rest  string
}

const (
	kindAuto   = "auto"
	kindSelf   = "self"
	kindRandom = "random"
)

// startEngine makes a way to start instances of an engine.
type startEngine func(c *cli.Context, s spec) (func(context.Context) (match.Player, error), error)

// kinds is every kind of engine, by the word before the colon.
var kinds = map[string]startEngine{
	kindSelf:     selfStarter,
	kindRandom:   randomStarter,
	child.GTP:    gtpStarter,
	child.NBoard: nboardStarter,
	child.UGI:    ugiStarter,
}

// engineName begins a spec that names its engine; a path or an option is none.
var engineName = regexp.MustCompile(`^([A-Za-z0-9_.+-]+)=(.+)$`)

func parseSpecs(words []string, protocol string) ([]spec, error) {
	if spoken := []string{kindAuto, child.GTP, child.NBoard, child.UGI}; !slices.Contains(spoken, protocol) {
		return nil, fmt.Errorf("--protocol %s: not one of %s", protocol, strings.Join(spoken, ", "))
	}
	specs := make([]spec, len(words))
	taken := map[string]int{}
	for i, word := range words {
		s, err := parseSpec(word, protocol)
		if err != nil {
			return nil, err
		}
		if taken[s.name]++; taken[s.name] > 1 {
			s.name = fmt.Sprintf("%s #%d", s.name, taken[s.name])
		}
		specs[i] = s
	}
	return specs, nil
}

func parseSpec(word, protocol string) (spec, error) {
	s := spec{kind: protocol, rest: strings.TrimSpace(word)}
	if parts := engineName.FindStringSubmatch(s.rest); parts != nil {
		s.name, s.rest = parts[1], parts[2]
	}
	if head, rest, ok := strings.Cut(s.rest, ":"); ok {
		kind, level, hasLevel := strings.Cut(head, ",level=")
		if kinds[kind] != nil {
			s.kind, s.rest = kind, rest
		}
		if s.kind == kind && hasLevel {
			// What number is right only the engine knows.
			number, err := strconv.ParseUint(level, 10, 31)
			if err != nil {
				return s, fmt.Errorf("engine %q: level=%s: not a whole number", word, level)
			}
			s.level = match.Level{Number: int(number), Asked: true, Own: true}
		}
	}
	words, err := child.Split(s.rest)
	switch {
	case s.kind == kindSelf || s.kind == kindRandom:
		s.name = orElse(s.name, strings.TrimSuffix(s.kind+":"+s.rest, ":"))
	case err != nil:
		return s, fmt.Errorf("engine %q: %w", word, err)
	case len(words) == 0:
		return s, fmt.Errorf("engine %q: there is no command", word)
	}
	if s.name == "" {
		words[0] = filepath.Base(words[0])
		s.name = strings.Join(words, " ")
	}
	return s, nil
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

func names(specs []spec) []string {
	list := make([]string, len(specs))
	for i, s := range specs {
		list[i] = s.name
	}
	return list
}

// entrants finds out what each engine speaks and makes it ready to be started.
func entrants(c *cli.Context, specs []spec) ([]match.Entrant, error) {
	list := make([]match.Entrant, len(specs))
	for i, s := range specs {
		if s.kind == kindAuto {
			kind, err := child.Detect(c.Context, s.rest, c.Duration("patience"), child.Options{Trace: core.TraceTo(c, s.name)})
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
			s.kind = kind
		}
		start, err := kinds[s.kind](c, s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		list[i] = match.Entrant{Name: s.name, Start: match.AtLevel(s.level, start)}
	}
	return list, nil
}

func gtpStarter(c *cli.Context, s spec) (func(context.Context) (match.Player, error), error) {
	return func(context.Context) (match.Player, error) {
		return gtp.Start(s.rest, child.Options{Trace: core.TraceTo(c, s.name)})
	}, nil
}

func nboardStarter(c *cli.Context, s spec) (func(context.Context) (match.Player, error), error) {
	return func(context.Context) (match.Player, error) {
		return nboard.Start(s.rest, child.Options{Trace: core.TraceTo(c, s.name)})
	}, nil
}

func ugiStarter(c *cli.Context, s spec) (func(context.Context) (match.Player, error), error) {
	return func(context.Context) (match.Player, error) {
		return ugi.Start(s.rest, child.Options{Trace: core.TraceTo(c, s.name)})
	}, nil
}

func randomStarter(c *cli.Context, s spec) (func(context.Context) (match.Player, error), error) {
	seed := c.Uint64("seed")
	if s.rest != "" {
		value, found := strings.CutPrefix(s.rest, "seed=")
		var err error
		if seed, err = strconv.ParseUint(value, 10, 64); err != nil || !found {
			return nil, errors.New("the only option of random: is seed=N")
		}
	}
	return func(context.Context) (match.Player, error) { return match.NewRandom(seed), nil }, nil
}

// selfOptions is what the options of self: set.
type selfOptions struct {
	engine     engine.Options
	limit      engine.Limit
	fixedLevel bool
	book       string
}

const selfHashMB = 16

// selfSettings reads the options of self:, by name.
var selfSettings = map[string]func(o *selfOptions, value string) error{
	"level": func(o *selfOptions, v string) error {
		o.fixedLevel = true
		var number int
		err := setInt(&number, v, engine.MinLevel, engine.MaxLevel)
		o.engine.Level = engine.AtLevel(number)
		return err
	},
	"depth":   func(o *selfOptions, v string) error { return setInt(&o.limit.Depth, v, 1, 60) },
	"hash":    func(o *selfOptions, v string) error { return setInt(&o.engine.HashMB, v, 1, core.MaxHashMB) },
	"threads": func(o *selfOptions, v string) error { return setInt(&o.engine.Threads, v, 1, core.MaxThreads) },
	"nodes":   func(o *selfOptions, v string) error { return setUint(&o.limit.Nodes, v) },
	"seed":    func(o *selfOptions, v string) error { return setUint(&o.engine.Seed, v) },
	"weights": func(o *selfOptions, v string) error { o.engine.Weights = v; return nil },
	"noise": func(o *selfOptions, v string) (err error) {
		if o.engine.Noise, err = strconv.ParseFloat(v, 64); err != nil || !(o.engine.Noise >= 0 && o.engine.Noise <= core.MaxNoise) {
			return fmt.Errorf("not within 0 to %v", core.MaxNoise)
		}
		return nil
	},
	"elo": func(o *selfOptions, v string) error {
		o.fixedLevel = true
		return setInt(&o.engine.Elo, v, human.MinElo, human.MaxElo())
	},
	"rung": func(o *selfOptions, v string) error {
		var number int
		err := setInt(&number, v, 0, len(human.Rungs)-1)
		if err == nil {
			o.fixedLevel, o.engine.Rung = true, &human.Rungs[number]
		}
		return err
	},
	"book": func(o *selfOptions, v string) error { o.book = v; return nil },
	"time": func(o *selfOptions, v string) (err error) {
		switch o.limit.Time, err = time.ParseDuration(v); {
		case err != nil:
			return errors.New("not a time such as 300ms, 5s or 1m30s")
		case o.limit.Time <= 0:
			return errors.New("some time is needed")
		}
		return nil
	},
}

func setInt(to *int, value string, lowest, highest int) (err error) {
	if *to, err = strconv.Atoi(value); err != nil || *to < lowest || *to > highest {
		return fmt.Errorf("not a number within %d to %d", lowest, highest)
	}
	return nil
}

func setUint(to *uint64, value string) (err error) {
	if *to, err = strconv.ParseUint(value, 10, 64); err != nil {
		return errors.New("not a whole number")
	}
	return nil
}

func parseSelf(text string) (selfOptions, error) {
	o := selfOptions{
		engine: engine.Options{Threads: 1, HashMB: selfHashMB},
		limit:  engine.Limit{NoBook: true},
	}
	for field := range strings.SplitSeq(text, ",") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		name, value, _ := strings.Cut(field, "=")
		set := selfSettings[name]
		if set == nil {
			return o, fmt.Errorf("self: has no option %q", name)
		}
		if err := set(&o, value); err != nil {
			return o, fmt.Errorf("%s=%s: %w", name, value, err)
		}
	}
	return o, nil
}

func selfStarter(c *cli.Context, s spec) (func(context.Context) (match.Player, error), error) {
	o, err := parseSelf(s.rest)
	if err != nil {
		return nil, err
	}
	if o.engine.Seed == 0 {
		o.engine.Seed = c.Uint64("seed")
	}
	if err := setBook(&o); err != nil {
		return nil, err
	}
	return func(context.Context) (match.Player, error) {
		e, err := engine.New(o.engine)
		if err != nil {
			return nil, err
		}
		core.LogEngine(c, o.engine, e)
		return match.NewSelf(e, o.limit, o.fixedLevel), nil
	}, nil
}

// setBook opens the book that book= names.
func setBook(o *selfOptions) error {
	if o.book == "" {
		return nil
	}
	o.limit.NoBook = false
	if o.book == "on" {
		o.engine.Book = book.Embedded()
		return nil
	}
	opened, err := book.Open(o.book)
	if err != nil {
		return fmt.Errorf("book=%s: %w", o.book, err)
	}
	o.engine.Book = opened
	return nil
}
