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

// A slope and a constant that labels were made with come back, of even and odd numbers
// of empties apart, and beyond those met the last ones.
func TestTruthIsFound(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	slope := func(n int) float64 { return 1 + float64(max(4, min(n, 36)))/400 }
	tempo := func(n int) float64 {
		at := float64(max(5, min(n, 35)))
		if n%2 == 0 {
			return 0.5 - at/100
		}
		return -0.25 + math.Abs(at-15)/20
	}
	truth := new(Truth)
	for range 20000 {
		n := 4 + random.IntN(33)
		value := 20 * random.NormFloat64()
		truth.leaves = append(truth.leaves, leaf{n, value, slope(n)*value - tempo(n)})
	}
	if err := truth.fit(); err != nil {
		t.Fatal(err)
	}
	for n := range 65 {
		if s, c := float64(truth.Slope[n]), float64(truth.Tempo[n]); math.Abs(s-slope(n)) > 1e-3 || math.Abs(c-tempo(n)) > 0.02 {
			t.Errorf("%d empties: slope %.4f, constant %.3f; want %.4f and %.3f", n, s, c, slope(n), tempo(n))
		}
	}
	var report bytes.Buffer
	if err := truth.Report(&report); err != nil || strings.Count(report.String(), "\n") != 34 {
		t.Errorf("%v: the report has not a line for each number of empties and a head:\n%s", err, &report)
	}
}

// Labels that are half as large again as what a search says, and two discs lower for the
// side to move at its end, are what it says once that is known.
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
	off := 0 // where a pass makes the other side move last, it is off by twice the constant
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
