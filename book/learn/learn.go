// Package learn grows an opening book by searching.
//
// The book is grown best first, after Buro's book learning and Edax's "deviate":
// a line is searched if neither side gives much away on it. The loss of a line is the
// sum of the losses of its moves against the best ones, for both sides. The way out of
// the book with the least loss is searched next.
package learn

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"kaeshi/book"
	"kaeshi/engine"
	"kaeshi/engine/board"
)

// Options say what to learn.
type Options struct {
	Error book.Value // the largest loss of a line that is followed
	Depth int        // the longest line in plies, passes not counted
	// Deepen, if not 0, is the level below which what a search said of a position
	// on such a line is searched again.
	Deepen uint8
	// Part of Parts, from 0, is the share of the ways that Expand follows, if Parts is
	// not 0: several machines grow a book together and merge what they found.
	Part, Parts int
	// Searchers work side by side, one goroutine each.
	Searchers []Searcher
	// Counted is how many of the first positions of a game have been counted before.
	Counted int
	// Save is called after every change with the canonical positions that it
	// touched, before anything else is done.
	Save func(g *book.Graph, changed []board.Position) error
	// Progress, if not nil, is called after every change.
	Progress func(Progress)
	// Now stamps entries; nil means time.Now.
	Now func() time.Time
}

// Progress tells how far learning has come.
type Progress struct {
	Positions int        // in the book
	Searched  int        // searches since the beginning
	Waiting   int        // ways out that were still to be searched when last counted
	Loss      book.Value // of the line searched last
}

// job is one thing to find out: the best unplayed move at a position and, if
// there is a move, first what comes after that move.
type job struct {
	at   board.Position
	move board.Square // NoSquare if only the best unplayed move is wanted
	loss book.Value
	// bias puts a search off: half of how far the game is from a draw there. Where
	// one side has all but won nobody needs the book as much.
	bias book.Value

	// What to search, fixed when the job is given out.
	child    board.Position // the position after the move, a pass behind it included
	replies  uint64         // unplayed moves of child
	siblings uint64         // unplayed moves of at, the move left out
}

type outcome struct {
	job
	reply, sibling Finding
	err            error
}

// learner is one run of learning.
type learner struct {
	Options
	graph     *book.Graph
	progress  Progress
	inherited map[board.Position]Finding // of positions that were best leaves, without a move
}

func newLearner(g *book.Graph, o Options) *learner {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &learner{Options: o, graph: g, inherited: map[board.Position]Finding{}}
}

// Expand follows lines from the start until every line within o.Error and o.Depth
// has been searched, or ctx ends, which is not an error.
func Expand(ctx context.Context, g *book.Graph, o Options) error {
	l := newLearner(g, o)
	if _, ok := g.Entry(board.Start()); !ok {
		g.Put(board.Start(), book.NewEntry(book.FromSearch))
	}
	for ctx.Err() == nil {
		jobs := l.share(l.frontier())
		if l.progress.Waiting = len(jobs); len(jobs) == 0 {
			return nil
		}
		if err := l.run(ctx, jobs[:min(len(jobs), l.batch())]); err != nil {
			return err
		}
	}
	return nil
}

// share returns the jobs of our part. A position is always of the same part.
func (l *learner) share(jobs []job) []job {
	if l.Parts < 2 {
		return jobs
	}
	return slices.DeleteFunc(jobs, func(j job) bool {
		p, _ := j.at.Canonical()
		hash := (p.Player*0x9E3779B97F4A7C15 ^ p.Opponent*0xC2B2AE3D27D4EB4F) >> 32
		return int(hash%uint64(l.Parts)) != l.Part
	})
}

// batch is how many searches are done before the frontier is drawn anew. Every
// outcome can change it, but to draw it takes a walk over the whole book.
func (l *learner) batch() int { return 4*len(l.Searchers) + l.graph.Len()/50 }

