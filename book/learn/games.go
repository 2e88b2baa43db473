package learn

import (
	"context"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Game learns a finished game: every position of its first o.Depth plies is
// registered and counted, and the best move that was not played is searched beside
// each. Where the move played is worth less than that one by more than o.Error, the
// better move is registered too, so that the book knows how to answer it.
func Game(ctx context.Context, g *book.Graph, plies []notation.Ply, o Options) error {
	l := newLearner(g, o)
	var line []board.Position
	for _, p := range book.Positions(plies) {
		if 60-p.EmptyCount() > o.Depth {
			break
		}
		line = append(line, p)
	}
	for _, p := range line {
		l.visit(p)
	}
	if err := l.save(line, 0); err != nil {
		return err
	}
	var missing []job
	for _, p := range line {
		if e, _ := g.Entry(p); g.Unplayed(p) != 0 && g.Unplayed(p)&e.Leaf.Bit() == 0 {
			missing = append(missing, job{at: p, move: board.NoSquare})
		}
	}
	if err := l.run(ctx, missing); err != nil || ctx.Err() != nil {
		return err
	}
	return l.run(ctx, l.mistakes(line))
}

func (l *learner) visit(p board.Position) {
	e, ok := l.graph.Entry(p)
	if !ok {
		e = book.NewEntry(book.FromGame)
		e.Updated = l.Now()
	}
	e.Visits++
	l.graph.Put(p, e)
}

// mistakes returns the better moves along a line that are not in the book yet.
func (l *learner) mistakes(line []board.Position) []job {
	var better []job
	for i, p := range line[:max(len(line)-1, 0)] {
		e, _ := l.graph.Entry(p)
		next, _ := l.graph.Entry(line[i+1])
		loss := e.Value + next.Value // the next value is the other side's
		if loss > l.Error && l.graph.Unplayed(p)&e.Leaf.Bit() != 0 && e.LeafValue == e.Value {
			better = append(better, job{at: p, move: e.Leaf, loss: loss})
		}
	}
	return better
}
