package search

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"kaeshi/engine/board"
)

// What orders moves by the shape of the board is counted square by square here.
func TestShapesOfTheBoard(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 1))
	for range 3000 {
		discs := random.Uint64() & random.Uint64()
		empties := random.Uint64() &^ discs
		var wantChances, wantAnchored int32
		for sq := range board.Square(64) {
			near, nearCorner := false, false
			for other := range board.Square(64) {
				apart := max(other.Column()-sq.Column(), sq.Column()-other.Column(), other.Row()-sq.Row(), sq.Row()-other.Row())
				straight := other.Column() == sq.Column() || other.Row() == sq.Row()
				if apart <= 1 && discs&other.Bit() != 0 {
					near = true
					nearCorner = nearCorner || straight && other.Bit()&corners != 0
				}
			}
			if near && empties&sq.Bit() != 0 {
				wantChances++
			}
			if nearCorner && discs&sq.Bit() != 0 {
				wantAnchored++
			}
		}
		if got := chances(discs, empties); got != wantChances {
			t.Fatalf("%#x beside %#x: %d chances, want %d", empties, discs, got, wantChances)
		}
		if got := anchored(discs); got != wantAnchored || bits.OnesCount64(discs) < int(got) {
			t.Fatalf("%#x: %d discs are anchored, want %d", discs, got, wantAnchored)
		}
	}
}
