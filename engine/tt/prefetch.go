package tt

import (
	"unsafe"

	"kaeshi/engine/board"
)

// Prefetch asks the processor to bring the buckets of the successors into its
// cache, while the search still thinks about their order. Without assembly it
// does nothing.
func (t *Table) Prefetch(successors []board.Successor) {
	PrefetchSlots(successors, unsafe.Pointer(&t.buckets[0]), 0, t.mask.Load(), uint64(bucketSize))
}

// PrefetchSlots does so for a table at base whose slots have the given size,
// where a position p belongs into slot Hash(p)>>shift&mask.
func PrefetchSlots(successors []board.Successor, base unsafe.Pointer, shift, mask, size uint64) {
	if len(successors) > 0 {
		prefetch(&successors[0], len(successors), base, shift, mask, size)
	}
}
