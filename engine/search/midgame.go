package search

import (
	"math/bits"

	"kaeshi/engine/board"
	"kaeshi/engine/tt"
)

// nwsMid searches p to depth, at least 1, with the null window at alpha, in
// 1/Disc discs. moves are the legal moves of p, n its empties.
func (w *worker) nwsMid(p board.Position, moves uint64, ply, n, depth, alpha int) int {
	if depth >= n {
		return w.nwsEnd(p, moves, ply, n, floorDiv(alpha, Disc)) * Disc
	}
	if moves == 0 {
		return w.passMid(p, ply, n, depth, alpha)
	}
	if depth == 1 {
		w.count++
		return w.leaf(p, moves, ply, n, alpha+1)
	}
	w.count++
	if w.stopped() {
		return 0
	}
	h := tt.Hash(p)
	entry, known := w.probe(p, h)
	if known && int(entry.Depth) >= depth && Selectivity(entry.Selectivity) >= w.sel {
		if int(entry.Lower) > alpha {
			return int(entry.Lower)
		}
		if int(entry.Upper) <= alpha {
			return int(entry.Upper)
		}
	}
	if value, cut := w.probCutMid(p, moves, ply, n, depth, alpha); cut {
		return value
	}
	return w.expandMid(p, moves, h, entry, ply, n, depth, alpha)
}

// expandMid searches the moves of a node that has not been cut off.
func (w *worker) expandMid(p board.Position, moves, h uint64, entry tt.Entry, ply, n, depth, alpha int) int {
	f := &w.frames[ply]
	count := board.Successors(p, moves, &f.successors)
	if depth >= etcDepth {
		if value, cut := w.etc(f, count, depth, alpha); cut {
			return value
		}
	}
	w.orderMid(f, entry, count, ply, n, depth, alpha)
	w.share()
	if depth >= splitDepth && w.threads > 1 {
		return w.sharedNode(p, h, ply, n, depth, alpha, count)
	}
	best, bestMove := -infinity, board.NoSquare
	for i := range count {
		s := f.pick(count)
		w.evaluator.Play(&w.frames[ply+1].state, &f.state, s.Square, s.Flips)
		value := w.scout(s, i, ply, n, depth, alpha)
		if value > best {
			best, bestMove = value, s.Square
			if value > alpha {
				break
			}
		}
	}
	if w.stopped() {
		return 0
	}
	if best > alpha {
		w.history.reward(ply, bestMove, depth)
	}
	w.table.Store(p, h, tt.Result{
		Alpha: alpha, Beta: alpha + 1, Value: best,
		Depth: depth, Selectivity: uint8(w.sel), Move: bestMove,
	})
	return best
}

// Late move reductions, as chess programs have them: a move that stands late in the
// order is searched less deep first, and as deep as the others only if it is better
// than expected. The reduction is even, since odd and even depths differ by a bias.
const (
	lateMove      = 2 // the first such move, counted from 0
	lateDepth     = 5 // of the node
	lateReduction = 2
)

// isLate reports whether the move with that number at a node of that depth is one of
// them. Only the most selective searches reduce: the error of a reduction has not been
// measured.
func (w *worker) isLate(number, depth int) bool {
	return number >= lateMove && depth >= lateDepth && w.sel == Selectivity73
}

// scout searches the move s, the number-th in order from 0, of a node with n empties at
// ply, with the null window at the node's alpha. The move's state stands at the next ply.
func (w *worker) scout(s *board.Successor, number, ply, n, depth, alpha int) int {
	if depth < n && w.isLate(number, depth) {
		value := -w.nullWindow(s.Position, s.Moves, ply+1, n-1, depth-1-lateReduction, -alpha-1)
		if value <= alpha {
			return value
		}
	}
	return -w.nullWindow(s.Position, s.Moves, ply+1, n-1, depth-1, -alpha-1)
}