// run does jobs side by side and takes their outcomes in as they come. The first
// failure ends the others, as their outcomes could not be kept.
func (l *learner) run(ctx context.Context, jobs []job) error {
	todo := make(chan job, len(jobs))
	for _, j := range jobs {
		todo <- l.prepare(j)
	}
	close(todo)
	workers, ctx := errgroup.WithContext(ctx)
	var taking sync.Mutex
	failed := false
	take := func(o outcome) error {
		taking.Lock()
		defer taking.Unlock()
		switch {
		case failed:
			return nil
		case errors.Is(o.err, context.Canceled), errors.Is(o.err, context.DeadlineExceeded):
			return nil // cut short: what it would have said is not known
		case o.err == nil:
			o.err = l.take(o)
		}
		failed = o.err != nil
		return o.err
	}
	for _, s := range l.Searchers {
		workers.Go(func() error {
			for j := range todo {
				if err := take(search(ctx, s, j)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return workers.Wait()
}

func (l *learner) prepare(j job) job {
	j.siblings = l.graph.Unplayed(j.at)
	if j.move == board.NoSquare {
		return j
	}
	j.siblings &^= book.Twins(j.at, j.move)
	j.child = j.at.Play(j.move)
	if j.child.MustPass() {
		j.child = j.child.Pass()
	}
	j.replies = l.graph.Unplayed(j.child)
	return j
}

func search(ctx context.Context, s Searcher, j job) (o outcome) {
	o.job = j
	if o.err = ctx.Err(); o.err != nil {
		return o
	}
	if j.replies != 0 {
		if o.reply, o.err = s.Search(ctx, j.child, j.replies); o.err != nil {
			return o
		}
	}
	if j.siblings != 0 {
		o.sibling, o.err = s.Search(ctx, j.at, j.siblings)
	}
	return o
}

// take writes an outcome into the book.
func (l *learner) take(o outcome) error {
	touched := []board.Position{o.at}
	if o.move != board.NoSquare {
		next := o.at.Play(o.move)
		l.register(next)
		if next != o.child {
			l.register(o.child)
		}
		l.setLeaf(o.child, o.replies, o.reply)
		touched = append(touched, next, o.child)
	}
	l.setLeaf(o.at, o.siblings, o.sibling)
	return l.save(touched, o.loss)
}

// save settles the values after a change and stores what it touched.
func (l *learner) save(touched []board.Position, loss book.Value) error {
	changed := l.graph.Settle(touched...)
	if err := l.Save(l.graph, changed); err != nil {
		return err
	}
	l.progress.Positions, l.progress.Loss = l.graph.Len(), loss
	if l.Progress != nil {
		l.Progress(l.progress)
	}
	return nil
}

func (l *learner) register(p board.Position) {
	if _, ok := l.graph.Entry(p); !ok {
		e := book.NewEntry(book.FromSearch)
		e.Updated = l.Now()
		l.inherit(p)
		l.graph.Put(p, e)
	}
}

// inherit notes what is known of p before it is registered: the value that a position
// before it gives to it as its leaf, which may have been searched deeper than p will be.
func (l *learner) inherit(p board.Position) {
	canonical, _ := p.Canonical()
	var best Finding
	book.EachBefore(canonical, func(before board.Position) {
		e, ok := l.graph.Entry(before)
		if !ok || e.Leaf == board.NoSquare || !before.Legal(e.Leaf) || e.Origin.Foreign() {
			return
		}
		next, _ := before.Play(e.Leaf).Canonical()
		if level := levelOf(e.Depth() - 1); next == canonical && level > best.Level {
			best = Finding{Value: -e.LeafValue, Level: level, Selectivity: e.Selectivity}
		}
	})
	if best.Level > 0 {
		l.inherited[canonical] = best
	}
}

func depthOf(level uint8) int { return engine.Levels[min(int(level), engine.MaxLevel)].Depth }

// levelOf returns the level that looks so many plies ahead, or the next below it; the
// lowest of those that look equally far.
func levelOf(depth int) uint8 {
	best := 0
	for level := range engine.Levels {
		if d := engine.Levels[level].Depth; d <= depth && d > engine.Levels[best].Depth {
			best = level
		}
	}
	return uint8(best)
}

// setLeaf writes down the best of the unplayed moves of p, or that there is none.
func (l *learner) setLeaf(p board.Position, unplayed uint64, f Finding) {
	e, ok := l.graph.Entry(p)
	if !ok {
		return
	}
	e.Leaf, e.LeafValue = board.NoSquare, 0
	if unplayed != 0 {
		l.progress.Searched++
		canonical, _ := p.Canonical()
		if known := l.inherited[canonical]; unplayed == p.Moves() && depthOf(known.Level) > depthOf(f.Level) {
			f.Value, f.Level, f.Selectivity = known.Value, known.Level, known.Selectivity
		}
		delete(l.inherited, canonical)
		e.Leaf, e.LeafValue = f.Move, f.Value
		e.Level, e.Selectivity = f.Level, f.Selectivity
		if e.Origin.Foreign() {
			e.Origin = book.FromSearch // whose level this is
		}
	}
	e.Updated = l.Now()
	l.graph.Put(p, e)
}
