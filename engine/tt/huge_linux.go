package tt

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// adviseHuge asks for huge pages: a probe is a random access, and with small
// pages it would miss the TLB as well as the cache. Refusal costs only speed.
func adviseHuge(buckets []bucket) {
	size := uintptr(len(buckets)) * bucketSize
	start := uintptr(unsafe.Pointer(&buckets[0]))
	const page = 4096
	skip := -start & (page - 1)
	if size < 2<<20+skip {
		return
	}
	whole := (size - skip) &^ (page - 1)
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(&buckets[0]), skip)), whole), unix.MADV_HUGEPAGE)
}
