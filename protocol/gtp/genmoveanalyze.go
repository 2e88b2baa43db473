package gtp

import (
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

func (s *Server) lzGenmoveAnalyze(c *call) (string, error) { return s.genmoveAnalyze(c, leelaFormat) }
func (s *Server) kataGenmoveAnalyze(c *call) (string, error) {
	return s.genmoveAnalyze(c, kataFormat)
}

// genmoveAnalyze chooses and makes a move as genmove does, and tells meanwhile what
// the search has found. The search is that of genmove, so that it values the best
// move only; other input does not end it.
func (s *Server) genmoveAnalyze(c *call, format analysisFormat) (string, error) {
	game := s.engine.Game()
	wish, err := parseAnalysis(c.args, game.SideToMove(), format)
	if err != nil {
		return "", err
	}
	if !mayPass(game, wish.color) {
		if !game.CanMove(wish.color) {
			return "", errIllegalMove
		}
		if err := wish.among(game.PositionFor(wish.color).Moves()); err != nil {
			return "", err
		}
	}
	c.streaming = true
	s.out.open(c.id)
	found := &ranking{size: wish.count}
	end := s.tellAtIntervals(found, wish, format, func() {})
	sq, err := s.makeMove(c, wish.color, choice{only: wish.restriction(game), report: found.take})
	end()
	if err == nil {
		s.out.line("play " + vertex(sq))
	}
	return "", err
}

// restriction is what only a search for the move must respect, 0 for none: naming all
// moves would make an analysis of it, which asks no book.
func (a analysis) restriction(game *engine.Game) uint64 {
	if a.only == game.PositionFor(a.color).Moves() {
		return 0
	}
	return a.only
}

// vertex writes a pass in lower case, as KataGo's document has it here.
func vertex(sq board.Square) string {
	if sq == board.Pass {
		return strings.ToLower(sq.String())
	}
	return sq.String()
}
