package book

import "kaeshi/engine/board"

// Stats are counts over a book.
type Stats struct {
	Positions int
	Ends      int // positions without a registered successor
	Passes    int // positions whose mover must pass
	Finished  int // positions where the game is over
	Leaves    int // positions with a known best move that is not in the book
	ByDiscs   [65]int
	ByOrigin  map[string]int
}

// Count looks at every position of a book. That of another program is not taken into
// memory for it.
func (b *Book) Count() (Stats, error) {
	if o, ok := b.whole().(*other); ok {
		return count(o), o.Err()
	}
	g, err := b.Load()
	if err != nil {
		return Stats{}, err
	}
	return count(g), nil
}

func count(r Reader) Stats {
	s := Stats{ByOrigin: map[string]int{}}
	for p, e := range r.All() {
		s.Positions++
		s.ByDiscs[64-p.EmptyCount()]++
		s.ByOrigin[e.Origin.String()]++
		switch {
		case p.Over():
			s.Finished++
		case p.MustPass():
			s.Passes++
		}
		if !hasSuccessor(r, p) {
			s.Ends++
		}
		if openLeaf(r, p, e) {
			s.Leaves++
		}
	}
	return s
}

func hasSuccessor(f finder, p board.Position) bool {
	for sq := range board.Pass + 1 {
		if p.Legal(sq) {
			if _, _, ok := successor(f, p, sq); ok {
				return true
			}
		}
	}
	return false
}

// openLeaf reports whether p's leaf is a legal move that still leads out of the book.
func openLeaf(f finder, p board.Position, e Entry) bool {
	return e.Leaf < board.Pass && unplayed(f, p)&e.Leaf.Bit() != 0
}
