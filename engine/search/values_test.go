package search

import (
	"math/rand/v2"
	"testing"
)

// A table returns the last value that was kept for a hash value, or none.
func TestValueTable(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 5))
	table, kept := new(valueTable), map[uint64]int{}
	hashes := []uint64{0, 1, 1 << 16, 1 << 63, ^uint64(0)}
	for range 5000 {
		hashes = append(hashes, r.Uint64(), r.Uint64()&^valueMask)
	}
	values := []int{0, 1, -1, 64 * Disc, -64 * Disc}
	found := 0
	for i := range 50_000 {
		h := hashes[r.IntN(len(hashes))]
		want, ever := kept[h]
		got, known := table.get(h)
		if known && (!ever || got != want) {
			t.Fatalf("%#x: %d; kept was %d, %v", h, got, want, ever)
		}
		if known {
			found++
		}
		kept[h] = values[i%len(values)]
		table.set(h, kept[h])
		if got, known = table.get(h); !known || got != kept[h] {
			t.Fatalf("%#x: %d, %v after %d was kept", h, got, known, kept[h])
		}
	}
	if found < 1000 {
		t.Errorf("only %d values were found again", found)
	}
}
