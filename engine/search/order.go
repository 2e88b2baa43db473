package search

import (
	"math/bits"

	"kaeshi/engine/board"
	"kaeshi/engine/tt"
)

const (
	corners   = 0x8100000000000081
	hashKey   = 1 << 30
	secondKey = 1 << 29
	takenKey  = -1 << 31 // of a move that has been picked

	// In 1/Disc discs; found by trial on endings of 20 and 25 empties, see README.md.
	mobilityUnit    = 768 // of a reply left to the opponent, where no value is at hand
	mobilityUnitEnd = 350 // the same beside the value of an ordering search
	mobilityUnitFar = 200 // with farEmpties or more
	chancesUnit     = 32  // of an empty square beside the mover's discs, a reply some time
	ownChancesUnit  = 100 // of one beside the opponent's
	anchoredUnit    = 150 // of a disc of the mover in a corner, or beside one in a corner
	parityKey       = 128 // of a square in a quadrant with an odd number of empties
	orderingReach   = 800 // below alpha, where an ordering search may stop

	farEmpties = 19
)

// pick returns the best of the count moves that has not been taken yet, and takes it.
func (f *frame) pick(count int) *board.Successor { return f.take(f.first(count)) }

// first returns the index of the best of the count moves that has not been taken.
func (f *frame) first(count int) int {
	best, bestKey := 0, int32(takenKey)
	for i, key := range f.keys[:count] {
		if key > bestKey {
			best, bestKey = i, key
		}
	}
	return best
}

// take returns the move with that index, and marks it as taken.
func (f *frame) take(i int) *board.Successor {
	f.keys[i] = takenKey
	return &f.successors[i]
}

// unpick lets s be picked again, next.
func (f *frame) unpick(s *board.Successor) {
	for i := range f.successors {
		if &f.successors[i] == s {
			f.keys[i] = hashKey
		}
	}
}

// squareKey orders squares: corners first, squares that give corners away last.
var squareKey = func() (keys [64]int32) {
	rows := [4][4]int32{
		{18, 4, 16, 12},
		{4, 2, 6, 8},
		{16, 6, 14, 10},
		{12, 8, 10, 0},
	}
	for sq := range keys {
		column, row := sq&7, sq>>3
		keys[sq] = rows[min(row, 7-row)][min(column, 7-column)]
	}
	return keys
}()

// mobilityKey is high for moves that leave the opponent few replies, corners
// counted twice.
func mobilityKey(s *board.Successor) int32 {
	replies := bits.OnesCount64(s.Moves) + bits.OnesCount64(s.Moves&corners)
	return -int32(replies) * mobilityUnit
}

// chances counts the empty squares beside discs: what their opponent may play some time
// (potential mobility).
func chances(discs, empties uint64) int32 {
	beside := discs | discs<<1&^(columnH>>7) | discs>>1&^columnH
	beside |= beside<<8 | beside>>8
	return int32(bits.OnesCount64(beside & empties))
}

// anchored counts the discs in corners and those beside them on the edges.
func anchored(discs uint64) int32 {
	c := discs & corners
	beside := c<<1&^(1<<8) | c>>1&^(1<<55) | c<<8 | c>>8 // not around the edge of the board
	return int32(bits.OnesCount64(c | discs&beside))
}

const columnH = 0x8080808080808080

// orderEnd sets the keys of the first count moves of the frame at ply for the
// endgame search.
func (w *worker) orderEnd(f *frame, p board.Position, entry tt.Entry, count, ply, n, alpha int) {
	odd := oddQuadrants(p.Empties())
	depth, unit := sortDepthEnd(n), int32(mobilityUnitEnd)
	if n >= farEmpties {
		unit = mobilityUnitFar
	}
	for i := range count {
		s := &f.successors[i]
		switch s.Square {
		case entry.Move:
			f.keys[i] = hashKey
			continue
		case entry.Second:
			f.keys[i] = secondKey
			continue
		}
		replies := bits.OnesCount64(s.Moves) + bits.OnesCount64(s.Moves&corners)
		key := squareKey[s.Square] - int32(replies)*unit - chancesUnit*chances(s.Opponent, s.Empties()) +
			ownChancesUnit*chances(s.Player, s.Empties())
		if s.Square.Bit()&odd != 0 {
			key += parityKey
		}
		f.keys[i] = key + int32(w.orderingSearch(f, s, ply, n, depth, alpha*Disc))
	}
}

// sortDepthEnd is the depth of the ordering searches at an endgame node with n empties.
func sortDepthEnd(n int) int {
	switch {
	case n < 16:
		return 0
	case n < 19:
		return 1
	case n < 23:
		return 2
	default:
		return 3
	}
}

// orderMid sets the keys of the first count moves of the frame at ply for a
// midgame search of the given depth.
func (w *worker) orderMid(f *frame, entry tt.Entry, count, ply, n, depth, alpha int) {
	sortDepth := sortDepthMid(depth)
	for i := range count {
		s := &f.successors[i]
		switch s.Square {
		case entry.Move:
			f.keys[i] = hashKey
			continue
		case entry.Second:
			f.keys[i] = secondKey
			continue
		}
		key := mobilityKey(s)/8 + squareKey[s.Square]
		if sortDepth >= 0 {
			key += int32(w.orderingSearch(f, s, ply, n, sortDepth, alpha))
		} else {
			key += w.history.key(ply, s.Square)
		}
		f.keys[i] = key
	}
}

// sortDepthMid is the depth of the ordering searches at a midgame node, -1 for none. The
// trees that ProbCut leaves are small: an ordering search of one ply takes ten nodes a
// move, which costs more than it saves in all but the largest.
func sortDepthMid(depth int) int {
	switch {
	case depth < 4:
		return -1
	case depth < 14:
		return 0
	default:
		return 1
	}
}

// orderingSearch returns the value of the move s from the node of frame f, by a shallow
// search. A value far below alpha may be a bound.
func (w *worker) orderingSearch(f *frame, s *board.Successor, ply, n, depth, alpha int) int {
	w.count++
	if depth == 0 {
		h := tt.Hash(s.Position)
		value, known := w.values.get(h)
		if !known {
			value = w.evaluateAfter(f, s.Square, s.Flips, s.Position, s.Moves, h, n-1)
		}
		return -value
	}
	w.evaluator.Play(&w.frames[ply+1].state, &f.state, s.Square, s.Flips)
	return -w.plain(s.Position, s.Moves, ply+1, n-1, depth, -infinity, orderingReach-alpha)
}

var quadrants = [4]uint64{0x000000000F0F0F0F, 0x00000000F0F0F0F0, 0x0F0F0F0F00000000, 0xF0F0F0F000000000}

// oddQuadrants returns the squares of the quadrants with an odd number of
// empties. To move there first tends to leave the last move of every quadrant
// to oneself (parity).
func oddQuadrants(empties uint64) uint64 {
	var odd uint64
	for _, quadrant := range quadrants {
		if bits.OnesCount64(empties&quadrant)&1 != 0 {
			odd |= quadrant
		}
	}
	return odd
}
