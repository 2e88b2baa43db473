package book

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"kaeshi/engine/board"
)

// Graph is the book in memory: canonical positions, joined by the moves between
// them wherever both ends are registered, whichever line they came from.
type Graph struct {
	entries map[board.Position]Entry
	before  map[board.Position]*Entry // while trying: what changed positions were, nil if unknown

	draft *Draft // what the entries change or add to; nil if they are all
	added int    // how many of the entries the draft does not have
}

// NewGraph returns an empty graph.
func NewGraph() *Graph { return &Graph{entries: map[board.Position]Entry{}} }

// Graph returns what is to become of a draft with settled values: only what is changed or
// added is in memory. Nothing can be removed.
func (d *Draft) Graph() *Graph { return &Graph{entries: map[board.Position]Entry{}, draft: d} }

func (g *Graph) find(canonical board.Position) (Entry, bool) {
	e, ok := g.entries[canonical]
	if !ok && g.draft != nil {
		return g.draft.find(canonical)
	}
	return e, ok
}

// Load returns the graph of all that r holds, or tells why it cannot be read.
func Load(r Reader) (*Graph, error) {
	g := NewGraph()
	for p, e := range r.All() {
		g.entries[p] = e
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return g, nil
}

// Err is nil where all is in memory, and so can be read.
func (g *Graph) Err() error {
	if g.draft != nil {
		return g.draft.Err()
	}
	return nil
}

// Len returns the number of positions.
func (g *Graph) Len() int {
	if g.draft != nil {
		return g.draft.Len() + g.added
	}
	return len(g.entries)
}

// Entry returns what is known of p, which may stand under any symmetry.
func (g *Graph) Entry(p board.Position) (Entry, bool) { return lookUp(g, p) }

// Unplayed returns the legal moves of p that lead out of the book.
func (g *Graph) Unplayed(p board.Position) uint64 { return unplayed(g, p) }

// LeadsOut reports whether a move is a legal one of p that leads out of the book.
func (g *Graph) LeadsOut(p board.Position, sq board.Square) bool {
	if sq >= board.Pass || p.Moves()&sq.Bit() == 0 {
		return false
	}
	_, _, registered := successor(g, p, sq)
	return !registered
}

// All walks the positions in a fixed order.
func (g *Graph) All() iter.Seq2[board.Position, Entry] {
	return func(yield func(board.Position, Entry) bool) {
		if g.draft != nil {
			for p, e := range g.draft.All() {
				if changed, ok := g.entries[p]; ok {
					e = changed
				}
				if !yield(p, e) {
					return
				}
			}
		}
		for _, p := range g.positions() {
			if g.draft != nil {
				if _, ok := g.draft.find(p); ok {
					continue // it has been
				}
			}
			if !yield(p, g.entries[p]) {
				return
			}
		}
	}
}

// positions returns the canonical positions in memory, fuller boards first.
func (g *Graph) positions() []board.Position {
	return slices.SortedFunc(maps.Keys(g.entries), func(p, q board.Position) int {
		return cmp.Or(cmp.Compare(p.EmptyCount(), q.EmptyCount()), comparePositions(p, q))
	})
}

// comparePositions orders positions by their discs, the mover's first.
func comparePositions(p, q board.Position) int {
	return cmp.Or(cmp.Compare(p.Player, q.Player), cmp.Compare(p.Opponent, q.Opponent))
}

// Put registers p, or replaces what was known of it. Values of other positions
// do not follow until Recompute or Settle.
func (g *Graph) Put(p board.Position, e Entry) {
	canonical, symmetry := p.Canonical()
	g.set(canonical, e.transform(symmetry))
}

func (g *Graph) set(canonical board.Position, e Entry) {
	g.remember(canonical)
	if g.draft != nil {
		if _, known := g.find(canonical); !known {
			g.added++
		}
	}
	g.entries[canonical] = e
}

// remember keeps what a position was before it is changed, while there may be a way
// back.
func (g *Graph) remember(canonical board.Position) {
	if _, known := g.before[canonical]; known || g.before == nil {
		return
	}
	g.before[canonical] = nil
	if e, ok := g.entries[canonical]; ok {
		g.before[canonical] = &e
	}
}

// Try makes a change whole or not at all: if change fails, all is as it was before.
func (g *Graph) Try(change func() error) error {
	g.before = map[board.Position]*Entry{}
	err := change()
	if err != nil {
		for p, e := range g.before {
			if e == nil {
				delete(g.entries, p)
			} else {
				g.entries[p] = *e
			}
		}
	}
	g.before = nil
	return err
}

// Follow makes what g knows of the canonical positions ps what other knows.
func (g *Graph) Follow(other *Graph, ps []board.Position) {
	for _, p := range ps {
		if e, ok := other.entries[p]; ok {
			g.entries[p] = e
		} else {
			delete(g.entries, p)
		}
	}
}

// Remove forgets p.
func (g *Graph) Remove(p board.Position) {
	canonical, _ := p.Canonical()
	g.remember(canonical)
	delete(g.entries, canonical)
}

// Recompute gives every position its minimax value. The graph has no cycles:
// a move adds a disc, and two passes in a row end the game. So one sweep from the
// fullest boards backwards reaches the fixed point, whatever the order in which
// positions were registered. It returns the positions whose values changed. On a draft,
// whose values are settled, only what follows from the changes is computed.
func (g *Graph) Recompute() []board.Position {
	if g.draft != nil {
		return g.Settle(slices.Collect(maps.Keys(g.entries))...)
	}
	var byRank [ranks][]board.Position
	for p := range g.entries {
		r := rank(p)
		byRank[r] = append(byRank[r], p)
	}
	var changed []board.Position
	for _, positions := range byRank {
		for _, p := range positions {
			if g.settle(p) {
				changed = append(changed, p)
			}
		}
	}
	return changed
}

// Settle carries the changed or new positions ps to everything that depends on
// them and returns all positions whose value changed, canonical, ps included
// where they are registered. The result equals that of Recompute if all other
// values were settled before.
func (g *Graph) Settle(ps ...board.Position) []board.Position {
	var waiting [ranks][]board.Position
	queued := map[board.Position]bool{}
	push := func(p board.Position) {
		canonical, _ := p.Canonical()
		if queued[canonical] {
			return
		}
		if _, ok := g.find(canonical); ok {
			queued[canonical] = true
			r := rank(canonical)
			waiting[r] = append(waiting[r], canonical)
		}
	}
	named := map[board.Position]bool{}
	for _, p := range ps {
		canonical, _ := p.Canonical()
		named[canonical] = true
		push(p)
		eachDependent(p, push)
	}
	var changed []board.Position
	// A dependent has a higher rank, so each list is complete when it is reached.
	for r := range waiting {
		for _, p := range waiting[r] {
			moved := g.settle(p)
			if moved || named[p] {
				changed = append(changed, p)
			}
			if moved {
				eachDependent(p, push)
			}
		}
	}
	return changed
}

// settle recomputes the value of one canonical position and reports whether it changed.
func (g *Graph) settle(p board.Position) bool {
	e, _ := g.find(p)
	value := minimax(g, p, e)
	if value == e.Value {
		return false
	}
	e.Value = value
	g.set(p, e)
	return true
}

// lookUp finds p under any symmetry and turns the entry back to it.
func lookUp(f finder, p board.Position) (Entry, bool) {
	canonical, symmetry := p.Canonical()
	e, ok := f.find(canonical)
	if !ok {
		return Entry{}, false
	}
	return e.transform(board.InverseSymmetry(symmetry)), true
}
