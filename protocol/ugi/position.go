package ugi

import (
	"fmt"
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// position replaces the game. After a position that cannot be read there is none, so
// that no move is chosen in one that the client does not see.
func (s *Server) position(words []string) error {
	game, err := parsePosition(words)
	s.bad = err
	if err == nil {
		s.game = game
	}
	return err
}

func (s *Server) notKnown() error { return fmt.Errorf("the position is not known: %w", s.bad) }

// parsePosition reads "startpos moves f5 d6" or "fen F moves ...".
func parsePosition(words []string) (*engine.Game, error) {
	setup, moves := words, []string(nil)
	for i, word := range words {
		if word == "moves" {
			setup, moves = words[:i], words[i+1:]
			break
		}
	}
	game := engine.NewGame()
	switch {
	case len(setup) == 1 && setup[0] == "startpos":
	case len(setup) > 1 && setup[0] == "fen":
		p, side, err := notation.ParseFEN(strings.Join(setup[1:], " "))
		if err != nil {
			return nil, fmt.Errorf("fen: %w", err)
		}
		game = engine.NewGameFrom(p, side)
	default:
		return nil, fmt.Errorf("say position startpos or position fen F, and moves after it")
	}
	for i, word := range moves {
		sq, ok := parseMove(word)
		if !ok {
			return nil, fmt.Errorf("move %d: %.20q is not a move", i+1, word)
		}
		if err := play(game, sq); err != nil {
			return nil, fmt.Errorf("move %d: %v is not legal here", i+1, sq)
		}
	}
	return game, nil
}

// noMove is how UGI writes a pass.
const noMove = "0000"

func parseMove(word string) (board.Square, bool) {
	if word == noMove {
		return board.Pass, true
	}
	return notation.ParseMove(word)
}

func formatMove(sq board.Square) string {
	if sq >= board.Pass {
		return noMove
	}
	return strings.ToLower(sq.String())
}

// play makes a move of whoever can make it: passes may be left out.
func play(game *engine.Game, sq board.Square) error {
	side := game.SideToMove()
	if sq != board.Pass && !game.CanMove(side) {
		side = side.Opponent()
	}
	return game.Play(side, sq)
}
