package tt

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// adviseHuge asks for huge pages: a probe is a random access, and with small
// pages it would miss the TLB as well as the cache. Refusal costs only speed.
func adviseHuge(memory []byte) { _ = unix.Madvise(memory, unix.MADV_HUGEPAGE) }

// populate makes the pages of buckets ready, in one call of the system where it knows
// how (Linux 5.14) and the buckets are whole pages.
func populate(buckets []bucket) {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&buckets[0])), uintptr(len(buckets))*bucketSize)
	if unix.Madvise(bytes, unix.MADV_POPULATE_WRITE) != nil {
		touch(buckets)
	}
}
