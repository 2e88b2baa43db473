package gtp

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/search"
)

// evaluate prints discs from the view of the side to move.
func (s *Server) evaluate(*call) (string, error) {
	value, err := s.engine.Evaluate()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%+.2f", float64(value)/search.Disc), nil
}

// mostToSolve keeps a slip of the hand from starting a search that never ends.
const mostToSolve = 36

// solve proves the final score, and prints it for the side to move with the best
// line.
func (s *Server) solve(c *call) (string, error) {
	game := s.engine.Game()
	if n := game.Empties(); n > mostToSolve && !game.Over() {
		return "", fmt.Errorf("too many empty squares: %d, at most %d", n, mostToSolve)
	}
	limit := engine.Limit{Solve: engine.SolveExact, NoBook: true, Steady: true}
	if len(c.args) > 0 {
		limit.Time = max(seconds(c.number(0)), time.Millisecond)
	}
	info, err := s.think(c, limit, nil)
	if err != nil {
		return "", err
	}
	if !info.Proved() || info.Stage == search.WLD {
		return "", errNotSolved
	}
	return strings.TrimSpace(fmt.Sprintf("%+d %s", info.Score.Value/search.Disc, names(info.PV))), nil
}

var errNotSolved = errors.New("not solved in time")

// stats prints one fact of the last search a line.
func (s *Server) stats(*call) (string, error) { return facts(s.last), nil }

func facts(i engine.Info) string {
	return strings.Join([]string{
		"stage " + i.Stage.String(),
		fmt.Sprintf("depth %d", i.Depth),
		fmt.Sprintf("selectivity %d%%", i.Score.Selectivity.Percent()),
		"score " + i.Score.String(),
		"pv " + names(i.PV),
		fmt.Sprintf("nodes %d", i.Nodes),
		fmt.Sprintf("seconds %.3f", i.Elapsed.Seconds()),
		fmt.Sprintf("nps %.0f", i.NPS()),
		fmt.Sprintf("hashfull %d", i.Hashfull),
	}, "\n")
}

// describe prints a step of a search on one line.
func describe(i engine.Info) string { return strings.ReplaceAll(facts(i), "\n", ", ") }
