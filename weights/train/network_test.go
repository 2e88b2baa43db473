package train

import (
	"math/bits"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/pattern"
)

// How large the disc differences of the quarters are, whoever leads there: a table
// of weights cannot say that, because no sum over parts knows the sign of a whole.
func leads(p board.Position) float32 {
	var sum float32
	for _, quarter := range []uint64{0x0f0f0f0f, 0xf0f0f0f0, 0x0f0f0f0f << 32, 0xf0f0f0f0 << 32} {
		own, other := bits.OnesCount64(p.Player&quarter), bits.OnesCount64(p.Opponent&quarter)
		sum += float32(max(own-other, other-own))
	}
	return sum
}

// A network can, and must say it of games that it never saw too. What it says of
// no position, the mean, errs by 5.7 discs on average.
func TestNetworkFindsTheLeads(t *testing.T) {
	set, err := pattern.ByName("quarters")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Set: set, Epochs: 8, Patience: 8, Batch: 2048, Rate: 0.02, Ridge: 5, Results: 1, HeldOut: 5, Window: 2, Threads: 1, Seed: 1}
	total := heldOutAfterFit(t, o, randomSamples(1000, leads))
	if total.Count == 0 || total.MeanAbsolute() > 2.8 || total.Correlation() < 0.7 {
		t.Errorf("%d held-out positions: mean absolute error %.2f, correlation %.3f; want less than 2.8 and more than 0.7",
			total.Count, total.MeanAbsolute(), total.Correlation())
	}
}
