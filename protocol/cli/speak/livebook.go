package speak

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/book/learn"
	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

// liveError is the loss in discs from which on learning looks for a better move.
const liveError = 1

// liveBook is the book that an engine plays from while it may learn: reads go to
// the file, or once learning is on to a copy in memory which follows the file.
type liveBook struct {
	c        *cli.Context
	mu       sync.RWMutex
	current  *book.Book // what is played from
	graph    *book.Graph
	learner  *liveLearner // nil if learning is off
	learning atomic.Bool
}

// liveLearner learns games in the background, one after the other.
type liveLearner struct {
	store  *book.Store
	graph  *book.Graph // its own, changed by its goroutine alone
	search learn.Searcher
	games  chan []notation.Ply
	stop   context.CancelFunc
	done   chan struct{}
	err    error // that ended it
}

// waitingGames is more than can end while one is learned.
const waitingGames = 1000

// newLiveBook wraps the book of the common flags; without one there is none.
func newLiveBook(c *cli.Context, b engine.Book) *liveBook {
	opened, ok := b.(*book.Book)
	if !ok {
		return nil
	}
	return &liveBook{c: c, current: opened}
}

// Probe is what the engine asks.
func (l *liveBook) Probe(p board.Position) []engine.BookMove {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.current.Probe(p)
}

// Describe lists the moves at p.
func (l *liveBook) Describe(p board.Position) string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return strings.TrimRight(core.BookMoves(l.current, p), "\n")
}

// Learning tells whether finished games are learned.
func (l *liveBook) Learning() bool { return l.learning.Load() }

// SetLearning opens the working book for changes, or gives it free for others.
func (l *liveBook) SetLearning(on bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case on == l.learning.Load():
		return nil
	case !on:
		return l.endLearning()
	}
	return l.beginLearning()
}

func (l *liveBook) beginLearning() error {
	path := l.c.String("book")
	if path == "" || l.current.Flat() {
		return errors.New("no working book: name one with --book")
	}
	e, err := engine.New(engine.Options{Level: engine.Named(l.c.Int("level")), Threads: 1, HashMB: l.c.Int("hash"), Weights: l.c.String("weights"), Seed: 1})
	if err != nil {
		return err
	}
	if err := l.current.Close(); err != nil {
		return err
	}
	store, err := book.EditStore(path)
	if err != nil {
		return errors.Join(err, l.reopen(path))
	}
	l.graph = book.Load(store)
	l.current = book.New(l.graph)
	ctx, stop := context.WithCancel(l.c.Context)
	l.learner = &liveLearner{
		store: store, graph: book.Load(store), search: learn.EngineSearcher(e),
		games: make(chan []notation.Ply, waitingGames), stop: stop, done: make(chan struct{}),
	}
	go l.learner.run(ctx, l.follow)
	l.learning.Store(true)
	return nil
}

// reopen goes back to reading after a writer could not have the file.
func (l *liveBook) reopen(path string) error {
	b, err := book.Open(path)
	if err != nil {
		l.current = book.New(book.NewGraph())
		return err
	}
	l.current = b
	return nil
}

// follow lets the book that is played from know what was learned.
func (l *liveBook) follow(g *book.Graph, changed []board.Position) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.graph.Follow(g, changed)
}

// endLearning stops the search, takes waiting games in without one, and closes the
// file. It is called with the lock held, which the learner needs to finish.
func (l *liveBook) endLearning() error {
	learner := l.learner
	l.learning.Store(false)
	l.learner = nil
	close(learner.games)
	learner.stop()
	l.mu.Unlock()
	<-learner.done
	l.mu.Lock()
	if err := errors.Join(learner.err, learner.store.Close()); err != nil {
		return fmt.Errorf("learning: %w", err)
	}
	return nil
}

// Learn takes a finished game.
func (l *liveBook) Learn(moves []engine.Move) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.learner == nil {
		return
	}
	plies := make([]notation.Ply, len(moves))
	for i, m := range moves {
		plies[i] = notation.Ply{Color: m.Color, Square: m.Square}
	}
	select {
	case l.learner.games <- plies:
	default: // nobody plays so fast for so long
	}
}

// Close ends learning; a search in hand is given up, what it has found is kept.
func (l *liveBook) Close() error {
	if l == nil {
		return nil
	}
	return errors.Join(l.SetLearning(false), l.current.Close())
}

func (l *liveLearner) run(ctx context.Context, follow func(*book.Graph, []board.Position)) {
	defer close(l.done)
	limit, _ := book.ValueOf(liveError)
	options := learn.Options{
		Error: limit, Depth: core.LearnDepth, Searchers: []learn.Searcher{l.search},
		Save: func(g *book.Graph, changed []board.Position) error {
			if err := l.store.Write(g, changed); err != nil {
				return err
			}
			follow(g, changed)
			return nil
		},
	}
	for plies := range l.games {
		if l.err == nil {
			l.err = learn.Game(ctx, l.graph, plies, options)
		}
	}
}
