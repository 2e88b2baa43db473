package eval

import "testing"

// What makes values true stands beside the weights, by the empties at a search's end, for
// even and odd depths. Tables of another length are none.
func TestTrue(t *testing.T) {
	w := randomWeights(t, "origin")
	slopes, even, odd := make([]float32, 65), make([]float32, 65), make([]float32, 65)
	for n := range slopes {
		slopes[n] = 1
	}
	even[12], odd[12] = 0.5, -0.25
	for middle := 12; middle < len(slopes); middle++ {
		slopes[middle] = 1.25
	}
	slopes[11] = 1.5
	w.Tables = map[string][]float32{SlopeTables[0]: slopes, SlopeTables[1]: slopes, BiasTables[0]: even, BiasTables[1]: odd}
	e := New(w)
	for _, test := range []struct{ value, empties, depth, want int }{
		{400, 24, 12, 450},
		{400, 23, 11, 525},
		{-400, 24, 12, -550},
		{400, 24, 11, 500},
		{400, 12, 0, 450},
		{400, 14, 6, 600},
		{6300, 24, 12, MaxValue},
		{-6300, 23, 11, -MaxValue},
		{400, 10, 12, 400},
	} {
		if got := e.True(test.value, test.empties, test.depth); got != test.want {
			t.Errorf("%d at %d empties, depth %d, has the value %d, want %d", test.value, test.empties, test.depth, got, test.want)
		}
	}
	short := *w
	short.Tables = map[string][]float32{SlopeTables[0]: slopes[1:], SlopeTables[1]: slopes, BiasTables[0]: even, BiasTables[1]: odd}
	if got := New(&short).True(400, 24, 12); got != 400 {
		t.Errorf("tables that are too short make %d of 400", got)
	}
}
