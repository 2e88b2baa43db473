// Package engine is Kaeshi without the protocols: a game with undo, the levels, the
// choice of book moves and the search, behind one Search method for all protocols.
package engine

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/clock"
	"kaeshi/engine/eval"
	"kaeshi/engine/human"
	"kaeshi/engine/search"
	"kaeshi/engine/tt"
	"kaeshi/weights"
)

// Info is one finished step of a search, see search.Info.
type Info = search.Info

// BookMove is a move that the opening book knows.
type BookMove struct {
	Square board.Square
	Value  float64 // discs, from the view of the side to move
	Games  int     // known games that went this way
	Depth  int     // plies of the search behind the value; 0 if none is known
}

// Book is what the engine asks of an opening book. Package book satisfies it;
// so does a map in a test.
type Book interface {
	// Probe returns the book's moves at pos, best first, or none.
	Probe(pos board.Position) []BookMove
}

// Options are set once, before the first search.
type Options struct {
	Level   LevelChoice // none means DefaultLevel, and under a clock as far as the time allows
	Threads int         // search threads, at least 1
	HashMB  int         // size of the transposition table, 0 means what the search needs, at most DefaultHashMB
	Noise   float64     // deviation of the errors, in discs, in judging moves when playing; 0 means the level's
	Weights string      // evaluation weights file; "" means the embedded ones
	Book    Book        // nil means none
	Choice  BookChoice  // among the moves of the book
	Elo     int         // play like a person of that strength; 0 means as well as the level lets us
	Rung    *human.Rung // play like this person, whose strength is still to be measured; nil means by Elo
	Seed    uint64      // of every random choice; 0 means a different one each time
	Games   bool        // many games follow: keep what a later one needs again of the embedded weights, 180 MB
}

// DefaultHashMB is the size of the transposition table for all but short searches
// unless Options say otherwise.
const DefaultHashMB = 128

// Solve asks for the end of the game.
type Solve uint8

// What can be asked.
const (
	SolveNothing Solve = iota // as the level says
	SolveExact                // the exact final score
	SolveWLD                  // win, loss or draw
)

// Limit bounds one search; zero fields do not limit.
type Limit struct {
	Level   LevelChoice   // none means the engine's level
	Depth   int           // midgame plies, in place of the level's
	Nodes   uint64        // stop after about so many nodes
	Time    time.Duration // stop at this time
	Clock   clock.Budget  // the time for a move of a game: stop when another step would take too long
	MultiPV int           // report so many best moves with true scores; 0 means 1
	Only    uint64        // consider these moves; 0 means all legal ones
	Solve   Solve         // search to the end of the game, whatever the level says
	NoBook  bool          // do not ask the book
	Elo     int           // choose a move like a person of that strength; 0 means the engine's
	Steady  bool          // nothing is left to chance (reg_genmove)
}

// Engine thinks about one game. Its methods may not be called concurrently,
// except that the context of a Search may be cancelled at any time.
type Engine struct {
	options   Options
	game      *Game
	bookOn    bool
	random    *rand.Rand
	evaluator *eval.Evaluator  // nil until first needed, unless named
	use       *eval.Use        // of the evaluator's phases by the game
	searcher  *search.Searcher // nil until the first search
	table     *tt.Table
	tableMB   int
	player    *human.Player // nil until a move is chosen like a person
	wait      func(context.Context, time.Duration)
}

// New returns an engine at the initial position. It reads a named weights file
// at once, so that a bad path shows early; the embedded weights and the hash
// wait for the first search.
func New(o Options) (*Engine, error) {
	if o.Seed == 0 {
		o.Seed = rand.Uint64()
	}
	e := &Engine{options: o, game: NewGame(), bookOn: o.Book != nil, wait: pause}
	e.random = rand.New(rand.NewPCG(o.Seed, 0))
	if o.Elo > 0 || o.Rung != nil {
		if err := e.preparePerson(); err != nil {
			return nil, err
		}
	}
	if o.Weights == "" {
		return e, nil
	}
	w, err := weights.Load(o.Weights)
	if err != nil {
		return nil, err
	}
	e.evaluator = eval.New(w)
	e.use = e.evaluator.NewUse()
	return e, nil
}

// Game returns the game that Search thinks about.
func (e *Engine) Game() *Game { return e.game }

// SetGame replaces the game.
func (e *Engine) SetGame(g *Game) { e.game = g }

// Level returns the level's number.
func (e *Engine) Level() int {
	number, _ := e.options.Level.or(AtLevel(DefaultLevel)).Number()
	return number
}

// Seed returns what all random choices follow from: the number that was given, or one
// that was drawn.
func (e *Engine) Seed() uint64 { return e.options.Seed }

// SetLevel chooses a level by number, MinLevel..MaxLevel.
func (e *Engine) SetLevel(level int) { e.options.Level = AtLevel(level) }

