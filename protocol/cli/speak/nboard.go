package speak

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/book/learn"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/nboard"
)

// NBoard is the verb nboard.
func NBoard() *cli.Command {
	return &cli.Command{
		Name:  "nboard",
		Usage: "speak the NBoard protocol on standard input and output",
		Description: "A depth that the client sets chooses the strongest level that looks no further.\n" +
			"With --learn the engine plays from a working book of its own, and the client's command learn\n" +
			"adds games to it.\n\n" +
			"Example: kaeshi nboard --level 12\n" +
			"Example: printf 'nboard 2\\nmove F5\\ngo\\nquit\\n' | kaeshi nboard",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "learn", Category: core.CategoryEngine, Usage: "play from the working book `FILE`, and learn into it"},
		}, core.EngineFlags()...),
		Action: speakNBoard,
	}
}

func speakNBoard(c *cli.Context) error {
	options := nboard.Options{Trace: core.Trace(c)}
	if !c.IsSet("learn") {
		options.Learn = func(context.Context, []notation.Ply) error {
			return errors.New("no book to learn into: start with --learn FILE")
		}
		e, err := core.NewEngine(c)
		if err != nil {
			return err
		}
		return nboard.NewServer(e, options).Serve(c.Context, c.App.Reader, c.App.Writer)
	}
	if c.IsSet("book") || c.Bool("no-book") {
		return errors.New("--learn names the book; leave --book and --no-book out")
	}
	store, err := book.EditStore(c.String("learn"))
	if err != nil {
		return fmt.Errorf("--learn: %w", err)
	}
	defer store.Close()
	graph, err := book.Load(store)
	if err != nil {
		return err
	}
	if options.Learn, err = learner(c, graph, store); err != nil {
		return err
	}
	settings, err := core.EngineOptions(c)
	if err != nil {
		return err
	}
	settings.Book = book.New(graph)
	e, err := core.NewEngineOf(c, settings)
	if err != nil {
		return err
	}
	return nboard.NewServer(e, options).Serve(c.Context, c.App.Reader, c.App.Writer)
}

// learner returns a function that learns a game into the book, and those before it
// that it did not come to the end of.
func learner(c *cli.Context, graph *book.Graph, store *book.Store) (func(context.Context, []notation.Ply) error, error) {
	searchers, err := core.Searchers(c)
	if err != nil {
		return nil, err
	}
	queue := &learn.Games{Store: store, Graph: graph, Options: core.LiveLearning(searchers)}
	return func(ctx context.Context, plies []notation.Ply) error {
		if err := queue.Note(plies); err != nil {
			return err
		}
		return queue.LearnWaiting(ctx)
	}, nil
}
