package gtp

import (
	"errors"
	"fmt"
	"strconv"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

const boardSize = 8

var (
	errUnacceptableElo   = errors.New("unacceptable elo")
	errUnacceptableLevel = errors.New("unacceptable level")
	errNoBook            = errors.New("no book")
	errBegun             = errors.New("the game has begun: clear_board first")
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

// clearCache forgets what searches have found.
func (s *Server) clearCache(*call) (string, error) {
	s.engine.ClearHash()
	return "", nil
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

// setupDiscs begins a game from pairs of colours and squares. GoGui names all discs
// of a position, those of the usual start too.
func (s *Server) setupDiscs(c *call) (string, error) {
	if start, first := s.engine.Game().Start(); len(s.engine.Game().Moves()) > 0 || start != board.Start() || first != board.Black {
		return "", errBegun
	}
	var discs [2]uint64 // by colour
	for i := 0; i < len(c.args); i += 2 {
		sq := c.move(i + 1)
		if (discs[board.Black]|discs[board.White])&sq.Bit() != 0 {
			return "", fmt.Errorf("%v stands twice", sq)
		}
		discs[c.color(i)] |= sq.Bit()
	}
	s.begin(engine.NewGameFrom(board.Position{Player: discs[board.Black], Opponent: discs[board.White]}, board.Black))
	return "", nil
}

func (s *Server) setupPlayer(c *call) (string, error) {
	game, color := s.engine.Game(), c.color(0)
	if len(game.Moves()) > 0 {
		return "", errBegun
	}
	s.begin(engine.NewGameFrom(game.PositionFor(color), color))
	return "", nil
}
