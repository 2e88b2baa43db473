package human

import (
	"sync"

	"kaeshi/engine/board"
	"kaeshi/engine/pattern"
)

// rowBits is the size of the table of rows: 1 << rowBits weights.
const rowBits = 21

// TableSize is the number of weights of all rows.
const TableSize = 1 << rowBits

// RowPhases is how many stretches of the game have rows of their own; one more set of
// rows holds for the whole game.
const RowPhases = 6

// RowPhase returns the stretch of the game.
func RowPhase(empties int) int { return min(max(60-empties, 0)*RowPhases/60, RowPhases-1) }

// rowShape is one image of a pattern, and its mirror image where the pattern is its own.
type rowShape struct {
	pattern int
	orders  [][]board.Square
}

// place is where a square stands in a shape: the index of the shape, and the digit in
// each of its orders.
type place struct {
	shape int
	at    [2]int
}

type rowLayout struct {
	shapes []rowShape
	places [64][]place // by square
}

// layout is the shapes of the pattern set whose rows are read. Its name says that it
// stays as it is, whatever the evaluation will be fitted for.
var layout = sync.OnceValue(func() *rowLayout {
	set, err := pattern.ByName("broad")
	if err != nil {
		panic(err)
	}
	l := &rowLayout{}
	for _, f := range set.Features {
		shape := rowShape{pattern: f.Pattern, orders: ordersOf(f.Squares)}
		for digit, sq := range f.Squares {
			at := [2]int{digit, digit}
			for o, order := range shape.orders {
				for d, other := range order {
					if other == sq {
						at[o] = d
					}
				}
			}
			l.places[sq] = append(l.places[sq], place{len(l.shapes), at})
		}
		l.shapes = append(l.shapes, shape)
	}
	return l
})

// ordersOf returns the orders in which the squares of a shape can be read: as they are,
// and as the symmetry of the board that maps the shape onto itself has them.
func ordersOf(squares []board.Square) [][]board.Square {
	orders := [][]board.Square{squares}
	var all uint64
	for _, sq := range squares {
		all |= sq.Bit()
	}
	for s := 1; s < board.Symmetries; s++ {
		if board.Transform(all, s) != all {
			continue
		}
		image := make([]board.Square, len(squares))
		moved := false
		for i, sq := range squares {
			image[i] = sq.Transform(s)
			moved = moved || image[i] != sq
		}
		if moved {
			return append(orders, image)
		}
	}
	return orders
}

// RowReader finds the rows of moves. It is not to be shared.
type RowReader struct {
	configurations [pattern.MaxFeatures][2]uint32
	phase          int
	last           board.Square
}

// Set chooses the position whose moves are read, and the move before it.
func (r *RowReader) Set(p board.Position, last board.Square) {
	var digits [64]uint32
	for sq := range board.Square(64) {
		digits[sq] = uint32(p.Player>>sq&1 + 2*(p.Opponent>>sq&1))
	}
	for i := range layout().shapes {
		for o, order := range layout().shapes[i].orders {
			c := uint32(0)
			for _, sq := range order {
				c = 3*c + digits[sq]
			}
			r.configurations[i][o] = c
		}
	}
	r.phase, r.last = RowPhase(p.EmptyCount()), last
}

// The kinds of rows.
const (
	kindPlace    = iota // what stands on a shape, and where in it the move is
	kindAnswer          // and where the last move was
	kindDistance        // the squares of the move and of the last one
)

// Append appends the indices of the rows of a move.
func (r *RowReader) Append(to []uint32, sq board.Square) []uint32 {
	l := layout()
	for _, pl := range l.places[sq] {
		shape := &l.shapes[pl.shape]
		c := &r.configurations[pl.shape]
		o := 0
		if len(shape.orders) > 1 && (c[1] < c[0] || c[1] == c[0] && pl.at[1] < pl.at[0]) {
			o = 1
		}
		key := uint64(c[o])<<16 | uint64(shape.pattern)<<8 | uint64(pl.at[o])
		to = append(to, rowIndex(kindPlace, r.phase, key), rowIndex(kindPlace, RowPhases, key))
		if r.last >= 64 {
			continue
		}
		for _, lp := range l.places[r.last] {
			if lp.shape == pl.shape {
				to = append(to, rowIndex(kindAnswer, r.phase, key<<8|uint64(lp.at[o])))
			}
		}
	}
	return append(to, rowIndex(kindDistance, r.phase, pairKey(sq, r.last)))
}

// pairKey numbers a pair of squares, the same for its eight images.
func pairKey(a, b board.Square) uint64 {
	least := ^uint64(0)
	for s := range board.Symmetries {
		least = min(least, uint64(a.Transform(s))<<8|uint64(b.Transform(s)))
	}
	return least
}

// rowIndex spreads the rows over the table. Rare rows may share a weight: what they
// have in common is little.
func rowIndex(kind, phase int, key uint64) uint32 {
	h := (key<<8|uint64(kind)<<4|uint64(phase))*0x9E3779B97F4A7C15 + 0x7F4A7C15
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	return uint32(h >> (64 - rowBits))
}
