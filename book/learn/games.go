package learn

import (
	"context"
	"maps"
	"math"
	"slices"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Game learns a game: every position of its first o.Depth plies is registered and
// counted, and the best move that was not played is searched beside each. If the
// move played loses more than o.Error against that one, the better move is registered
// too, so that the book knows how to answer it.
//
// All of that is saved in one change at the end. If ctx ends before, Game returns an
// error and g is as it was.
func Game(ctx context.Context, g *book.Graph, plies []notation.Ply, o Options) error {
	return g.Try(func() error { return learnGame(ctx, g, plies, o) })
}

func learnGame(ctx context.Context, g *book.Graph, plies []notation.Ply, o Options) error {
	save := o.Save
	changed := map[board.Position]bool{}
	o.Save = func(_ *book.Graph, ps []board.Position) error {
		for _, p := range ps {
			changed[p] = true
		}
		return nil
	}
	l := newLearner(g, o)
	line := Line(plies, o.Depth)
	for i, p := range line {
		l.visit(p, i >= o.Counted)
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
	if err := l.whole(ctx, missing); err != nil {
		return err
	}
	if err := l.whole(ctx, l.mistakes(line)); err != nil {
		return err
	}
	return save(g, slices.Collect(maps.Keys(changed)))
}

// Line returns the positions of a game that are learned, the start included.
func Line(plies []notation.Ply, depth int) []board.Position {
	var line []board.Position
	for _, p := range book.Positions(plies) {
		if 60-p.EmptyCount() > depth {
			break
		}
		line = append(line, p)
	}
	return line
}

// whole does all of the jobs, or fails.
func (l *learner) whole(ctx context.Context, jobs []job) error {
	if err := l.run(ctx, jobs); err != nil {
		return err
	}
	return ctx.Err()
}

func (l *learner) visit(p board.Position, counts bool) {
	e, ok := l.graph.Entry(p)
	if !ok {
		e = book.NewEntry(book.FromGame)
		e.Updated = l.Now()
	}
	if counts && e.Visits < math.MaxUint32 {
		e.Visits++
	}
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
