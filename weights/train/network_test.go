package train

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
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
// no position, the mean, errs by 5.7 discs on average, and with lanes that are not folded
// alone it errs by 2.21.
func TestNetworkFindsTheLeads(t *testing.T) {
	set, err := pattern.ByName("quarters")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Set: set, Epochs: 8, Patience: 8, Batch: 2048, Rate: 0.02, Ridge: 5, Results: 1, HeldOut: 5, Window: 2, Threads: 1, Seed: 1}
	total := heldOutAfterFit(t, o, randomSamples(1000, leads))
	if total.Count == 0 || total.MeanAbsolute() > 2.12 || total.Correlation() < 0.7 {
		t.Errorf("%d held-out positions: mean absolute error %.2f, correlation %.3f; want less than 2.12 and more than 0.7",
			total.Count, total.MeanAbsolute(), total.Correlation())
	}
}

// The correction of a row must be the slope of the value in each of its numbers, times
// the lane's rate. The slope is taken from values beside it, but for numbers where it
// changes in between.
func TestStepIsTheSlope(t *testing.T) {
	set, err := pattern.ByName("quarters")
	if err != nil {
		t.Fatal(err)
	}
	n, x := newNetwork(set, 1), newIndexer(set)
	random := rand.New(rand.NewPCG(7, 8))
	weights := make([]float32, set.Values())
	for i := range weights {
		weights[i] = float32(random.NormFloat64())
	}
	samples := randomSamples(2, leads).Samples
	held, bent := 0, 0
	for i := 0; i < len(samples); i += 10 {
		var row table
		row.reset(x.width)
		x.add(&row, &samples[i], 1, true)
		value, sums := n.value(weights, row.indices)
		n.chunk[0].push, n.chunk[0].factors, n.chunk[0].sums = 1, n.factorsOf(row.indices), sums
		n.step(&n.chunk[0], 1)
		for at, step := range slopes(n, row.indices) {
			const little = 1.0 / 256
			before := weights[at]
			weights[at] = before + little
			above, _ := n.value(weights, row.indices)
			weights[at] = before - little
			below, _ := n.value(weights, row.indices)
			weights[at] = before
			if math.Abs(float64(above-value)-float64(value-below)) > 0.1*little {
				bent++
				continue
			}
			held++
			rate := foldedRate
			if at%len(lanes{}) < eval.Linear {
				rate = linearRate
			}
			if slope := float64(above-below) / (2 * little); math.Abs(slope-float64(step)/rate) > 0.1 {
				t.Fatalf("sample %d, weight %d: slope %.3f, the step says %.3f", i, at, slope, float64(step)/rate)
			}
		}
	}
	if held < 100*bent || held == 0 {
		t.Errorf("%d slopes held, %d left out", held, bent)
	}
}

// slopes returns what the steps of a position add up to, by weight.
func slopes(n *network, indices []uint32) map[int]float32 {
	sum := map[int]float32{}
	from := 0
	for g, group := range n.groups {
		for _, row := range indices[from:group.to] {
			for lane, step := range n.chunk[0].steps[g] {
				sum[int(row)*len(lanes{})+lane] += step
			}
		}
		from = group.to
	}
	return sum
}
