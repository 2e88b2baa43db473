package weights

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAddRowsKernelEqualsPlainGo holds the kernel in use to plain Go, with sums that run
// over and codes of every byte.
func TestAddRowsKernelEqualsPlainGo(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, lanes := range []int{1, 16} {
		for _, count := range []int{0, 1, 2, 100} {
			values := make([]int16, 100*lanes)
			for i := range values {
				values[i] = int16(random.Uint32())
			}
			codes := make([]byte, count*lanes)
			for i := range codes {
				codes[i] = byte(random.Uint32())
			}
			var rows []uint32
			for _, n := range random.Perm(100)[:count] {
				rows = append(rows, uint32(n))
			}
			got := slices.Clone(values)
			addRowsKernel(got, codes, rows, lanes)
			addRows(values, codes, rows, lanes)
			if !slices.Equal(got, values) {
				t.Errorf("%d lanes, %d rows: %v, want %v", lanes, count, got, values)
			}
		}
	}
}
