package eval

import (
	"math"

	"kaeshi/weights"
)

// The names of the tables that correct the value of a search, by the number of empties at
// its end: the factor for a disc, and by how many discs the side to move there is valued
// too high. The other side has chosen that position, which the fit of the weights does
// not know.
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

// True returns the final result to expect on average, in 1/Disc discs, for a value of a
// search to the depth at that many empties. Larger values stay larger ones, so the choice
// between moves is the same. The search itself uses its values as they are.
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
