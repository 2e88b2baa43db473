package gtp

import (
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

// longest keeps what a client may write within what a Duration can hold.
const longest = 1e9

func seconds(x float64) time.Duration {
	return time.Duration(max(min(x, longest), -longest) * float64(time.Second))
}

func (s *Server) timeSettings(c *call) (string, error) {
	s.clock.Settings(seconds(c.number(0)), seconds(c.number(1)), c.integer(2))
	budget := s.clock.Budget(board.Black, s.engine.Game().Empties())
	if !budget.Limited() {
		return "", nil
	}
	return "", s.engine.Prepare(engine.Limit{Clock: budget})
}

func (s *Server) timeLeft(c *call) (string, error) {
	s.clock.Left(c.color(0), seconds(c.number(1)), c.integer(2))
	return "", nil
}
