package learn

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// oftenStep is how many positions Often registers in one change.
const oftenStep = 500

// Frequent returns the positions of the games' first plies, up to depth, that at least
// so many games came to, the most frequent first. A position counts no oftener than
// the most frequent of those before it, and stands after that one: so a line leads to each.
func Frequent(games [][]notation.Ply, depth, least int) []board.Position {
	counts := map[board.Position]int{}
	for _, plies := range games {
		for _, p := range Line(plies, depth) {
			canonical, _ := p.Canonical()
			counts[canonical]++
		}
	}
	emptier := slices.SortedFunc(maps.Keys(counts), func(a, b board.Position) int {
		return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(a.Player, b.Player), cmp.Compare(a.Opponent, b.Opponent))
	})
	for _, p := range emptier {
		most := 0
		book.EachBefore(p, func(before board.Position) {
			canonical, _ := before.Canonical()
			most = max(most, counts[canonical])
		})
		if p != board.Start() {
			counts[p] = min(counts[p], most)
		}
		if counts[p] < least {
			delete(counts, p)
		}
	}
	frequent := slices.DeleteFunc(emptier, func(p board.Position) bool { return counts[p] == 0 })
	slices.SortStableFunc(frequent, func(a, b board.Position) int { return cmp.Compare(counts[b], counts[a]) })
	return frequent
}

// rank orders positions of a game: a move fills a square, and a pass comes after it.
func rank(p board.Position) int {
	if p.MustPass() {
		return 2*p.EmptyCount() + 1
	}
	return 2 * p.EmptyCount()
}

// Often registers positions in their order, and searches the best unplayed move of each
// and of those before them. What has been registered is skipped. A step of oftenStep
// positions is saved in one change: if ctx ends before, Often returns an error and g is
// as the last step left it.
func Often(ctx context.Context, g *book.Graph, wanted []board.Position, o Options) error {
	var fresh []board.Position
	for _, p := range wanted {
		if _, ok := g.Entry(p); !ok {
			fresh = append(fresh, p)
		}
	}
	searched, waiting := 0, len(fresh)
	for step := range slices.Chunk(fresh, oftenStep) {
		one := o
		one.Progress = func(p Progress) {
			if o.Progress != nil {
				p.Searched += searched
				p.Waiting = waiting
				o.Progress(p)
			}
		}
		n, err := learnStep(ctx, g, step, one)
		if err != nil {
			return err
		}
		searched += n
		waiting -= len(step)
	}
	return nil
}

// learnStep registers positions of which none is known, whole or not at all, and returns how many
// searches that took.
func learnStep(ctx context.Context, g *book.Graph, ps []board.Position, o Options) (searched int, err error) {
	err = g.Try(func() error {
		save, changed := o.Save, map[board.Position]bool{}
		o.Save = func(_ *book.Graph, touched []board.Position) error {
			for _, p := range touched {
				changed[p] = true
			}
			return nil
		}
		l := newLearner(g, o)
		for _, p := range ps {
			l.register(p)
		}
		if err := l.whole(ctx, l.void(ps)); err != nil {
			return err
		}
		if err := l.save(ps, 0); err != nil {
			return err
		}
		searched = l.progress.Searched
		return save(g, slices.Collect(maps.Keys(changed)))
	})
	return searched, err
}

// void returns the searches that new positions ask for: their own best unplayed moves,
// and those of the positions before them that have just been played.
func (l *learner) void(ps []board.Position) []job {
	var jobs []job
	seen := map[board.Position]bool{}
	look := func(p board.Position) {
		canonical, _ := p.Canonical()
		e, ok := l.graph.Entry(canonical)
		if !ok || seen[canonical] {
			return
		}
		seen[canonical] = true
		if unplayed := l.graph.Unplayed(canonical); unplayed != 0 && unplayed&e.Leaf.Bit() == 0 {
			jobs = append(jobs, job{at: canonical, move: board.NoSquare})
		}
	}
	for _, p := range ps {
		look(p)
		book.EachBefore(p, look)
	}
	return jobs
}
