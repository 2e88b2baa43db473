package search

import (
	"kaeshi/engine/board"
	"kaeshi/engine/tt"
)

// nearSlot is what a nearTable keeps of one position: bounds of its exact score
// in discs and the best move known.
type nearSlot struct {
	player, opponent uint64
	lower, upper     int8
	move             board.Square
}

// highFrom is from how many empties on positions have slots of their own: the many
// smaller ones would soon drive them out.
const highFrom = 9

// A nearRegion has 2^nearBits slots, in which positions stand by the highest bits of
// their hash values. The tag of a slot is the next eight bits of the position there: most
// that are looked up are not known, which the tags tell without a look at the slots.
type nearRegion struct {
	tags  [1 << nearBits]uint8
	slots [1 << nearBits]nearSlot
}

const nearBits = 14

// nearTable remembers positions close to the end for one thread. It is small
// enough to stay in the processor's cache, and always replaces (the idea is
// Toshihiko Okuhara's, in Edax 4.5.5).
type nearTable [2]nearRegion

// region holds the slots of positions of n empties.
func (t *nearTable) region(n int) *nearRegion {
	if n >= highFrom {
		return &t[1]
	}
	return &t[0]
}

// probe returns the bounds of p that t knows and the best move, and where p belongs.
func (t *nearRegion) probe(p board.Position) (lower, upper int, move board.Square, place uint64) {
	h := tt.Hash(p)
	place = h >> (64 - nearBits - 8)
	if i := place >> 8; t.tags[i] == uint8(place) {
		if s := &t.slots[i]; s.player == p.Player && s.opponent == p.Opponent {
			return int(s.lower), int(s.upper), s.move, place
		}
	}
	return -64, 64, board.NoSquare, place
}

// store keeps the bounds and the best move of p at its place.
func (t *nearRegion) store(p board.Position, lower, upper int, move board.Square, place uint64) {
	i := place >> 8 & (1<<nearBits - 1)
	t.tags[i] = uint8(place)
	s := &t.slots[i] // field by field: a copy of a whole slot would wait for its parts
	s.player, s.opponent = p.Player, p.Opponent
	s.lower, s.upper, s.move = int8(lower), int8(upper), move
}

// nwsNear is nwsEnd near the leaves, where the shared table costs more than it
// saves.
func (w *worker) nwsNear(p board.Position, moves uint64, ply, n, alpha int) int {
	if n == lastEmpties {
		return w.nwsLast(p, alpha)
	}
	w.count++
	if moves == 0 {
		passed := p.Pass()
		if moves = passed.Moves(); moves == 0 {
			return p.Score()
		}
		return -w.nwsNear(passed, moves, ply, n, -alpha-1)
	}
	w.note(n, visited)
	if value, cut := stabilityCut(p, n, alpha); cut {
		w.note(n, cutByStability)
		return value
	}
	region := w.near.region(n)
	lower, upper, known, place := region.probe(p)
	if lower > alpha || upper <= alpha {
		w.note(n, cutByTable)
	}
	if lower > alpha {
		return lower
	}
	if upper <= alpha {
		return upper
	}
	f := &w.frames[ply]
	count, first := nearMoves(f, p, moves, w.near.region(n-1), known, alpha)
	if count == 0 {
		w.note(n, cutByETC)
		return first
	}
	s := f.take(first)
	best, bestMove := -infinity, board.NoSquare
	tried, begin, last := 0, w.count, w.count
	for {
		tried, last = tried+1, w.count
		value := -w.nwsNear(s.Position, s.Moves, ply+1, n-1, -alpha-1)
		if value > best {
			best, bestMove = value, s.Square
			if value > alpha {
				break
			}
		}
		if tried == count {
			break
		}
		s = f.pick(count)
	}
	w.noteMoves(n, tried, begin, last, best > alpha)
	if best > alpha {
		lower = max(lower, best)
	} else {
		upper = min(upper, best)
	}
	region.store(p, lower, upper, bestMove, place)
	return best
}

// nwsLast is nwsNear for positions that solveLast takes, whose values the table keeps
// too.
func (w *worker) nwsLast(p board.Position, alpha int) int {
	region := w.near.region(lastEmpties)
	lower, upper, _, place := region.probe(p)
	if lower > alpha {
		w.count++
		return lower
	}
	if upper <= alpha {
		w.count++
		return upper
	}
	value := solveLast(p.Player, p.Opponent, alpha, alpha+1, &w.count)
	if value > alpha {
		lower = max(lower, value)
	} else {
		upper = min(upper, value)
	}
	region.store(p, lower, upper, board.NoSquare, place)
	return value
}

// nearMoves fills the frame f with the moves of p and their keys, and looks their
// successors up in region (ETC). One that is bad enough for the opponent ends it: then
// count is 0 and result the lower bound found. Else count is the number of the moves
// and result the index of the first in order. known is tried first if it is a move.
func nearMoves(f *frame, p board.Position, moves uint64, region *nearRegion, known board.Square, alpha int) (count, result int) {
	return nearMovesKernel(f, p, moves, region, known, oddQuadrants(p.Empties()), alpha)
}

// nearMovesGeneric is nearMoves with the best kernels there are for its parts.
func nearMovesGeneric(f *frame, p board.Position, moves uint64, region *nearRegion, known board.Square, odd uint64, alpha int) (count, result int) {
	count = board.Successors(p, moves, &f.successors)
	if value, cut := region.etc(f.successors[:count], alpha); cut {
		return 0, value
	}
	for i := range count {
		s := &f.successors[i]
		key := squareKey[s.Square]
		if s.Square.Bit()&odd != 0 {
			key += parityKey
		}
		if s.Square == known {
			key = hashKey
		}
		f.keys[i] = key + mobilityKey(s) + anchoredUnit*anchored(s.Opponent)
	}
	return count, f.first(count)
}

// etc looks for a successor that is already known to be bad enough for the opponent.
func (t *nearRegion) etc(successors []board.Successor, alpha int) (int, bool) {
	for i := range successors {
		s := &successors[i]
		if _, upper, _, _ := t.probe(s.Position); -upper > alpha {
			return -upper, true
		}
	}
	return 0, false
}
