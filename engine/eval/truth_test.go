package eval

import "testing"

// What makes values true stands beside the weights, by the empties at a search's end:
// the side to move there is seen too high, so that even depths are corrected in one
// direction and odd ones in the other. Tables of another length are none.
func TestTrue(t *testing.T) {
	w := randomWeights(t, "origin")
	slopes, tempi := make([]float32, 65), make([]float32, 65)
	for n := range slopes {
		slopes[n], tempi[n] = 1, 0
	}
	slopes[12], tempi[12] = 1.25, 0.5
	w.Tables = map[string][]float32{SlopeTable: slopes, TempoTable: tempi}
	e := New(w)
	for _, test := range []struct{ value, empties, depth, want int }{
		{400, 24, 12, 450},
		{400, 23, 11, 550},
		{-400, 24, 12, -550},
		{400, 24, 11, 400},
		{6300, 24, 12, MaxValue},
		{-6300, 23, 11, -MaxValue},
		{400, 10, 12, 400},
	} {
		if got := e.True(test.value, test.empties, test.depth); got != test.want {
			t.Errorf("%d at %d empties, depth %d, is worth %d, want %d", test.value, test.empties, test.depth, got, test.want)
		}
	}
	short := *w
	short.Tables = map[string][]float32{SlopeTable: slopes[1:], TempoTable: tempi}
	if got := New(&short).True(400, 24, 12); got != 400 {
		t.Errorf("tables that are too short make %d of 400", got)
	}
}
