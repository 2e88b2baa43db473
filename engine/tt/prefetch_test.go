package tt

import (
	"testing"

	"kaeshi/engine/board"
)

// TestPrefetchChangesNothing: a prefetch is a hint. The smallest and a larger
// table are asked, with no successor and with some.
func TestPrefetchChangesNothing(t *testing.T) {
	p := board.Start()
	var successors [board.MaxMoves]board.Successor
	count := board.Successors(p, p.Moves(), &successors)
	for _, megabytes := range []int{0, 4} {
		table := New(megabytes)
		table.Store(p, Hash(p), Result{Alpha: -1, Beta: 1, Depth: 3, Move: 19})
		before, known := table.Probe(p, Hash(p))
		for n := range count + 1 {
			table.Prefetch(successors[:n])
		}
		if after, _ := table.Probe(p, Hash(p)); !known || after != before {
			t.Errorf("%d MiB: %+v became %+v", megabytes, before, after)
		}
	}
}
