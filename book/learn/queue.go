package learn

import (
	"context"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Games learns games into a working book, each once however often it is told. It is
// for one goroutine at a time, but for Note.
type Games struct {
	Store   *book.Store
	Graph   *book.Graph // of all that is in the store
	Options Options     // without Save and Counted
	// Saved, if not nil, is called after every game with the positions it changed.
	Saved func(g *book.Graph, changed []board.Position)
}

// Note keeps a game in the store until it is learned, so that it is not lost when
// there is no time for that now.
func (q *Games) Note(plies []notation.Ply) error {
	if len(plies) == 0 {
		return nil
	}
	return q.Store.Wait(plies)
}

// LearnWaiting learns the games that were noted. Those that it has not come to when
// ctx ends, which is an error, go on waiting.
func (q *Games) LearnWaiting(ctx context.Context) error {
	games, err := q.Store.Waiting()
	if err != nil {
		return err
	}
	for _, plies := range games {
		if err := q.Learn(ctx, plies); err != nil {
			return err
		}
	}
	return nil
}

// Learn learns a game; see Game.
func (q *Games) Learn(ctx context.Context, plies []notation.Ply) error {
	o, game := q.Options, book.CountedGame{Key: book.KeyOf(plies)}
	var err error
	if o.Counted, err = q.Store.Counted(game.Key); err != nil {
		return err
	}
	game.Positions = max(o.Counted, len(Line(plies, o.Depth)))
	o.Save = func(g *book.Graph, changed []board.Position) error {
		if err := q.Store.WriteGame(g, changed, game); err != nil {
			return err
		}
		if q.Saved != nil {
			q.Saved(g, changed)
		}
		return nil
	}
	return Game(ctx, q.Graph, plies, o)
}
