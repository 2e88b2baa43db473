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

// A nearTable has 2^nearBits slots, and 2^highBits of their own for positions of
// highFrom empties or more, which the many smaller ones would soon drive out.
const (
	nearBits = 14
	highBits = 14
	highFrom = 9
)

// nearTable remembers positions close to the end for one thread. It is small
// enough to stay in the processor's cache, and always replaces (the idea is
// Toshihiko Okuhara's, in Edax 4.5.5).
type nearTable [1<<nearBits + 1<<highBits]nearSlot

// slot is where p belongs, which has n empties.
func (t *nearTable) slot(p board.Position, n int) *nearSlot {
	h := tt.Hash(p)
	if n >= highFrom {
		return &t[1<<nearBits+h>>(64-highBits)]
	}
	return &t[h>>(64-nearBits)]
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
	slot := w.near.slot(p, n)
	known := board.NoSquare
	lower, upper := -64, 64
	if slot.player == p.Player && slot.opponent == p.Opponent {
		lower, upper = int(slot.lower), int(slot.upper)
		if lower > alpha || upper <= alpha {
			w.note(n, cutByTable)
		}
		if lower > alpha {
			return lower
		}
		if upper <= alpha {
			return upper
		}
		known = slot.move
	}
	f := &w.frames[ply]
	count := board.Successors(p, moves, &f.successors)
	if value, cut := w.near.etc(f.successors[:count], n-1, alpha); cut {
		w.note(n, cutByETC)
		return value
	}
	if count > 1 {
		w.orderNear(f, p, known, count)
	}
	best, bestMove := -infinity, board.NoSquare
	tried, begin, last := 0, w.count, w.count
	for i := range count {
		s := f.pick(count)
		tried, last = i+1, w.count
		value := -w.nwsNear(s.Position, s.Moves, ply+1, n-1, -alpha-1)
		if value > best {
			best, bestMove = value, s.Square
			if value > alpha {
				break
			}
		}
	}
	w.noteMoves(n, tried, begin, last, best > alpha)
	if best > alpha {
		lower = max(lower, best)
	} else {
		upper = min(upper, best)
	}
	*slot = nearSlot{p.Player, p.Opponent, int8(lower), int8(upper), bestMove}
	return best
}

// etc looks for a successor, of n empties, that is already known to be bad enough for
// the opponent. In passing it brings the slots of the others into the cache.
func (t *nearTable) etc(successors []board.Successor, n, alpha int) (int, bool) {
	for i := range successors {
		s := &successors[i]
		slot := t.slot(s.Position, n)
		if slot.player == s.Player && slot.opponent == s.Opponent && -int(slot.upper) > alpha {
			return -int(slot.upper), true
		}
	}
	return 0, false
}

// nwsLast is nwsNear for positions that solveLast takes, whose values the table keeps
// too.
func (w *worker) nwsLast(p board.Position, alpha int) int {
	slot := w.near.slot(p, lastEmpties)
	lower, upper := -64, 64
	if slot.player == p.Player && slot.opponent == p.Opponent {
		lower, upper = int(slot.lower), int(slot.upper)
		if lower > alpha {
			w.count++
			return lower
		}
		if upper <= alpha {
			w.count++
			return upper
		}
	}
	value := solveLast(p.Player, p.Opponent, alpha, alpha+1, &w.count)
	if value > alpha {
		lower = max(lower, value)
	} else {
		upper = min(upper, value)
	}
	*slot = nearSlot{p.Player, p.Opponent, int8(lower), int8(upper), board.NoSquare}
	return value
}

// orderNear sets the keys of the moves of f for nwsNear.
func (w *worker) orderNear(f *frame, p board.Position, known board.Square, count int) {
	odd := oddQuadrants(p.Empties())
	for i := range count {
		s := &f.successors[i]
		if s.Square == known {
			f.keys[i] = hashKey
			continue
		}
		key := mobilityKey(s) + squareKey[s.Square] + anchoredUnit*anchored(s.Opponent)
		if s.Square.Bit()&odd != 0 {
			key += parityKey
		}
		f.keys[i] = key
	}
}
