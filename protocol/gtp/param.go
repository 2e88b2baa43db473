package gtp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/human"
)

// parameter is a setting as GoGui edits it in a dialogue.
type parameter struct {
	key  string
	kind func() string // how it may be edited
	get  func(*Server) string
	set  func(*Server, string) error
}

var parameters = []parameter{
	{"level", levelList,
		func(s *Server) string { return strconv.Itoa(s.engine.Level()) },
		func(s *Server, value string) error { return s.chooseLevel(value) }},
	{"elo", func() string { return "string" },
		func(s *Server) string { return strconv.Itoa(s.engine.Elo()) },
		(*Server).chooseElo},
	{"book", isBool,
		func(s *Server) string { return zeroOrOne(s.engine.BookOn()) },
		setBool((*Server).switchBook)},
	{"ponder", isBool,
		func(s *Server) string { return zeroOrOne(s.pondering) },
		setBool(func(s *Server, on bool) error { s.pondering = on; return nil })},
	{"live_gfx", isBool,
		func(s *Server) string { return zeroOrOne(s.liveGfx) },
		setBool(func(s *Server, on bool) error { s.liveGfx = on; return nil })},
}

// param lists the settings, or changes one of them.
func (s *Server) param(c *call) (string, error) {
	if len(c.args) == 0 {
		lines := make([]string, len(parameters))
		for k, p := range parameters {
			lines[k] = fmt.Sprintf("[%s] %s %s", p.kind(), p.key, p.get(s))
		}
		return strings.Join(lines, "\n"), nil
	}
	for _, p := range parameters {
		if p.key == c.args[0] && len(c.args) == 2 {
			return "", p.set(s, c.args[1])
		}
	}
	return "", errSyntax
}

// chooseElo reads a strength, or 0 for as well as the level lets us.
func (s *Server) chooseElo(text string) error {
	elo, err := strconv.Atoi(text)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return errSyntax
	case elo != 0 && (elo < human.MinElo || elo > human.MaxElo()):
		return errUnacceptableElo
	}
	s.engine.SetElo(elo)
	return nil
}

func isBool() string { return "bool" }

func levelList() string {
	text := "list"
	for level := engine.MinLevel; level <= engine.MaxLevel; level++ {
		text += "/" + strconv.Itoa(level)
	}
	return text
}

func zeroOrOne(on bool) string {
	if on {
		return "1"
	}
	return "0"
}

// setBool reads what GoGui and people write for a switch.
func setBool(set func(*Server, bool) error) func(*Server, string) error {
	return func(s *Server, value string) error {
		switch value {
		case "1", "on", "true":
			return set(s, true)
		case "0", "off", "false":
			return set(s, false)
		}
		return errSyntax
	}
}
