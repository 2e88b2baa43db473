package learn

import (
	"cmp"
	"container/heap"
	"slices"

	"kaeshi/book"
	"kaeshi/engine"
	"kaeshi/engine/board"
)

// frontier returns the searches to do, least loss first, draws and near-draws before the
// others and shorter lines before longer ones: the ways out of the book within the limits, and the positions whose best
// unplayed move is not known. Without that move the value of a position would be that
// of the moves that happen to be in the book.
func (l *learner) frontier() []job {
	f := frontier{learner: l, losses: map[board.Position]book.Value{}, ways: map[board.Position]bool{}}
	f.reach(board.Start(), 0)
	for len(f.open) > 0 {
		n := heap.Pop(&f.open).(node)
		if n.loss == f.losses[n.position] {
			f.leave(n)
		}
	}
	slices.SortStableFunc(f.jobs, func(a, b job) int {
		return cmp.Or(cmp.Compare(a.loss+a.bias, b.loss+b.bias), cmp.Compare(b.at.EmptyCount(), a.at.EmptyCount()))
	})
	return f.jobs
}

// node is a canonical position with the least loss of any line to it known so far.
type node struct {
	position board.Position
	loss     book.Value
}

// frontier is one walk over the book, Dijkstra's algorithm with the loss of a
// move as the length of its edge.
type frontier struct {
	*learner
	losses map[board.Position]book.Value
	open   nodes
	ways   map[board.Position]bool // ways out, by the position they lead to
	jobs   []job
}

func (f *frontier) reach(p board.Position, loss book.Value) {
	canonical, _ := p.Canonical()
	if known, ok := f.losses[canonical]; ok && known <= loss {
		return
	}
	f.losses[canonical] = loss
	heap.Push(&f.open, node{canonical, loss})
}

func (f *frontier) leave(n node) {
	e, ok := f.graph.Entry(n.position)
	if !ok {
		return
	}
	played := false
	for _, m := range book.New(f.graph).Moves(n.position) {
		if m.Leaf {
			continue
		}
		played = true
		f.reach(n.position.Play(m.Square), n.loss+e.Value-m.Value)
		if m.Square != board.Pass {
			f.lookThrough(n, m, e)
		}
	}
	f.consider(n, e, played)
}

// lookThrough reaches the position after a pass where that of the pass itself is
// not registered.
func (f *frontier) lookThrough(n node, m book.Move, e book.Entry) {
	if next := n.position.Play(m.Square); next.MustPass() {
		f.reach(next.Pass(), n.loss+e.Value-m.Value)
	}
}

// consider notes what there is to search at n.
func (f *frontier) consider(n node, e book.Entry, played bool) {
	plies := 60 - n.position.EmptyCount()
	within := n.loss <= f.Error && plies < f.Depth
	unplayed := f.graph.Unplayed(n.position)
	switch {
	case n.position.MustPass():
		if !played && within {
			f.addWay(job{at: n.position, move: board.Pass, loss: n.loss})
		}
	case unplayed == 0:
	case unplayed&e.Leaf.Bit() == 0, within && f.shallow(e):
		if played || within {
			f.jobs = append(f.jobs, job{at: n.position, move: board.NoSquare, loss: n.loss, bias: bias(e.Value)})
		}
	case plies < f.Depth:
		if loss := n.loss + e.Value - e.LeafValue; loss <= f.Error {
			f.addWay(job{at: n.position, move: e.Leaf, loss: loss, bias: bias(e.LeafValue)})
		}
	}
}

func bias(v book.Value) book.Value { return max(v, -v) / 2 }

// shallow reports whether a search at the level of f.Deepen looks further ahead than the
// one behind e did.
func (f *frontier) shallow(e book.Entry) bool {
	if e.Origin.Foreign() {
		return e.Depth() < engine.Levels[min(int(f.Deepen), engine.MaxLevel)].Depth && f.Deepen > 0
	}
	return e.Level < f.Deepen
}

// addWay notes a way out of the book unless a shorter one leads to the same position.
func (f *frontier) addWay(j job) {
	canonical, _ := j.at.Play(j.move).Canonical()
	if !f.ways[canonical] {
		f.ways[canonical] = true
		f.jobs = append(f.jobs, j)
	}
}

// nodes is a heap, least loss first.
type nodes []node

func (h nodes) Len() int           { return len(h) }
func (h nodes) Less(i, j int) bool { return h[i].loss < h[j].loss }
func (h nodes) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *nodes) Push(x any)        { *h = append(*h, x.(node)) }
func (h *nodes) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
