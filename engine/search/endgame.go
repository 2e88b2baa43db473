package search

import (
	"math/bits"

	"kaeshi/engine/board"
	"kaeshi/engine/tt"
)

// The numbers of empties at which the endgame search changes its methods.
const (
	lastEmpties = 6               // and fewer: solveLast
	nearEmpties = 12              // and fewer: the thread's own small table, moves by mobility
	evalEmpties = nearEmpties + 1 // and more: the shared table, ProbCut, moves ordered by the evaluator
)

// stabilityFrom holds for each number of empties the alpha from which a
// stability cut-off is so likely that counting stable discs pays.
var stabilityFrom = func() (from [64]int) {
	for n := range from {
		from[n] = min(64, n*2-2)
	}
	return from
}()

// nwsEnd proves the final score of p, in discs, to be above alpha or not. moves
// are the legal moves of p, n its empties.
func (w *worker) nwsEnd(p board.Position, moves uint64, ply, n, alpha int) int {
	if n <= lastEmpties {
		return solveLast(p.Player, p.Opponent, alpha, alpha+1, &w.count)
	}
	if n <= nearEmpties {
		return w.nwsNear(p, moves, ply, n, alpha)
	}
	w.count++
	if moves == 0 {
		return w.passEnd(p, ply, n, alpha)
	}
	if w.stopped() {
		return 0
	}
	w.note(n, visited)
	if value, cut := stabilityCut(p, n, alpha); cut {
		w.note(n, cutByStability)
		return value
	}
	h := tt.Hash(p)
	entry, known := w.probe(p, h)
	if known && int(entry.Depth) >= n && Selectivity(entry.Selectivity) >= w.sel {
		if lower := int(entry.Lower) / Disc; lower > alpha {
			w.note(n, cutByTable)
			return lower
		}
		if upper := int(entry.Upper) / Disc; upper <= alpha {
			w.note(n, cutByTable)
			return upper
		}
	}
	if value, cut := w.probCutEnd(p, moves, ply, n, alpha); cut {
		w.note(n, cutByProbCut)
		return value
	}
	return w.expandEnd(p, moves, h, entry, ply, n, alpha)
}

// expandEnd searches the moves of a node that has not been cut off.
func (w *worker) expandEnd(p board.Position, moves, h uint64, entry tt.Entry, ply, n, alpha int) int {
	f := &w.frames[ply]
	count := board.Successors(p, moves, &f.successors)
	if n > evalEmpties {
		if value, cut := w.etc(f, count, n, alpha*Disc); cut {
			w.note(n, cutByETC)
			return value / Disc
		}
	} else if value, cut := w.near.region(n-1).etc(f.successors[:count], alpha); cut {
		w.note(n, cutByETC)
		return value
	}
	begin := w.count
	w.orderEnd(f, p, entry, count, ply, n, alpha)
	if n >= splitEmpties && w.threads > 1 {
		return w.sharedNode(p, h, ply, n, n, alpha*Disc, count) / Disc
	}
	best, bestMove := -infinity, board.NoSquare
	tried, last := 0, begin
	for i := range count {
		s := f.pick(count)
		tried, last = i+1, w.count
		if n > evalEmpties {
			w.evaluator.Play(&w.frames[ply+1].state, &f.state, s.Square, s.Flips)
		}
		value := -w.nwsEnd(s.Position, s.Moves, ply+1, n-1, -alpha-1)
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
	w.noteMoves(n, tried, begin, last, best > alpha)
	w.table.Store(p, h, tt.Result{
		Alpha: alpha * Disc, Beta: (alpha + 1) * Disc, Value: best * Disc,
		Depth: n, Selectivity: uint8(w.sel), Move: bestMove,
	})
	return best
}

// passEnd handles a side without a move.
func (w *worker) passEnd(p board.Position, ply, n, alpha int) int {
	passed := p.Pass()
	moves := passed.Moves()
	if moves == 0 {
		return p.Score()
	}
	w.evaluator.Pass(&w.frames[ply+1].state, &w.frames[ply].state)
	return -w.nwsEnd(passed, moves, ply+1, n, -alpha-1)
}

// stabilityCut reports whether the opponent's stable discs alone keep the score
// from exceeding alpha, and the bound they prove.
func stabilityCut(p board.Position, n, alpha int) (int, bool) {
	if alpha < stabilityFrom[n] {
		return 0, false
	}
	upper := 64 - 2*bits.OnesCount64(board.Stable(p.Opponent, p.Player))
	return upper, upper <= alpha
}