// BookOn reports whether the book is used; SetBook switches it. Without a book
// it stays off.
func (e *Engine) BookOn() bool { return e.bookOn }

// SetBook switches the book on or off.
func (e *Engine) SetBook(on bool) { e.bookOn = on && e.options.Book != nil }

// Evaluate returns the static evaluation of the game's position for its side to
// move, made true like the values of searches, in 1/search.Disc discs; the final score if
// the game is over.
func (e *Engine) Evaluate() (int, error) {
	if err := e.load(); err != nil {
		return 0, err
	}
	p := e.game.Position()
	if p.Over() {
		return p.Score() * search.Disc, nil
	}
	var s eval.State
	e.evaluator.Init(&s, p)
	n := p.EmptyCount()
	return e.evaluator.True(e.evaluator.Evaluate(&s, n), n, 0), nil
}

// builtIn is the evaluator of the embedded weights. All engines of a process share
// it: each phase of the game that they come to takes 11 MB.
var builtIn = sync.OnceValues(func() (*eval.Evaluator, error) {
	w, err := weights.Embedded()
	if err != nil {
		return nil, err
	}
	return eval.New(w), nil
})

// load makes the evaluator ready if no other weights have been read.
func (e *Engine) load() (err error) {
	if e.evaluator != nil {
		return nil
	}
	if e.evaluator, err = builtIn(); err == nil && !e.options.Games {
		e.use = e.evaluator.NewUse()
	}
	return err
}

// prepare makes everything ready that a search within l needs. A table that grows
// forgets what it knew.
func (e *Engine) prepare(l search.Limit, budget clock.Budget) error {
	megabytes := e.options.HashMB
	if megabytes == 0 {
		megabytes = hashFor(l, budget, e.game.Empties())
	}
	if e.searcher != nil && megabytes <= e.tableMB {
		return nil
	}
	if err := e.load(); err != nil {
		return err
	}
	e.dropTable()
	e.table, e.tableMB = tt.New(megabytes), megabytes
	e.newSearcher()
	return nil
}

func (e *Engine) newSearcher() {
	e.searcher = search.New(e.evaluator, e.table, e.options.Threads)
	e.searcher.Follow(e.use)
}

// Prepare makes ready what searches of the game's position within limit need, which
// takes a while the first time: before a game rather than on its clock.
func (e *Engine) Prepare(limit Limit) error {
	l := e.searchLimit(e.game.Position(), limit, time.Now())
	if err := e.prepare(l, limit.Clock); err != nil {
		return err
	}
	if n := e.game.Empties(); e.use != nil {
		e.use.Prepare(n, n)
	} else {
		e.evaluator.Prepare(n, n)
	}
	if !l.Deadline.IsZero() {
		e.table.Prepare()
	}
	return nil
}

// Search thinks about the game until the limit is reached or ctx ends, calls
// report (which may be nil) on every finished step, and returns the last one:
// the best move known then, Pass if there is none but the other side has one,
// no move if the game is over. The context's end is not an error.
func (e *Engine) Search(ctx context.Context, limit Limit, report func(Info)) (Info, error) {
	began, p := time.Now(), e.game.Position()
	if rung, asked := e.rung(limit); asked && p.Moves() != 0 {
		return e.searchLikePerson(ctx, p, limit, rung, began, report)
	}
	if info, found := e.probeBook(p, limit); found {
		if report != nil {
			report(info)
		}
		return info, nil
	}
	l := e.searchLimit(p, limit, began)
	if err := e.prepare(l, limit.Clock); err != nil {
		return Info{}, err
	}
	switch noise := e.noise(p, limit); {
	case noise > 0:
		return e.searchNoisily(ctx, p, l, noise, report), nil
	case limit.Clock.Limited():
		return e.searchOnClock(ctx, p, l, limit.Clock, began, report), nil
	}
	return e.searcher.Search(ctx, p, l, report), nil
}

// probeBook answers from the book if that is on and knows the position, as
// Options.Choice says, or with the best move if limit asks for a steady choice.
func (e *Engine) probeBook(p board.Position, limit Limit) (Info, bool) {
	if !e.bookOn || limit.NoBook || limit.isAnalysis() {
		return Info{}, false
	}
	moves := e.options.Book.Probe(p)
	if len(moves) == 0 {
		return Info{}, false
	}
	chosen := e.chooseBookMove(moves, limit.Steady)
	return Info{
		Stage: search.FromBook, Rank: 1, PV: []board.Square{chosen.Square},
		Score: search.Score{Value: int(math.Round(chosen.Value * search.Disc)), Selectivity: search.NoSelectivity},
	}, true
}

// ClearHash forgets what earlier searches have found, so that the next one does
// not depend on them.
func (e *Engine) ClearHash() {
	if e.table != nil {
		e.table.Clear()
	}
}

func onesCount(b uint64) int { return bits.OnesCount64(b) }
