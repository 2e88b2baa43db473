package train

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kaeshi/engine/eval"
	"kaeshi/engine/pattern"
	"kaeshi/engine/search"
	"kaeshi/weights"
)

// A slope and constants that labels were made with come back, of even and odd depths and
// numbers of empties apart, and beyond those met the last ones.
func TestTruthIsFound(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	at := func(n int) float64 { return float64(max(5, min(n, 35))) }
	slope := func(depth, middle int) float64 {
		return 1 + float64(max(10, min(middle, 40)))/float64(400-depth%2*200)
	}
	bias := func(depth, n int) float64 {
		sum := 0.5 - at(n)/100
		if n%2 == 1 {
			sum = math.Abs(at(n)-15)/20 - 0.25
		}
		return sum + float64(depth%2)*(1+at(n)/50)
	}
	truth := new(Truth)
	for range 20000 {
		n, depth := 4+random.IntN(33), random.IntN(9)
		value := 20 * random.NormFloat64()
		truth.leaves = append(truth.leaves, leaf{n, depth, value, slope(depth, n+depth/2)*value - bias(depth, n)})
	}
	if err := truth.fit(); err != nil {
		t.Fatal(err)
	}
	for n := range 65 {
		for depth := range 2 {
			if got, want := float64(truth.Slope[depth][n]), slope(depth, n); math.Abs(got-want) > 1e-3 {
				t.Errorf("%d empties, odd depth %d: slope %.4f, want %.4f", n, depth, got, want)
			}
			if got, want := float64(truth.Bias[depth][n]), bias(depth, n); math.Abs(got-want) > 0.1 {
				t.Errorf("%d empties, odd depth %d: constant %.3f, want %.3f", n, depth, got, want)
			}
		}
	}
	var report bytes.Buffer
	if err := truth.Report(&report); err != nil || strings.Count(report.String(), "\n") != 72 {
		t.Errorf("%v: the report has not 66 lines for numbers of empties and parities, 4 of factors, and 2 heads:\n%s", err, &report)
	}
}

// Labels that are half as large again as what a search says, and two discs lower, are what
// it says once that is known.
func TestTruthMakesValuesTrue(t *testing.T) {
	set, err := pattern.ByName("origin")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	w := weights.New("some", set, 256)
	for i := range w.Values {
		w.Values[i] = int16(random.IntN(201) - 100)
	}
	o := TruthOptions{Weights: w, Shallow: 2, Deep: 3, HashMB: 1, Selectivity: search.NoSelectivity}
	var problems []Problem
	for _, s := range randomSamples(60, discDifference).Samples {
		if n := s.Position.EmptyCount(); n >= 14 && n <= 23 && s.Position.Moves() != 0 {
			problems = append(problems, Problem{Position: s.Position})
		}
	}
	values := func(w *weights.Weights, depth int) (all []float64) {
		seeker := NewSeeker(eval.New(w), search.Limit{Depth: depth, Selectivity: search.NoSelectivity}, 1, 1)
		for i := range problems {
			all = append(all, seeker.Verdict(context.Background(), &problems[i]).Value)
		}
		return all
	}
	before := values(w, 2)
	for i := range problems {
		problems[i].Value = 1.5*before[i] - 2
	}
	o.Deep = 2
	truth, err := FitTruth(context.Background(), o, problems, func() {})
	if err != nil {
		t.Fatal(err)
	}
	off := 0
	for i, value := range values(truth.Apply(w), 2) {
		if math.Abs(value-problems[i].Value) > 0.25 && math.Abs(problems[i].Value) < 60 {
			off++
		}
	}
	if off > len(problems)/20 {
		t.Errorf("%d of %d searches do not say what is true", off, len(problems))
	}
	if w.Tables != nil {
		t.Error("the weights that were measured have tables now")
	}
}

func TestTruthNeedsPositions(t *testing.T) {
	truth := &Truth{leaves: make([]leaf, 20)}
	if err := truth.fit(); err == nil || !strings.Contains(err.Error(), "more labelled positions") {
		t.Errorf("error %v, want one that asks for more", err)
	}
}
