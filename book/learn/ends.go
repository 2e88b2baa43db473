package learn

import (
	"context"

	"kaeshi/book"
	"kaeshi/engine/board"
)

// Ends searches the ends of lines of which nothing is known, as lists of moves
// without values leave them.
func Ends(ctx context.Context, g *book.Graph, o Options) error {
	l := newLearner(g, o)
	var unknown []job
	for p, e := range g.All() {
		switch {
		case e.HasOwn || g.LeadsOut(p, e.Leaf) || p.Over():
		case g.Unplayed(p) != p.Moves(): // its value is that of a move
		case p.MustPass():
			if _, ok := g.Entry(p.Pass()); !ok {
				unknown = append(unknown, job{at: p, move: board.Pass})
			}
		default:
			unknown = append(unknown, job{at: p, move: board.NoSquare})
		}
	}
	return l.run(ctx, unknown)
}
