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
	for p, e := range g.All() {
		if !book.Leafless(g, p, e) {
			continue
		}
		if unknown = append(unknown, job{at: p, move: board.NoSquare}); len(unknown) < atOnce {
			continue
		}
		if err := l.leaves(ctx, unknown); err != nil {
			return err
		}
		unknown = unknown[:0]
	}
	return l.leaves(ctx, unknown)
}

// atOnce is how many searches are laid out at once: a book may be larger than the memory.
const atOnce = 10_000

// leaves searches leaves. They are of no use to each other.
func (l *learner) leaves(ctx context.Context, jobs []job) error {
	var ends []board.Position
	said := map[board.Position]book.Entry{}
	for _, j := range jobs {
		if e, _ := l.graph.Entry(j.at); e.HasOwn && l.graph.Unplayed(j.at) == j.at.Moves() {
			ends, said[j.at] = append(ends, j.at), e
		}
	}
	if err := l.run(ctx, jobs); err != nil {
		return err
	}
	for _, p := range ends {
		found, _ := l.graph.Entry(p)
		e := said[p]
		e.Leaf, e.LeafValue = found.Leaf, e.Own
		l.graph.Put(p, e)
	}
	l.graph.Settle(ends...)
	return ctx.Err()
}
