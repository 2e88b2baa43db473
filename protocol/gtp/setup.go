package gtp

import (
	"errors"
	"strconv"

	"kaeshi/engine"
	"kaeshi/engine/notation"
)

const boardSize = 8

var (
	errUnacceptableLevel = errors.New("unacceptable level")
	errNoBook            = errors.New("no book")
)

func (s *Server) boardsize(c *call) (string, error) {
	if c.integer(0) != boardSize {
		return "", errUnacceptableSize
	}
	return s.clearBoard(c)
}

func (s *Server) clearBoard(*call) (string, error) {
	s.begin(engine.NewGame())
	return "", nil
}

// begin starts a game that is new to the clock too.
func (s *Server) begin(g *engine.Game) {
	s.engine.SetGame(g)
	s.clock.Restart()
}

func (s *Server) komi(*call) (string, error) { return "", nil }

func (s *Server) setLevel(c *call) (string, error) {
	return "", s.chooseLevel(c.args[0])
}

// chooseLevel leaves the level as it is if text names no other.
func (s *Server) chooseLevel(text string) error {
	level, err := strconv.Atoi(text)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return errSyntax
	}
	if level < engine.MinLevel || level > engine.MaxLevel {
		return errUnacceptableLevel
	}
	s.engine.SetLevel(level)
	return nil
}

func (s *Server) book(c *call) (string, error) {
	if len(c.args) == 0 {
		return onOff(s.engine.BookOn()), nil
	}
	return "", s.switchBook(c.args[0] == "on")
}

func (s *Server) switchBook(on bool) error {
	s.engine.SetBook(on)
	if s.engine.BookOn() != on {
		return errNoBook
	}
	return nil
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func (s *Server) setup(c *call) (string, error) {
	problem, err := notation.ParseOBF(c.text(0))
	if err != nil {
		return "", err
	}
	s.begin(engine.NewGameFrom(problem.Position, problem.Side))
	return "", nil
}
