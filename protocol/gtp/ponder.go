package gtp

import (
	"kaeshi/engine"
)

// ponder thinks in the opponent's time: what it finds stays in the
// transposition table. Any input ends it. It thinks only after a move of our own,
// so that a copy of the engine that merely follows a game stays idle.
func (s *Server) ponder() {
	game := s.engine.Game()
	if !s.pondering || s.own != (ownMove{game, len(game.Moves())}) || game.Over() {
		return
	}
	ctx, release := s.in.attendIdle()
	defer release()
	// Nobody waits for the result, so neither does anybody hear of an error.
	_, _ = s.engine.Search(ctx, engine.Limit{Solve: engine.SolveExact, NoBook: true, Steady: true}, nil)
}

// ownMove is the point of a game just after a move that we chose.
type ownMove struct {
	game  *engine.Game
	plies int
}

// switchPonder answers or sets whether the engine ponders.
func (s *Server) switchPonder(c *call) (string, error) {
	if len(c.args) == 0 {
		return onOff(s.pondering), nil
	}
	s.pondering = c.args[0] == "on"
	return "", nil
}

// stop ends the thinking in the opponent's time, which the command's line has
// interrupted, until we have chosen another move.
func (s *Server) stop(*call) (string, error) {
	s.own = ownMove{}
	return "", nil
}
