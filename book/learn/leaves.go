package learn

import (
	"context"

	"kaeshi/book"
	"kaeshi/engine/board"
)

// Leaves searches the best move out of the book wherever there is one that has no value.
// What the book says of the end of a line stays: there only the move is new.
func Leaves(ctx context.Context, g *book.Graph, o Options) error {
	l := newLearner(g, o)
	var unknown []job
	ends := map[board.Position]book.Entry{}
	for _, p := range book.Leafless(g) {
		unknown = append(unknown, job{at: p, move: board.NoSquare})
		if e, _ := g.Entry(p); e.HasOwn && g.Unplayed(p) == p.Moves() {
			ends[p] = e
		}
	}
	if err := l.run(ctx, unknown); err != nil {
		return err
	}
	for p, e := range ends {
		found, _ := g.Entry(p)
		e.Leaf, e.LeafValue = found.Leaf, e.Own
		g.Put(p, e)
	}
	g.Recompute()
	return nil
}
