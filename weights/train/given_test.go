package train

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/pattern"
	"kaeshi/weights"
)

// What comes out of the fit of a network does not depend on the number of threads, to
// the last bit.
func TestNetworkThreadsAgree(t *testing.T) {
	o := smallNetwork(t)
	d := families(15, 0)
	random := rand.New(rand.NewPCG(3, 4))
	given := weights.New("given", o.Set, 64)
	for i := range given.Values {
		given.Values[i] = int16(random.IntN(16) - 8)
	}
	o.Given, o.History = true, 1e6 // so that many samples are looked at together
	var fitted [][]float32
	for _, threads := range []int{1, 3} {
		o.Threads = threads
		s := NewStateFrom(given, "test")
		run(t, o, d, s)
		fitted = append(fitted, s.Fitted)
	}
	if slices.Equal(fitted[0], inDiscs(given)) {
		t.Error("the fit changes nothing")
	}
	if !slices.Equal(fitted[0], fitted[1]) {
		t.Error("three threads fit other weights than one")
	}
}

func smallNetwork(t testing.TB) Options {
	t.Helper()
	set, err := pattern.ByName("quarters")
	if err != nil {
		t.Fatal(err)
	}
	return Options{Set: set, Epochs: 2, Patience: 2, Batch: 2048, Rate: 0.02, Ridge: 5, Results: 1, HeldOut: 5, Threads: 2, Seed: 1}
}

// families are positions of random games with what their moves lead to, labelled by the
// disc difference; each family is off by the same, up to blur.
func families(games int, blur float32) *Data {
	r := rand.New(rand.NewPCG(9, 10))
	d := new(Data)
	for i, s := range randomSamples(games, discDifference).Samples {
		if i%7 != 0 {
			continue
		}
		off := blur * (2*r.Float32() - 1)
		d.Samples = append(d.Samples, s)
		for moves := s.Position.Moves(); moves != 0; moves &= moves - 1 {
			child := s.Position.Play(board.Square(bits.TrailingZeros64(moves)))
			d.Samples = append(d.Samples, Sample{Position: child, Score: discDifference(child) + off, Group: s.Group, Label: BySearch, Child: true})
		}
	}
	return d
}

// Labels of families that are far off as a whole and right in their differences teach
// these better when differences count.
func TestSiblingsTeachDifferences(t *testing.T) {
	o := smallNetwork(t)
	d := families(250, 25)
	differences := func(siblings float64) float64 {
		o.Siblings = siblings
		s := NewState(o.Set, "test")
		run(t, o, d, s)
		e := eval.New(s.Round(o.Set, "fitted"))
		squares, count := 0.0, 0
		problems := d.Problems()
		for i := range problems {
			p := &problems[i]
			if p.Group%o.HeldOut != 0 || len(p.Moves) < 2 {
				continue
			}
			var missing []float64
			mean := 0.0
			for _, m := range p.Moves {
				child := p.Position.Play(m.Square)
				missing = append(missing, float64(discDifference(child))-staticValue(e, child))
				mean += missing[len(missing)-1] / float64(len(p.Moves))
			}
			for _, x := range missing {
				squares += (x - mean) * (x - mean)
				count++
			}
		}
		return math.Sqrt(squares / float64(count))
	}
	alone, together := differences(0), differences(5)
	if !(together < 0.9*alone) {
		t.Errorf("differences within families err by %.2f discs, by %.2f when they do not count; want a tenth less", together, alone)
	}
}

// Given weights that no pass makes better on what is held out stay as they are.
func TestGivenWeightsAreKept(t *testing.T) {
	for _, o := range []Options{smallFit(t), smallNetwork(t)} {
		o.Epochs = 2
		d := randomSamples(40, discDifference)
		first := NewState(o.Set, "test")
		run(t, o, d, first)
		given := first.Round(o.Set, "given")
		for i := range d.Samples {
			if s := &d.Samples[i]; s.Group%o.HeldOut != 0 {
				s.Score += 40
			}
		}
		o.Given, o.History = true, 1
		state := NewStateFrom(given, "test")
		run(t, o, d, state)
		if !slices.Equal(state.Round(o.Set, "").Values, given.Values) {
			t.Errorf("%s: weights were changed by samples far from what is held out", o.Set.Name)
		}
		// Without anything held out the samples are all there is to go by.
		o.HeldOut = heldOutNothing
		state = NewStateFrom(given, "test")
		run(t, o, d, state)
		if slices.Equal(state.Round(o.Set, "").Values, given.Values) {
			t.Errorf("%s: a fit from given weights changes nothing", o.Set.Name)
		}
	}
}

func TestAverageFollows(t *testing.T) {
	f := newFitter(smallFit(t))
	f.Average = 0.75
	state := &State{Current: []float32{0, 8}}
	for _, want := range []float32{8, 6, 4.5} {
		f.average(state)
		if got := state.judged(); got[1] != want || got[0] != 0 {
			t.Errorf("the average is %v, want %v", got, []float32{0, want})
		}
		state.Current[1] = 0
	}
}
