package learn

import (
	"context"
	"slices"

	"kaeshi/book"
	"kaeshi/engine/board"
)

// Refute searches deeper where values of the book contradict what is known: each time the end
// of the best line from such a position, then the positions before it on that line,
// with the searchers of one level after the other, until nothing contradicts any more or
// all of those lines have been searched at the last level. It returns the contradictions that
// are left.
func Refute(ctx context.Context, g *book.Graph, known []book.Known, o Options, levels []uint8, searchers func(level uint8) ([]Searcher, error)) ([]book.Contradiction, error) {
	b := book.New(g)
	l := newLearner(g, o)
	for _, level := range levels {
		var err error
		if l.Searchers, err = searchers(level); err != nil {
			return nil, err
		}
		tried := map[board.Position]bool{}
		for {
			_, wrong, err := b.Against(known)
			if err != nil || ctx.Err() != nil || len(wrong) == 0 {
				return wrong, err
			}
			jobs := l.doubtful(wrong, level, tried)
			if len(jobs) == 0 {
				break
			}
			if err := l.run(ctx, jobs); err != nil {
				return wrong, err
			}
		}
	}
	_, wrong, err := b.Against(known)
	return wrong, err
}

// doubtful returns the searches that may put values right, those that were tried left out.
func (l *learner) doubtful(wrong []book.Contradiction, level uint8, tried map[board.Position]bool) []job {
	var jobs []job
	for _, c := range wrong {
		line := []board.Position{c.At}
		if c.At == c.Position {
			line = l.graph.MainLine(c.Position)
		}
		for _, p := range slices.Backward(line) {
			canonical, _ := p.Canonical()
			e, _ := l.graph.Entry(canonical)
			if !tried[canonical] && l.graph.Unplayed(canonical) != 0 && depthOf(level) > e.Depth() && e.Origin != book.FromProof {
				tried[canonical] = true
				jobs = append(jobs, job{at: canonical, move: board.NoSquare})
				break
			}
		}
	}
	return jobs
}
