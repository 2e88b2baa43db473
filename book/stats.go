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

// Count looks at every position of a book.
func (b *Book) Count() (Stats, error) {
	if o, ok := b.whole().(*other); ok {
		return count(o), o.Err()
	}
	d, err := DraftOf(b.whole())
	if err != nil {
		return Stats{}, err
	}
	defer d.Close()
	return count(d), d.Err()
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
		moves := follow(r, p)
		if !moves.played {
			s.Ends++
		}
		if moves.leads(e.Leaf) {
			s.Leaves++
		}
	}
	return s
}

// openLeaf reports whether p's leaf is a legal move that still leads out of the book.
func openLeaf(f finder, p board.Position, e Entry) bool {
	return e.Leaf < board.Pass && follow(f, p).leads(e.Leaf)
}
