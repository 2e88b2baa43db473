package book

import (
	"math"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Merge takes everything of other into g. Where both know a position, what the
// deeper search said stays, marked with where it comes from, and the games of both
// count. If its leaf is a move that the other book goes on with, the leaf of the shallower
// search stands in: no position is to lose its best known deviation.
func (g *Graph) Merge(other *Graph) {
	shallower := map[board.Position]Entry{}
	for p, theirs := range other.All() {
		ours, ok := g.find(p)
		if !ok {
			g.set(p, theirs)
			continue
		}
		ours, theirs = join(ours, theirs)
		g.set(p, ours)
		if theirs.Leaf != ours.Leaf && theirs.Leaf != board.NoSquare {
			shallower[p] = theirs
		}
	}
	for p, theirs := range shallower {
		ours, _ := g.find(p)
		if moves := follow(g, p); moves.leads(theirs.Leaf) && !moves.leads(ours.Leaf) {
			ours.takeLeaf(theirs)
			g.set(p, ours)
		}
	}
	g.Recompute()
}

// join returns what two books say of a position together, and what the shallower of their
// searches said.
func join(ours, theirs Entry) (deep, shallow Entry) {
	visits := addVisits(ours, theirs)
	if deeper(theirs, ours) {
		ours, theirs = theirs, ours
	}
	ours.Visits = visits
	return ours, theirs
}

// takeLeaf takes the best move outside that another search found.
func (e *Entry) takeLeaf(other Entry) {
	e.Leaf, e.LeafValue = other.Leaf, other.LeafValue
	e.Level, e.Selectivity, e.Origin = other.Level, other.Selectivity, other.Origin
}

// CountGame counts a game at those of its positions that g knows, but for the first
// ones, where it has been counted before.
func (g *Graph) CountGame(plies []notation.Ply, counted int) {
	positions := Positions(plies)
	for _, p := range positions[min(counted, len(positions)):] {
		canonical, _ := p.Canonical()
		if e, ok := g.find(canonical); ok {
			e.Visits = addVisits(e, Entry{Visits: 1})
			g.set(canonical, e)
		}
	}
}

func addVisits(a, b Entry) uint32 {
	return uint32(min(uint64(a.Visits)+uint64(b.Visits), math.MaxUint32))
}

// deeper reports whether a was searched deeper than b, or as deep and surer, or is
// as good and newer. What a proof put right is deeper than any search. Equal in all that, the greater values win, so that it does not
// matter which book is merged into which.
func deeper(a, b Entry) bool {
	switch {
	case (a.Origin == FromProof) != (b.Origin == FromProof):
		return a.Origin == FromProof
	case a.Depth() != b.Depth():
		return a.Depth() > b.Depth()
	case a.Level != b.Level:
		return a.Level > b.Level
	case a.Selectivity != b.Selectivity:
		return a.Selectivity > b.Selectivity
	case !a.Updated.Equal(b.Updated):
		return a.Updated.After(b.Updated)
	case a.HasOwn != b.HasOwn:
		return a.HasOwn
	case a.Own != b.Own:
		return a.Own > b.Own
	case a.LeafValue != b.LeafValue:
		return a.LeafValue > b.LeafValue
	}
	return a.Leaf < b.Leaf
}