func (w *worker) passMid(p board.Position, ply, n, depth, alpha int) int {
	passed := p.Pass()
	moves := passed.Moves()
	if moves == 0 {
		return p.Score() * Disc
	}
	w.count++
	w.evaluator.Pass(&w.frames[ply+1].state, &w.frames[ply].state)
	return -w.nwsMid(passed, moves, ply+1, n, depth, -alpha-1)
}

// plain is a fixed-depth alpha-beta search without table, ordering or pruning,
// for the few plies that order the moves of a bigger one.
func (w *worker) plain(p board.Position, moves uint64, ply, n, depth, alpha, beta int) int {
	if depth == 0 || n == 0 {
		return w.evaluate(p, ply, n)
	}
	if moves == 0 {
		passed := p.Pass()
		if moves = passed.Moves(); moves == 0 {
			return p.Score() * Disc
		}
		w.evaluator.Pass(&w.frames[ply+1].state, &w.frames[ply].state)
		return -w.plain(passed, moves, ply+1, n, depth, -beta, -alpha)
	}
	if depth == 1 {
		return w.leaf(p, moves, ply, n, beta)
	}
	f := &w.frames[ply]
	count := board.Successors(p, moves, &f.successors)
	for i := range count {
		f.keys[i] = mobilityKey(&f.successors[i])
	}
	best := -infinity
	for range count {
		s := f.pick(count)
		w.evaluator.Play(&w.frames[ply+1].state, &f.state, s.Square, s.Flips)
		w.count++
		value := -w.plain(s.Position, s.Moves, ply+1, n-1, depth-1, -beta, -max(alpha, best))
		if best = max(best, value); best >= beta {
			break
		}
	}
	return best
}

// leaf searches one ply: the best static value after a move, at least beta
// stops it. The move that cut the last leaf at this ply off (the killer) is tried
// first, then the squares in the order of leafGroups. A finer order would cost more than
// it saves.
func (w *worker) leaf(p board.Position, moves uint64, ply, n, beta int) int {
	f := &w.frames[ply]
	best := -infinity
	group := moves & w.killers[ply]
	for next := 0; ; next++ {
		moves &^= group
		for ; group != 0; group &= group - 1 {
			sq := board.Square(bits.TrailingZeros64(group))
			flips := board.Flip(sq, p.Player, p.Opponent)
			next := p.After(sq, flips)
			w.count++
			h := tt.Hash(next)
			value, known := w.values.get(h)
			if !known {
				value = w.evaluateAfter(f, sq, flips, next, next.Moves(), h, n-1)
			}
			best = max(best, -value)
			if best >= beta {
				w.killers[ply] = sq.Bit()
				return best
			}
		}
		if moves == 0 {
			return best
		}
		group = moves & leafGroups[next]
	}
}

// leafGroups are the squares from those that are good to take to those that give
// corners away: corners, the middle, the edges and the squares beside them, C and X.
// Together they are the board.
var leafGroups = [...]uint64{corners, 0x00003C3C3C3C0000, 0x3C3CC3C3C3C33C3C, 0x42C300000000C342}

// evaluate returns the static value of p, whose features stand at ply. A side
// without discs has lost, and a full board is counted.
func (w *worker) evaluate(p board.Position, ply, n int) int {
	if n == 0 || p.Player == 0 || p.Opponent == 0 {
		return p.Score() * Disc
	}
	h := tt.Hash(p)
	value, known := w.values.get(h)
	if !known {
		value = w.evaluator.Evaluate(&w.frames[ply].state, n)
		w.values.set(h, value)
	}
	return value
}

// evaluateAfter returns the static value of next, the position after the move sq from
// the node of frame f, with n empties, the legal moves moves and the hash value h, under
// which the value is kept.
func (w *worker) evaluateAfter(f *frame, sq board.Square, flips uint64, next board.Position, moves, h uint64, n int) int {
	if n == 0 || next.Player == 0 {
		return next.Score() * Disc
	}
	value := w.evaluator.After(&f.state, sq, flips, next, moves, n)
	w.values.set(h, value)
	return value
}

// floorDiv divides rounding down.
func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
