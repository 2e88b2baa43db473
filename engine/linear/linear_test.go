package linear

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

func solve(t *testing.T, unknowns int, equations ...[]float64) []float64 {
	t.Helper()
	s := New(unknowns)
	for _, e := range equations {
		s.Add(e[unknowns], e[:unknowns])
	}
	got, err := s.Solve()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9*max(1, math.Abs(b)) }

// TestExactly takes a system of three that is solved by hand, and wants a pivot.
func TestExactly(t *testing.T) {
	got := solve(t, 3, []float64{0, 1, 1, 5}, []float64{2, 0, 1, 5}, []float64{1, 1, 0, 3})
	for i, want := range []float64{1, 2, 3} {
		if !near(got[i], want) {
			t.Errorf("unknown %d is %v, want %v", i, got[i], want)
		}
	}
}

// TestLine is Anscombe's first set (1973), whose line of regression is 3.00 + 0.500 x.
func TestLine(t *testing.T) {
	var equations [][]float64
	ys := []float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68}
	for i, x := range []float64{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5} {
		equations = append(equations, []float64{1, x, ys[i]})
	}
	got := solve(t, 2, equations...)
	if math.Abs(got[0]-3.0000909) > 1e-6 || math.Abs(got[1]-0.5000909) > 1e-6 {
		t.Errorf("%v", got)
	}
}

// TestErrorsAreAtRightAnglesToTheColumns is what least squares are known by.
func TestErrorsAreAtRightAnglesToTheColumns(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var equations [][]float64
	for range 5000 {
		var e []float64
		for range 7 {
			e = append(e, random.NormFloat64()*random.Float64()*1000)
		}
		equations = append(equations, e)
	}
	got := solve(t, 6, equations...)
	for k := range 6 {
		product, size := 0.0, 0.0
		for _, e := range equations {
			left := e[6]
			for i, x := range got {
				left -= e[i] * x
			}
			product += left * e[k]
			size += math.Abs(left * e[k])
		}
		if math.Abs(product) > 1e-11*size {
			t.Errorf("column %d: %v of %v", k, product, size)
		}
	}
}

// TestSteep has the coefficients of Hilbert's matrix, whose squares no computer could solve.
func TestSteep(t *testing.T) {
	const n = 8
	var equations [][]float64
	for i := range n {
		e := make([]float64, n+1)
		for k := range n {
			e[k] = 1 / float64(i+k+1)
			e[n] += e[k]
		}
		equations = append(equations, e)
	}
	for i, x := range solve(t, n, equations...) {
		if math.Abs(x-1) > 1e-4 {
			t.Errorf("unknown %d is %v", i, x)
		}
	}
}

func TestTooLittle(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	tests := map[string]func(a, b float64) []float64{
		"twice the same":    func(a, b float64) []float64 { return []float64{a, a, b} },
		"always zero":       func(a, b float64) []float64 { return []float64{a, 0, b} },
		"a sum of the rest": func(a, b float64) []float64 { return []float64{a, b, a + 3*b} },
	}
	for name, equation := range tests {
		s := New(3)
		for range 20000 {
			s.Add(1, equation(random.Float64(), random.Float64()))
		}
		if got, err := s.Solve(); !errors.Is(err, ErrSingular) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := New(1).Solve(); !errors.Is(err, ErrSingular) {
		t.Errorf("no equation: %v", err)
	}
}
