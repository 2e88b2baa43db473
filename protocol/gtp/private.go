package gtp

import (
	"fmt"
	"strings"

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
