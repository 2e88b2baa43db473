package book

import (
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// Entry is what the book knows of one position, from the view of its side to
// move. Squares are as the position stands: an entry that is looked up under a
// symmetry comes back turned.
type Entry struct {
	// Value is the minimax value: the best of the registered successors and of
	// the leaf, or the position's own value where there is neither.
	Value Value

	// Own is what a file or a search said of the position itself; it counts
	// only as long as no successor is registered.
	Own    Value
	HasOwn bool

	// Leaf is the best move that is not in the book, with what the search says
	// of it, so that no line is valued below its best known deviation.
	// NoSquare if unknown. A leaf whose move has since been registered is void.
	Leaf      board.Square
	LeafValue Value

	Level       uint8 // of the search behind Own or LeafValue; 0 if none
	Selectivity search.Selectivity
	Origin      Origin
	Visits      uint32    // games that came through here
	Updated     time.Time // when a search or a file last said something; zero if unknown
}

// Origin tells how a position came into the book.
type Origin uint8

// The origins of entries.
const (
	FromFile      Origin = iota // a scored transcript or another book
	FromSearch                  // an expansion of book learning
	FromGame                    // a finished game that was learned
	FromEdax                    // a book that Edax made
	FromEgaroucid               // a book that Egaroucid made
	FromProof                   // a search that a proof put right
	origins
)

// String names the origin in lower case.
func (o Origin) String() string {
	if o >= origins {
		return "unknown"
	}
	return [origins]string{"file", "search", "game", "edax", "egaroucid", "proof"}[o]
}

// Foreign reports whether another program said it, which counts its levels in its own way.
func (o Origin) Foreign() bool { return o == FromEdax || o == FromEgaroucid }

// Depth returns the plies that the search behind the entry looked ahead, 0 if nobody
// knows. The levels of Edax and Egaroucid are numbers of plies.
func (e Entry) Depth() int {
	switch {
	case e.Origin.Foreign():
		return min(int(e.Level), 60)
	case e.Level == 0 || int(e.Level) > engine.MaxLevel:
		return 0
	}
	return engine.Levels[e.Level].Depth
}

// NewEntry returns an entry that knows nothing yet.
func NewEntry(origin Origin) Entry { return Entry{Leaf: board.NoSquare, Origin: origin} }

// transform returns the entry for the position turned by the symmetry s.
func (e Entry) transform(s int) Entry {
	e.Leaf = e.Leaf.Transform(s)
	return e
}
