// Package entrant makes players of what a command line says of engines: a command that
// speaks a protocol, or the engine inside this program.
package entrant

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"kaeshi/book"
	"kaeshi/engine"
	"kaeshi/engine/human"
	"kaeshi/engine/match"
	"kaeshi/protocol/child"
	gtp "kaeshi/protocol/gtp/client"
	nboard "kaeshi/protocol/nboard/client"
	ugi "kaeshi/protocol/ugi/client"
)

// Spec is an engine as the user names it: [NAME=][KIND[,level=N]:]REST.
type Spec struct {
	Name  string
	Given string      // the name before a number made it differ from others
	Kind  string      // of kinds, or Auto
	Level match.Level // its own, for an engine that is told
	Rest  string
}

// Options are what all entrants of a match have in common.
type Options struct {
	Patience time.Duration // to find out what an engine speaks
	Seed     uint64        // of engines in this process that have none of their own
	// Trace, if not nil, returns what sees the lines of an engine.
	Trace func(name string) func(direction, line string)
	// Made, if not nil, is told of engines in this process.
	Made func(engine.Options, *engine.Engine)
}

func (o *Options) child(name string) child.Options {
	if o.Trace == nil {
		return child.Options{}
	}
	return child.Options{Trace: o.Trace(name)}
}

// Starter starts instances of an engine.
type Starter = func(context.Context) (match.Player, error)

// The kinds of engines that are in this process, and what is to be found out.
const (
	Auto   = "auto"
	Self   = "self"
	Random = "random"
)

// kinds is every kind of engine, by the word before the colon.
var kinds = map[string]func(o *Options, s *Spec) (Starter, error){
	Self:         selfStarter,
	Random:       randomStarter,
	child.GTP:    gtpStarter,
	child.NBoard: nboardStarter,
	child.UGI:    ugiStarter,
}

