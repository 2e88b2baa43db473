package train

import (
	"math"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/pattern"
)

// How large the disc difference is, whoever leads: a table of weights cannot say
// that, because no sum over parts of the board knows the sign of the whole.
func lead(p board.Position) float32 { return float32(math.Abs(float64(discDifference(p)))) }

// A network can, and must say it of games that it never saw too. What it says of
// no position, the mean, errs by 5.5 discs on average.
func TestNetworkFindsTheLead(t *testing.T) {
	set, err := pattern.ByName("folded")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Set: set, Epochs: 8, Patience: 8, Batch: 2048, Rate: 0.1, Ridge: 5, Results: 1, HeldOut: 5, Window: 2, Threads: 1, Seed: 1}
	total := heldOutAfterFit(t, o, randomSamples(1000, lead))
	if total.Count == 0 || total.MeanAbsolute() > 2.8 || total.Correlation() < 0.7 {
		t.Errorf("%d held-out positions: mean absolute error %.2f, correlation %.3f; want less than 2.8 and more than 0.7",
			total.Count, total.MeanAbsolute(), total.Correlation())
	}
}
