package gtp

import (
	"strconv"
	"strings"

	"kaeshi/engine/board"
)

// GoGui's rules mode: GoGui knows only Go and asks a second copy of the
// engine for everything that happens on the board.

// rulesBoard prints rank 8 first, for GoGui draws A1 at the bottom left.
func (s *Server) rulesBoard(*call) (string, error) {
	rows := make([]string, boardSize)
	for i := range rows {
		rows[i] = drawRow(s.engine.Game(), boardSize-1-i)[1:]
	}
	return "\n" + strings.Join(rows, "\n"), nil
}

func (s *Server) rulesBoardSize(*call) (string, error) { return strconv.Itoa(boardSize), nil }

func (s *Server) rulesLegalMoves(*call) (string, error) {
	p := s.engine.Game().Position()
	if p.MustPass() {
		return strings.ToLower(board.Pass.String()), nil
	}
	return names(squares(p.Moves())), nil
}

func (s *Server) rulesSideToMove(*call) (string, error) {
	return s.engine.Game().SideToMove().String(), nil
}

func (s *Server) rulesFinalResult(*call) (string, error) {
	return resultInWords(s.engine.Game()), nil
}
