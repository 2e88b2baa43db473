package eval

import (
	"math"

	"kaeshi/weights"
)

// The names of the tables, by number of empties at the end of a search, of what makes its
// value true: what a disc of it is worth, and by how many discs the side to move there is
// seen too high. The other side has chosen that position, which the fit of weights knows
// nothing of.
const (
	SlopeTable = "true slope"
	TempoTable = "true tempo"
)

// truth is what these tables say; nil is that values are taken as they are.
type truth struct{ slope, tempo [65]float64 }

func newTruth(w *weights.Weights) *truth {
	t := new(truth)
	slopes, tempi := w.Tables[SlopeTable], w.Tables[TempoTable]
	if len(slopes) != len(t.slope) || len(tempi) != len(t.tempo) {
		return nil
	}
	for n := range t.slope {
		t.slope[n], t.tempo[n] = float64(slopes[n]), float64(tempi[n])
	}
	return t
}

// True returns what the value of a search to the depth at that many empties, in 1/Disc
// discs, is worth on average. Larger values stay larger ones, so the choice between
// moves is the same; a search itself goes by its values as they are.
func (e *Evaluator) True(value, empties, depth int) int {
	end := empties - depth
	if e.truth == nil || end < 0 || end >= len(e.truth.slope) {
		return value
	}
	tempo := e.truth.tempo[end] * Disc
	if depth%2 == 1 {
		tempo = -tempo // the other side is to move at the end
	}
	corrected := int(math.Round(e.truth.slope[end]*float64(value) - tempo))
	return max(-MaxValue, min(corrected, MaxValue))
}
