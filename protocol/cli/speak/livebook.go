package speak

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/book/learn"
	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

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

// liveLearner learns in the background the games that wait in its book.
type liveLearner struct {
	store *book.Store
	queue *learn.Games // used by its goroutine alone, but for Note
	more  chan struct{}
	stop  context.CancelFunc
	done  chan struct{}
	tell  func(error) // of what ended it
}

// leavePatience is how long the learning in hand may go on when the client leaves. What
// is not done by then waits for the next time.
const leavePatience = 3 * time.Second

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

// Learning reports whether finished games are learned.
func (l *liveBook) Learning() bool { return l.learning.Load() }

// SetLearning opens the working book for changes, or gives it free for others.
func (l *liveBook) SetLearning(on bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case on == l.learning.Load():
		return nil
	case !on:
		return l.endLearning(0)
	}
	return l.beginLearning()
}

func (l *liveBook) beginLearning() error {
	path := l.c.String("book")
	if path == "" || !l.current.Working() {
		return errors.New("no working book: name one with --book")
	}
	e, err := engine.New(engine.Options{Level: engine.AtLevel(l.c.Int("level")), Threads: 1, HashMB: l.c.Int("hash"), Weights: l.c.String("weights"), Seed: 1})
	if err != nil {
		return err
	}
	if err := l.current.Close(); err != nil {
		return err
	}
	store, err := book.EditStore(path)
	if err != nil {
		l.reopen(path)
		return err
	}
	own, err := book.Load(store)
	if err == nil {
		l.graph, err = book.Load(store)
	}
	if err != nil {
		_ = store.Close() // nothing was changed
		l.reopen(path)
		return err
	}
	l.current = book.New(l.graph)
	ctx, stop := context.WithCancel(l.c.Context)
	l.learner = &liveLearner{
		store: store, more: make(chan struct{}, 1), stop: stop, done: make(chan struct{}),
		tell: func(err error) { core.Logger(l.c).Errorf("no more games are learned: %v", err) },
		queue: &learn.Games{
			Store: store, Graph: own, Saved: l.follow,
			Options: core.LiveLearning([]learn.Searcher{learn.EngineSearcher(e)}),
		},
	}
	l.learner.wake() // some may wait since the last time
	go l.learner.run(ctx)
	l.learning.Store(true)
	return nil
}

// reopen goes back to reading after the book could not be had for writing. Where that
// fails too, play goes on without a book.
func (l *liveBook) reopen(path string) {
	b, err := book.Open(path)
	if err != nil {
		b = book.New(book.NewGraph())
	}
	l.current = b
}

// follow lets the book that is played from know what was learned.
func (l *liveBook) follow(g *book.Graph, changed []board.Position) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.graph.Follow(g, changed)
}

// endLearning stops the search, after some patience, and closes the file. It is called
// with the lock held, which the learner needs to finish.
func (l *liveBook) endLearning(patience time.Duration) error {
	learner := l.learner
	l.learning.Store(false)
	l.learner = nil
	close(learner.more)
	l.mu.Unlock()
	select {
	case <-learner.done:
	case <-time.After(patience):
	case <-l.c.Context.Done():
	}
	learner.stop()
	<-learner.done
	l.mu.Lock()
	if err := learner.store.Close(); err != nil {
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
	if err := l.learner.queue.Note(plies); err != nil {
		l.learner.tell(err)
		return
	}
	l.learner.wake()
}

// Close ends learning, after a moment for the game in hand.
func (l *liveBook) Close() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var err error
	if l.learner != nil {
		err = l.endLearning(leavePatience)
	}
	return errors.Join(err, l.current.Close())
}

// wake tells the learner that a game waits.
func (l *liveLearner) wake() {
	select {
	case l.more <- struct{}{}:
	default: // it has not seen the last one yet, and looks for all
	}
}

func (l *liveLearner) run(ctx context.Context) {
	defer close(l.done)
	for range l.more {
		if err := l.queue.LearnWaiting(ctx); err != nil {
			if !errors.Is(err, context.Canceled) {
				l.tell(err)
			}
			return
		}
	}
}