// engineName begins a spec that names its engine; a path or an option is none.
var engineName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([A-Za-z0-9_.+-]+)=(.+)$`) })

// Parse reads the engines of a match. protocol is what those speak that do not say it.
func Parse(words []string, protocol string) ([]Spec, error) {
	if spoken := []string{Auto, child.GTP, child.NBoard, child.UGI}; !slices.Contains(spoken, protocol) {
		return nil, fmt.Errorf("--protocol %s: not one of %s", protocol, strings.Join(spoken, ", "))
	}
	specs := make([]Spec, len(words))
	taken := map[string]int{}
	for i, word := range words {
		s, err := parseSpec(word, protocol)
		if err != nil {
			return nil, err
		}
		s.Given = s.Name
		if taken[s.Name]++; taken[s.Name] > 1 {
			s.Name = fmt.Sprintf("%s #%d", s.Name, taken[s.Name])
		}
		specs[i] = s
	}
	return specs, nil
}

func parseSpec(word, protocol string) (Spec, error) {
	s := Spec{Kind: protocol, Rest: strings.TrimSpace(word)}
	if parts := engineName().FindStringSubmatch(s.Rest); parts != nil {
		s.Name, s.Rest = parts[1], parts[2]
	}
	if head, rest, ok := strings.Cut(s.Rest, ":"); ok {
		kind, level, hasLevel := strings.Cut(head, ",level=")
		if kinds[kind] != nil {
			s.Kind, s.Rest = kind, rest
		}
		if s.Kind == kind && hasLevel {
			// What number is right only the engine knows.
			number, err := strconv.ParseUint(level, 10, 31)
			if err != nil {
				return s, fmt.Errorf("engine %q: level=%s: not a whole number", word, level)
			}
			s.Level = match.Level{Number: int(number), Asked: true, Own: true}
		}
	}
	words, err := child.Split(s.Rest)
	switch {
	case s.Kind == Self || s.Kind == Random:
		s.Name = orElse(s.Name, strings.TrimSuffix(s.Kind+":"+s.Rest, ":"))
	case err != nil:
		return s, fmt.Errorf("engine %q: %w", word, err)
	case len(words) == 0:
		return s, fmt.Errorf("engine %q: there is no command", word)
	}
	if s.Name == "" {
		words[0] = filepath.Base(words[0])
		s.Name = strings.Join(words, " ")
	}
	return s, nil
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// Names returns the names of engines.
func Names(specs []Spec) []string {
	list := make([]string, len(specs))
	for i, s := range specs {
		list[i] = s.Name
	}
	return list
}

// Entrants finds out what each engine speaks and makes it ready to be started.
func Entrants(ctx context.Context, o *Options, specs []Spec) ([]match.Entrant, error) {
	list := make([]match.Entrant, len(specs))
	for i := range specs {
		start, err := New(ctx, o, specs[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", specs[i].Name, err)
		}
		list[i] = match.Entrant{Name: specs[i].Name, Start: start}
	}
	return list, nil
}

// New returns what starts instances of an engine at its level.
func New(ctx context.Context, o *Options, s Spec) (Starter, error) {
	if s.Kind == Auto {
		kind, err := child.Detect(ctx, s.Rest, o.Patience, o.child(s.Name))
		if err != nil {
			return nil, err
		}
		s.Kind = kind
	}
	start, err := kinds[s.Kind](o, &s)
	if err != nil {
		return nil, err
	}
	return match.AtLevel(s.Level, start), nil
}

func gtpStarter(o *Options, s *Spec) (Starter, error) {
	return func(context.Context) (match.Player, error) {
		return gtp.Start(s.Rest, o.child(s.Name))
	}, nil
}

func nboardStarter(o *Options, s *Spec) (Starter, error) {
	return func(context.Context) (match.Player, error) {
		return nboard.Start(s.Rest, o.child(s.Name))
	}, nil
}

func ugiStarter(o *Options, s *Spec) (Starter, error) {
	return func(context.Context) (match.Player, error) {
		return ugi.Start(s.Rest, o.child(s.Name))
	}, nil
}

func randomStarter(o *Options, s *Spec) (Starter, error) {
	seed := o.Seed
	if s.Rest != "" {
		value, found := strings.CutPrefix(s.Rest, "seed=")
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

// The largest values that are taken for a wish rather than for a slip.
const (
	maxHashMB  = 1 << 20
	maxThreads = 256
	maxNoise   = 64.0
)

// bookOn is the value of book= that means the built-in book.
const bookOn = "on"

// FilesOf returns the files that a Self engine names: weights and a book, "" for none.
func FilesOf(s *Spec) (weights, book string, err error) {
	own, err := parseSelf(s.Rest)
	if err != nil {
		return "", "", err
	}
	if own.book != bookOn {
		book = own.book
	}
	return own.engine.Weights, book, nil
}

// WithFiles returns a Self engine with other files in place of those it names.
func WithFiles(o *Options, s Spec, weights, book string) (Starter, error) {
	own, err := parseSelf(s.Rest)
	if err != nil {
		return nil, err
	}
	own.engine.Weights = weights
	if own.book != bookOn {
		own.book = book
	}
	start, err := own.starter(o)
	if err != nil {
		return nil, err
	}
	return match.AtLevel(s.Level, start), nil
}

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
	"hash":    func(o *selfOptions, v string) error { return setInt(&o.engine.HashMB, v, 1, maxHashMB) },
	"threads": func(o *selfOptions, v string) error { return setInt(&o.engine.Threads, v, 1, maxThreads) },
	"nodes":   func(o *selfOptions, v string) error { return setUint(&o.limit.Nodes, v) },
	"seed":    func(o *selfOptions, v string) error { return setUint(&o.engine.Seed, v) },
	"weights": func(o *selfOptions, v string) error { o.engine.Weights = v; return nil },
	"noise": func(o *selfOptions, v string) (err error) {
		if o.engine.Noise, err = strconv.ParseFloat(v, 64); err != nil || !(o.engine.Noise >= 0 && o.engine.Noise <= maxNoise) {
			return fmt.Errorf("not within 0 to %v", maxNoise)
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

func selfStarter(o *Options, s *Spec) (Starter, error) {
	own, err := parseSelf(s.Rest)
	if err != nil {
		return nil, err
	}
	return own.starter(o)
}

func (own *selfOptions) starter(o *Options) (Starter, error) {
	if own.engine.Seed == 0 {
		own.engine.Seed = o.Seed
	}
	own.engine.Games = true
	if err := setBook(own); err != nil {
		return nil, err
	}
	return func(context.Context) (match.Player, error) {
		e, err := engine.New(own.engine)
		if err != nil {
			return nil, err
		}
		if o.Made != nil {
			o.Made(own.engine, e)
		}
		return match.NewSelf(e, own.limit, own.fixedLevel), nil
	}, nil
}

// setBook opens the book that book= names.
func setBook(o *selfOptions) error {
	if o.book == "" {
		return nil
	}
	o.limit.NoBook = false
	if o.book == bookOn {
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
