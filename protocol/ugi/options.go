package ugi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/human"
)

// setting is what setoption can set, by a name in any case.
type setting struct {
	name string
	kind func(s *Server) string // its type and bounds, as ugi tells them
	set  func(s *Server, value string) error
}

// Match runners send the options of chess engines whatever an engine declares, in
// lower case as a rule; that is why the book has two names.
var settings = []setting{
	numeric("Level",
		func(s *Server) (value, lowest, highest int) {
			return s.engine.Level(), engine.MinLevel, engine.MaxLevel
		},
		func(s *Server, n int) { s.engine.SetLevel(n) }),
	{"UCI_LimitStrength", func(s *Server) string { return fmt.Sprintf("check default %v", s.engine.Elo() > 0) }, (*Server).limitStrength},
	numeric("UCI_Elo",
		func(s *Server) (value, lowest, highest int) { return s.strength(), human.MinElo, human.MaxElo() },
		(*Server).setStrength),
	numeric("Threads",
		func(s *Server) (value, lowest, highest int) { return s.engine.Threads(), 1, s.options.MaxThreads },
		(*Server).setThreads),
	numeric("Hash",
		func(s *Server) (value, lowest, highest int) { return hashMB(s.engine), 1, s.options.MaxHashMB },
		func(s *Server, n int) { s.engine.SetHash(n) }),
	{"Clear Hash", func(*Server) string { return button },
		func(s *Server, _ string) error { s.engine.ClearHash(); return nil }},
	numeric("MultiPV",
		func(s *Server) (value, lowest, highest int) { return s.multiPV, 1, mostLines },
		func(s *Server, n int) { s.multiPV = n }),
	{"Book", describeBook, (*Server).setBook},
	{"OwnBook", describeBook, (*Server).setBook},
}

// button is the kind of what has no value.
const button = "button"

// mostLines is beyond the legal moves of any position.
const mostLines = 64

// numeric is a setting that is a number within bounds.
func numeric(name string, get func(s *Server) (value, lowest, highest int), set func(s *Server, n int)) setting {
	return setting{
		name: name,
		kind: func(s *Server) string {
			value, lowest, highest := get(s)
			return fmt.Sprintf("spin default %d min %d max %d", value, lowest, highest)
		},
		set: func(s *Server, text string) error {
			_, lowest, highest := get(s)
			n, err := strconv.Atoi(text)
			if err != nil || n < lowest || n > highest {
				return fmt.Errorf("%s %.20q: not within %d to %d", name, text, lowest, highest)
			}
			set(s, n)
			return nil
		},
	}
}

func hashMB(e Engine) int {
	if n := e.HashMB(); n > 0 {
		return n
	}
	return engine.DefaultHashMB
}

// usualElo is the strength of an opponent for whom none was named.
const usualElo = 1200

// strength returns the Elo that is played at once strength is limited.
func (s *Server) strength() int {
	switch {
	case s.engine.Elo() > 0:
		return s.engine.Elo()
	case s.elo > 0:
		return s.elo
	}
	return usualElo
}

func (s *Server) setStrength(elo int) {
	if s.elo = elo; s.engine.Elo() > 0 {
		s.engine.SetElo(elo)
	}
}

func (s *Server) limitStrength(value string) error {
	on, err := strconv.ParseBool(strings.ToLower(value))
	switch {
	case err != nil:
		return fmt.Errorf("UCI_LimitStrength %.20q: not true or false", value)
	case on:
		s.engine.SetElo(s.strength())
	default:
		s.elo = s.strength()
		s.engine.SetElo(0)
	}
	return nil
}

func (s *Server) setThreads(n int) {
	if s.options.BeforeThreads != nil {
		s.options.BeforeThreads(n)
	}
	s.engine.SetThreads(n)
}

func describeBook(s *Server) string { return fmt.Sprintf("check default %v", s.engine.BookOn()) }

func (s *Server) setBook(value string) error {
	on, err := strconv.ParseBool(strings.ToLower(value))
	if err != nil {
		return fmt.Errorf("book %.20q: not true or false", value)
	}
	if s.engine.SetBook(on); s.engine.BookOn() != on {
		return fmt.Errorf("there is no book")
	}
	return nil
}

// setOption reads "name N", and "value V" for what has a value. Both may have blanks.
func (s *Server) setOption(words []string) error {
	if len(words) < 2 || words[0] != "name" {
		return fmt.Errorf("say setoption name NAME value VALUE")
	}
	name, value := strings.Join(words[1:], " "), ""
	if i := slices.Index(words, "value"); i > 0 {
		name, value = strings.Join(words[1:i], " "), strings.Join(words[i+1:], " ")
	}
	for _, o := range settings {
		switch {
		case !strings.EqualFold(o.name, name):
			continue
		case value == "" && o.kind(s) != button:
			return fmt.Errorf("%s: the value is missing", o.name)
		}
		return o.set(s, value)
	}
	return fmt.Errorf("%.20q is not an option", name)
}
