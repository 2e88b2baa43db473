package eval

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/pattern"
	"kaeshi/weights"
)

// randomWeights are weights of a set with every value different, so that any
// wrong index shows.
func randomWeights(t testing.TB, name string) *weights.Weights {
	t.Helper()
	set, err := pattern.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	w := weights.New("random", set, 256)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range w.Values {
		w.Values[i] = int16(r.IntN(800) - 400)
	}
	return w
}

// unpacked returns the same weights with all values at hand.
func unpacked(packed *weights.Weights) *weights.Weights {
	w := weights.New(packed.Name, packed.Set, packed.Scale)
	for n := range w.Set.Phases {
		copy(w.Phase(n), packed.Phase(n))
	}
	return w
}

// naive sums the weights of p by reading every feature's squares.
func naive(w *weights.Weights, p board.Position) int {
	if w.Set.Lanes > 1 {
		return naiveNetwork(w, p)
	}
	shared := w.Phase(w.Set.Phase(p.EmptyCount()))
	total := 0
	for _, f := range w.Set.Features {
		from := w.Set.Patterns[f.Pattern]
		total += int(shared[from.First+int(from.Shared[f.Index(p)])])
	}
	for _, t := range w.Set.Terms {
		total += int(shared[t.First+t.Index(p)])
	}
	return max(-MaxValue, min(total*(Disc<<16/w.Scale)>>16, MaxValue))
}

func naiveNetwork(w *weights.Weights, p board.Position) int {
	whole, quarters := laneSums(w, p)
	total := 0.0
	for lane, factor := range Factors(w.Set, p.EmptyCount()) {
		value := whole[lane]
		if lane >= Linear {
			value = 0
			for _, quarter := range quarters {
				value += max(quarter[lane], -quarter[lane])
			}
		}
		total += float64(value) * math.Round(256*factor)
	}
	return max(-MaxValue, min(int(math.Floor(total/256))*(Disc<<16/w.Scale)>>16, MaxValue))
}

func laneSums(w *weights.Weights, p board.Position) (whole [16]int, quarters [4][16]int) {
	rows := w.Phase(w.Set.Phase(p.EmptyCount()))
	add := func(row int, belongs uint8) {
		for lane, number := range rows[16*row : 16*row+16] {
			whole[lane] += int(number)
			for q := range quarters {
				quarters[q][lane] += int(number) * int(belongs>>q&1)
			}
		}
	}
	for _, f := range w.Set.Features {
		from := w.Set.Patterns[f.Pattern]
		add(from.First+int(from.Shared[f.Index(p)]), f.Quarters)
	}
	for _, t := range w.Set.Terms {
		add(t.First+t.Index(p), 0b1111)
	}
	return whole, quarters
}

// eachPosition plays random games to the end, passes included, and calls check
// with every position and the state that was carried along.
func eachPosition(e *Evaluator, games int, check func(p board.Position, s *State)) {
	r := rand.New(rand.NewPCG(3, 4))
	for range games {
		p := board.Start()
		var s State
		e.Init(&s, p)
		for check(p, &s); !p.Over(); check(p, &s) {
			moves := p.Moves()
			if moves == 0 {
				p = p.Pass()
				e.Pass(&s, &s)
				continue
			}
			for range r.IntN(bits.OnesCount64(moves)) {
				moves &= moves - 1
			}
			sq := board.Square(bits.TrailingZeros64(moves))
			flips := p.Flip(sq)
			before := s
			var next State
			e.Play(&next, &before, sq, flips)
			e.Play(&s, &s, sq, flips)
			if next != s {
				panic("playing in place differs from playing into another state")
			}
			p = p.After(sq, flips)
		}
	}
}

func forEachSet(t *testing.T, test func(t *testing.T, w *weights.Weights)) {
	for _, name := range pattern.Names() {
		t.Run(name, func(t *testing.T) { test(t, randomWeights(t, name)) })
	}
}

// The kernels add in 16 bits, which the shipped weights must never fill.
func TestShippedSumsFitTheirLanes(t *testing.T) {
	packed, err := weights.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	w := unpacked(packed)
	eachPosition(New(w), 100, func(p board.Position, _ *State) {
		whole, quarters := laneSums(w, p)
		for _, sums := range append(quarters[:], whole) {
			for lane, sum := range sums {
				if sum <= math.MinInt16 || sum > math.MaxInt16 {
					t.Fatalf("lane %d sums up to %d at\n%v", lane, sum, p)
				}
			}
		}
	})
}

