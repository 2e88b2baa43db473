package search

import (
	"math"

	"kaeshi/engine/board"
)

// ProbCut (Buro 1995, "ProbCut: an effective selective extension of the
// alpha-beta algorithm"): a shallow search predicts a deep one up to a normally
// distributed error; a prediction far enough outside the window ends the node.

// Where ProbCut begins, and how deep ProbCut searches may lie in each other.
const (
	probCutDepth  = 3
	probCutNested = 2
)

// deviations is how many standard errors the prediction must lie outside the
// window for each selectivity: the two-sided normal quantile of its percentage.
var deviations = [...]float64{
	Selectivity73: 1.1, Selectivity87: 1.5, Selectivity95: 2.0, Selectivity98: 2.6, Selectivity99: 3.3,
	NoSelectivity: math.Inf(1),
}

// probCutModel predicts the standard error of (deep - shallow).
type probCutModel struct {
	mid [5]float64 // log of the error in discs: constant, per empty, per deep ply, per shallow ply, per root of their difference
	end [3]float64 // the same with the deep search being to the end: constant, per empty, per shallow ply
	// margins in 1/Disc discs for one standard error
	midTable [64][32][32]int16
	endTable [64][32]int16
}

func defaultProbCut() *probCutModel {
	return newProbCutModel([5]float64{1.0, 0, 0.02, -0.05, 0}, [3]float64{1.35, 0.015, -0.04})
}

func newProbCutModel(mid [5]float64, end [3]float64) *probCutModel {
	m := &probCutModel{mid: mid, end: end}
	for n := range m.midTable {
		for deep := range m.midTable[n] {
			for shallow := range m.midTable[n][deep] {
				m.midTable[n][deep][shallow] = margin(m.midError(n, deep, shallow))
			}
		}
		for shallow := range m.endTable[n] {
			m.endTable[n][shallow] = margin(m.endError(n, shallow))
		}
	}
	return m
}

func margin(discs float64) int16 { return int16(math.Round(min(discs, 64) * Disc)) }

func (m *probCutModel) midError(n, deep, shallow int) float64 {
	c := m.mid
	return math.Exp(c[0] + c[1]*float64(n) + c[2]*float64(deep) + c[3]*float64(shallow) +
		c[4]*math.Sqrt(float64(max(deep-shallow, 0))))
}

func (m *probCutModel) endError(n, shallow int) float64 {
	c := m.end
	return math.Exp(c[0] + c[1]*float64(n) + c[2]*float64(shallow))
}

// shallowDepth is the depth that predicts a search of the given depth: half of
// it, of the same parity, since odd and even depths differ by a bias.
func shallowDepth(depth int) int { return depth/4*2 + depth&1 }

// probCutMid tells whether a shallower search lets nwsMid end, and the value.
func (w *worker) probCutMid(p board.Position, moves uint64, ply, n, depth, alpha int) (int, bool) {
	if depth < probCutDepth || w.sel == NoSelectivity || w.nested >= probCutNested {
		return 0, false
	}
	shallow := shallowDepth(depth)
	return w.probCut(p, moves, ply, n, shallow, alpha, int(w.cuts.midTable[n][min(depth, 31)][min(shallow, 31)]))
}

// probCutEnd is probCutMid for the endgame search, in discs.
func (w *worker) probCutEnd(p board.Position, moves uint64, ply, n, alpha int) (int, bool) {
	if n < evalEmpties || w.sel == NoSelectivity || w.nested >= probCutNested {
		return 0, false
	}
	shallow := shallowDepth(n)
	value, cut := w.probCut(p, moves, ply, n, shallow, alpha*Disc, int(w.cuts.endTable[n][min(shallow, 31)]))
	if !cut {
		return 0, false
	}
	if value > alpha*Disc {
		return alpha + 1, true
	}
	return alpha, true
}

// probCut searches p to the shallow depth for a value that lies deviations *
// sigma (in 1/Disc discs) or more outside the null window at alpha.
func (w *worker) probCut(p board.Position, moves uint64, ply, n, shallow, alpha, sigma int) (int, bool) {
	reach := int(deviations[w.sel]*float64(sigma)) + 1
	static := w.evaluate(p, ply, n)
	w.nested++
	defer func() { w.nested-- }()
	// The static value says which side is worth a try.
	if high := alpha + reach; high < 64*Disc && static > alpha {
		if w.nws(p, moves, ply, n, shallow, high-1) >= high {
			return alpha + 1, true
		}
	}
	if low := alpha - reach; low > -64*Disc && static <= alpha {
		if w.nws(p, moves, ply, n, shallow, low) <= low {
			return alpha, true
		}
	}
	return 0, false
}

// nws is nwsMid for any depth, 0 included.
func (w *worker) nws(p board.Position, moves uint64, ply, n, depth, alpha int) int {
	if depth == 0 {
		w.count++
		return w.evaluate(p, ply, n)
	}
	return w.nwsMid(p, moves, ply, n, depth, alpha)
}
