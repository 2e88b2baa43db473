package core

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/book/learn"
	"kaeshi/engine"
)

// LearnDepth is how many plies of a game are learned if nobody says.
const LearnDepth = 20

// bookChoices are the ways to choose among the book moves that are allowed.
var bookChoices = []string{"uniform", "weighted"}

// bookFlags are the names of the flags that say how the engine plays from a book.
var bookFlags = []string{"book", "no-book", "book-error", "book-game-error", "book-choice"}

// WorkingBook is the flag that names a book which its verb changes, and makes if
// there is none.
type WorkingBook struct{ *cli.StringFlag }

// makesBook reports whether the file of --book need not be there yet.
func makesBook(c *cli.Context) bool {
	return slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool {
		_, ok := f.(WorkingBook)
		return ok
	})
}

// OpenBook opens the book that --book names, or the built-in one.
func OpenBook(c *cli.Context) (*book.Book, error) {
	path := c.String("book")
	if path == "" {
		return book.Embedded(), nil
	}
	b, err := book.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--book: %w", err)
	}
	return b, nil
}

// engineBook is the book that the common flags give to the engine; nil with --no-book.
func engineBook(c *cli.Context) (engine.Book, error) {
	if c.Bool("no-book") {
		return nil, nil
	}
	b, err := OpenBook(c)
	if err != nil {
		return nil, err
	}
	if b != book.Embedded() {
		b.OnFault = func(err error) { Logger(c).Errorf("the book is not used any more: %v", err) }
	}
	return b, nil
}

// LiveLearning is how games are learned that a client tells of.
func LiveLearning(searchers []learn.Searcher) learn.Options {
	const discs = 1 // the loss from which on a better move is looked for
	limit, _ := book.ValueOf(discs)
	return learn.Options{Error: limit, Depth: LearnDepth, Searchers: searchers}
}

func bookChoice(c *cli.Context) engine.BookChoice {
	return engine.BookChoice{
		MoveError: c.Float64("book-error"),
		GameError: c.Float64("book-game-error"),
		Weighted:  c.String("book-choice") == "weighted",
	}
}

func checkBookChoice(c *cli.Context) error {
	for _, name := range []string{"book-error", "book-game-error"} {
		if discs := c.Float64(name); !(discs >= 0 && discs <= 64) {
			return fmt.Errorf("--%s %v: not within 0 to 64 discs", name, discs)
		}
	}
	if choice := c.String("book-choice"); choice != "" && !slices.Contains(bookChoices, choice) {
		return fmt.Errorf("--book-choice %s: not one of %s", choice, strings.Join(bookChoices, ", "))
	}
	return nil
}

// Searchers makes an engine of one thread for each of --threads: lines
// searched side by side make better use of them than one search shared by all.
func Searchers(c *cli.Context) ([]learn.Searcher, error) { return SearchersAt(c, c.Int("level")) }

// SearchersAt is Searchers of a level that the flags do not name.
func SearchersAt(c *cli.Context, level int) ([]learn.Searcher, error) {
	threads := c.Int("threads")
	searchers := make([]learn.Searcher, threads)
	for i := range searchers {
		e, err := engine.New(engine.Options{
			Level: engine.AtLevel(level), Threads: 1, HashMB: max(1, c.Int("hash")/threads), Weights: c.String("weights"), Seed: 1,
		})
		if err != nil {
			return nil, err
		}
		searchers[i] = learn.EngineSearcher(e)
	}
	return searchers, nil
}
