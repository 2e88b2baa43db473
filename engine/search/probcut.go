package search

import (
	"math"

	"kaeshi/engine/board"
)

// ProbCut (Buro 1995, "ProbCut: an effective selective extension of the
// alpha-beta algorithm"): a shallow search predicts a deep one up to a normally
// distributed error; a prediction far enough outside the window ends the node.

// The depth from which ProbCut is used, and how deep ProbCut searches may be nested.
const (
	probCutDepth  = 2
	probCutNested = 2
)

// deviations is how many standard errors the prediction must lie outside the
// window for each selectivity: the two-sided normal quantile of its percentage.
var deviations = [...]float64{
	Selectivity73: 1.1, Selectivity87: 1.5, Selectivity95: 2.0, Selectivity98: 2.6, Selectivity99: 3.3,
	NoSelectivity: math.Inf(1),
}

// ProbCutTable gives the standard error, in discs, with which a shallow search predicts
// the value of a deep one: the exponential of the features times coefficients. These
// were measured with the weights in use and are stored beside them.
type ProbCutTable struct {
	Name     string             // of the table of coefficients in a weights file
	Shallow  func(deep int) int // the depth that predicts a deep search
	Features func(empties, deep, shallow int) []float64
	standard []float32 // for weights without measured coefficients
}

// The models for a deep search in the midgame and for one to the end.
var (
	ProbCutMid = ProbCutTable{"probcut midgame", midCutDepth, func(empties, deep, shallow int) []float64 {
		return []float64{1, float64(empties), float64(deep), float64(shallow), math.Sqrt(float64(max(deep-shallow, 0)))}
	}, []float32{1.0, 0, 0.02, -0.05, 0}}
	ProbCutEnd = ProbCutTable{"probcut endgame", endCutDepth, func(empties, _, shallow int) []float64 {
		return []float64{1, float64(empties), float64(shallow)}
	}, []float32{1.35, 0.015, -0.04}}
)

// Error returns the standard error; coefficients of the wrong number give way to
// standard ones.
func (m ProbCutTable) Error(coefficients []float32, empties, deep, shallow int) float64 {
	features := m.Features(empties, deep, shallow)
	if len(coefficients) != len(features) {
		coefficients = m.standard
	}
	log := 0.0
	for i, f := range features {
		log += float64(coefficients[i]) * f
	}
	return math.Exp(log)
}

// probCutModel holds one standard error for each use, in 1/Disc discs.
type probCutModel struct {
	mid [64][32]int16 // by empties and depth
	end [64]int16     // by empties
}

func newProbCutModel(mid, end []float32) *probCutModel {
	m := &probCutModel{}
	for n := range m.mid {
		for deep := range m.mid[n] {
			m.mid[n][deep] = margin(ProbCutMid.Error(mid, n, deep, midCutDepth(deep)))
		}
		m.end[n] = margin(ProbCutEnd.Error(end, n, n, endCutDepth(n)))
	}
	return m
}

func margin(discs float64) int16 { return int16(math.Round(min(discs, 64) * Disc)) }

// midCutDepth is the depth that predicts a search of the given depth: half of
// it, of the same parity, since odd and even depths differ by a bias.
func midCutDepth(depth int) int { return depth/4*2 + depth&1 }

// endCutDepth is the depth that predicts the end with n empties. A deeper one cuts more
// nodes, but then the selective passes take longer than they save in the exact one:
// measured on FFO #45-49.
func endCutDepth(n int) int { return 4 + n&1 }

// probCutMid reports whether a shallower search cuts the node off, and the value.
func (w *worker) probCutMid(p board.Position, moves uint64, ply, n, depth, alpha int) (int, bool) {
	if depth < probCutDepth || w.sel == NoSelectivity || w.nested >= probCutNested {
		return 0, false
	}
	shallow := midCutDepth(depth)
	return w.probCut(p, moves, ply, n, shallow, alpha, int(w.cuts.mid[n][min(depth, 31)]))
}

// probCutEnd is probCutMid for the endgame search, in discs.
func (w *worker) probCutEnd(p board.Position, moves uint64, ply, n, alpha int) (int, bool) {
	if n < evalEmpties || w.sel == NoSelectivity || w.nested >= probCutNested {
		return 0, false
	}
	shallow := endCutDepth(n)
	value, cut := w.probCut(p, moves, ply, n, shallow, alpha*Disc, int(w.cuts.end[n]))
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
	// Only the side of the window on which the static value lies is tried.
	if high := alpha + reach; high < 64*Disc && static > alpha {
		if w.nullWindow(p, moves, ply, n, shallow, high-1) >= high {
			return alpha + 1, true
		}
	}
	if low := alpha - reach; low > -64*Disc && static <= alpha {
		if w.nullWindow(p, moves, ply, n, shallow, low) <= low {
			return alpha, true
		}
	}
	return 0, false
}
