package gtp

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

func (s *Server) play(c *call) (string, error) {
	return "", s.engine.Game().Play(c.color(0), c.move(1))
}

// playSequence makes all of the moves or none.
func (s *Server) playSequence(c *call) (string, error) {
	game := s.engine.Game()
	for i := 0; i < len(c.args); i += 2 {
		if err := game.Play(c.color(i), c.move(i+1)); err != nil {
			takeBack(game, i/2)
			return "", err
		}
	}
	return "", nil
}

func takeBack(game *engine.Game, moves int) {
	for range moves {
		game.Undo()
	}
}

func (s *Server) genmove(c *call) (string, error) {
	sq, err := s.makeMove(c, c.color(0), choice{})
	if err != nil {
		return "", err
	}
	return sq.String(), nil
}

// choice says how a move is to be chosen.
type choice struct {
	steady bool              // nothing is left to chance, and the clock stands still
	only   uint64            // consider these moves; 0 means all
	report func(engine.Info) // is told of the search; may be nil
}

// makeMove chooses a move for color and makes it. A pass is made if there is no move.
func (s *Server) makeMove(c *call, color board.Color, how choice) (board.Square, error) {
	game := s.engine.Game()
	if mayPass(game, color) {
		// Passing out of turn changes nothing: the other side is to move anyway.
		if game.Over() || game.SideToMove() == color {
			return board.Pass, game.Play(color, board.Pass)
		}
		return board.Pass, nil
	}
	sq, err := s.choose(c, color, how)
	if err != nil {
		return board.NoSquare, err
	}
	err = game.Play(color, sq)
	s.own = ownMove{game, len(game.Moves())}
	return sq, err
}

// regGenmove answers what genmove would if nothing were left to chance, and
// leaves the game and the clock as they are.
func (s *Server) regGenmove(c *call) (string, error) {
	color := c.color(0)
	if mayPass(s.engine.Game(), color) {
		return board.Pass.String(), nil
	}
	sq, err := s.choose(c, color, choice{steady: true})
	return sq.String(), err
}

// mayPass reports whether color has no move, whether or not it is its turn.
func mayPass(game *engine.Game, color board.Color) bool {
	return game.PositionFor(color).Moves() == 0
}

// choose lets the engine choose a move for color, which has one. The other
// side is passed over for the time of the search if it has none.
func (s *Server) choose(c *call, color board.Color, how choice) (board.Square, error) {
	game := s.engine.Game()
	if !game.CanMove(color) {
		return board.NoSquare, errIllegalMove
	}
	if other := color.Opponent(); game.SideToMove() == other {
		if err := game.Play(other, board.Pass); err != nil {
			return board.NoSquare, err
		}
		defer game.Undo()
	}
	limit := engine.Limit{Steady: how.steady, Only: how.only, Clock: s.clock.Budget(color, game.Empties())}
	s.clock.Start()
	info, err := s.think(c, limit, func(i engine.Info) {
		s.showLive(i, color)
		if how.report != nil {
			how.report(i)
		}
	})
	if err != nil {
		return board.NoSquare, err
	}
	if !how.steady {
		s.clock.Stop(color)
	}
	if info.Move() >= board.Pass {
		return board.NoSquare, errors.New("the engine found no move")
	}
	return info.Move(), nil
}

func (s *Server) undo(*call) (string, error) { return "", s.engine.Game().Undo() }

// undoMany takes back as many moves as asked for, or none. A pass that was only
// implied is no move of its own.
func (s *Server) undoMany(c *call) (string, error) {
	wanted := 1
	if len(c.args) > 0 {
		wanted = c.integer(0)
	}
	game, made := s.engine.Game(), 0
	for _, m := range game.Moves() {
		if !m.Implied {
			made++
		}
	}
	if wanted > made {
		return "", errCannotUndo
	}
	takeBack(game, wanted)
	return "", nil
}

// allLegal answers as GNU Go does: for either colour, and without passes.
func (s *Server) allLegal(c *call) (string, error) {
	return names(squares(s.engine.Game().PositionFor(c.color(0)).Moves())), nil
}

// moveHistory answers as GNU Go does: the last move first.
func (s *Server) moveHistory(*call) (string, error) {
	var lines []string
	for _, m := range slices.Backward(s.engine.Game().Moves()) {
		if !m.Implied {
			lines = append(lines, fmt.Sprintf("%v %v", m.Color, m.Square))
		}
	}
	return strings.Join(lines, "\n"), nil
}
