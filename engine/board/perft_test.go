package board

import "testing"

// The counts are public (Aart Bik, 2008 and others): a pass costs a ply.
func TestPerftFromTheStart(t *testing.T) {
	want := []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284}
	for depth, lines := range want {
		if got := Perft(Start(), depth); got != lines {
			t.Errorf("Perft(%d) = %d, want %d", depth, got, lines)
		}
	}
}
