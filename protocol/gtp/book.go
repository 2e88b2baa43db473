package gtp

import (
	"errors"
	"slices"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

// Book is what the server can tell of an opening book, and do with it, beyond
// what the engine plays from it.
type Book interface {
	// Describe lists the book's moves at p: value, level, games, opening.
	Describe(p board.Position) string
	// Learning reports whether finished games are learned; SetLearning switches it,
	// or tells why it cannot.
	Learning() bool
	SetLearning(on bool) error
	// Learn takes a finished game from the usual start, and does not wait until
	// it is learned.
	Learn(moves []engine.Move)
}

// bookCommands are the words about the opening book that are not of the protocol.
var bookCommands = group{"Opening book", []command{
	{name: "kaeshi-book-moves", help: "The moves that the book knows here, one a line, best first: move, value in discs for the side to move, level of the search or origin, games, opening.", run: (*Server).describeBook},
	{name: "kaeshi-book", args: "[learn] [on|off]", help: "`kaeshi-book learn on` takes every finished game into the working book of `--book`, in the background; without an argument tells which it is.", run: (*Server).switchLearning},
}}

var errNoWorkingBook = errors.New("no working book")

func (s *Server) describeBook(*call) (string, error) {
	if s.options.Book == nil || !s.engine.BookOn() {
		return "", nil
	}
	return s.options.Book.Describe(s.engine.Game().Position()), nil
}

func (s *Server) switchLearning(c *call) (string, error) {
	switch {
	case len(c.args) < 2:
		return "learn " + onOff(s.options.Book != nil && s.options.Book.Learning()), nil
	case s.options.Book == nil:
		return "", errNoWorkingBook
	}
	return "", s.options.Book.SetLearning(c.args[1] == "on")
}

// learnFinished hands a game that has just ended to the book. Clients that take
// moves back, or play a game again to show it, do not make it count twice.
func (s *Server) learnFinished() {
	if s.options.Book == nil || !s.options.Book.Learning() {
		return
	}
	game := s.engine.Game()
	p, side := game.Start()
	if !game.Over() || p != board.Start() || side != board.Black {
		return
	}
	moves := game.Moves()
	for len(moves) > 0 && moves[len(moves)-1].Square == board.Pass {
		moves = moves[:len(moves)-1] // said after the end
	}
	if !slices.Equal(moves, s.learned) {
		s.learned = slices.Clone(moves)
		s.options.Book.Learn(s.learned)
	}
}
