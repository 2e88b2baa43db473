package eval

import (
	"math"

	"kaeshi/weights"
)

// The names of the tables that correct what is reported of a search of an even depth and
// of an odd one: the factor for a disc, by the number of empties in its middle, and by how
// many discs it sees the side to move too high, by the number of empties at its end. The side to move at the
// end is seen too high, since the other side has chosen that position, which the fit of
// the weights does not know.
var (
	SlopeTables = [2]string{"true slope, even depth", "true slope, odd depth"}
	BiasTables  = [2]string{"true bias, even depth", "true bias, odd depth"}
)

// truth is what these tables say, of even depths and of odd ones; nil is that values are
// taken as they are.
type truth struct{ slope, bias [2][65]float64 }

func newTruth(w *weights.Weights) *truth {
	t := new(truth)
	for depth := range 2 {
		slopes, biases := w.Tables[SlopeTables[depth]], w.Tables[BiasTables[depth]]
		if len(slopes) != len(t.slope[depth]) || len(biases) != len(t.bias[depth]) {
			return nil
		}
		for n := range slopes {
			t.slope[depth][n], t.bias[depth][n] = float64(slopes[n]), float64(biases[n])
		}
	}
	return t
}

// True returns the final result to expect on average, in 1/Disc discs, for a value of a
// search to the depth at that many empties, 0 being a static value. Larger values stay
// larger ones, so the choice between moves is the same. The search itself uses its values
// as they are.
func (e *Evaluator) True(value, empties, depth int) int {
	end := empties - depth
	if e.truth == nil || end < 0 || empties >= len(e.truth.slope[0]) {
		return value
	}
	slope, bias := e.truth.slope[depth%2][end+depth/2], e.truth.bias[depth%2][end]
	corrected := int(math.Round(slope*float64(value) - bias*Disc))
	return max(-MaxValue, min(corrected, MaxValue))
}