func TestPlayEqualsInit(t *testing.T) {
	forEachSet(t, func(t *testing.T, w *weights.Weights) {
		e := New(w)
		eachPosition(e, 100, func(p board.Position, s *State) {
			var fresh State
			e.Init(&fresh, p)
			if fresh != *s {
				t.Fatalf("the state kept by Play differs from a fresh one at\n%v", p)
			}
		})
	})
}

func TestIndicesEqualTheSquares(t *testing.T) {
	forEachSet(t, func(t *testing.T, w *weights.Weights) {
		eachPosition(New(w), 20, func(p board.Position, s *State) {
			for i, f := range w.Set.Features {
				if got, want := s.Index(i), f.Index(p); got != want {
					t.Fatalf("feature %d: index %d, want %d at\n%v", i, got, want, p)
				}
			}
		})
	})
}

func TestEvaluateEqualsNaiveSum(t *testing.T) {
	forEachSet(t, func(t *testing.T, w *weights.Weights) {
		e := New(w)
		eachPosition(e, 50, func(p board.Position, s *State) {
			if got, want := e.Evaluate(s, p.EmptyCount()), naive(w, p); got != want {
				t.Fatalf("Evaluate = %d, want %d at\n%v", got, want, p)
			}
		})
	})
}

func TestSymmetricPositionsAreEqual(t *testing.T) {
	forEachSet(t, func(t *testing.T, w *weights.Weights) {
		e := New(w)
		eachPosition(e, 10, func(p board.Position, s *State) {
			want := e.Evaluate(s, p.EmptyCount())
			for symmetry := range board.Symmetries {
				var image State
				e.Init(&image, p.Transform(symmetry))
				if got := e.Evaluate(&image, p.EmptyCount()); got != want {
					t.Fatalf("symmetry %d: %d, want %d at\n%v", symmetry, got, want, p)
				}
			}
		})
	})
}

// A position is seen from its mover, so swapping the colours of the discs is the
// same as passing: the state after Pass must be that of the swapped discs.
func TestColourSwapIsPass(t *testing.T) {
	forEachSet(t, func(t *testing.T, w *weights.Weights) {
		e := New(w)
		eachPosition(e, 20, func(p board.Position, s *State) {
			var passed, swapped State
			e.Pass(&passed, s)
			e.Init(&swapped, board.Position{Player: p.Opponent, Opponent: p.Player})
			if passed != swapped {
				t.Fatalf("Pass differs from swapped colours at\n%v", p)
			}
		})
	})
}

func TestValuesAreClamped(t *testing.T) {
	w := randomWeights(t, "origin")
	for _, extreme := range []int16{32767, -32768} {
		for i := range w.Values {
			w.Values[i] = extreme
		}
		var s State
		e := New(w)
		e.Init(&s, board.Start())
		want := MaxValue
		if extreme < 0 {
			want = -MaxValue
		}
		if got := e.Evaluate(&s, 60); got != want {
			t.Errorf("all weights %d: Evaluate = %d, want %d", extreme, got, want)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	e, s := benchmarkState(b)
	for b.Loop() {
		e.Evaluate(s, 60)
	}
}

func BenchmarkEvaluateNetwork(b *testing.B) {
	e := New(randomWeights(b, "quarters"))
	s := new(State)
	e.Init(s, board.Start())
	for b.Loop() {
		e.Evaluate(s, 60)
	}
}

func BenchmarkPlay(b *testing.B) {
	e, s := benchmarkState(b)
	sq := board.Square(19) // D3
	flips := board.Start().Flip(sq)
	var next State
	for b.Loop() {
		e.Play(&next, s, sq, flips)
	}
}

func BenchmarkNew(b *testing.B) {
	w := randomWeights(b, pattern.Default)
	for b.Loop() {
		New(w)
	}
}

func benchmarkState(b *testing.B) (*Evaluator, *State) {
	e := New(randomWeights(b, "broad"))
	s := new(State)
	e.Init(s, board.Start())
	return e, s
}
