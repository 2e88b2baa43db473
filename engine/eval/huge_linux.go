package eval

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// adviseHuge asks for huge pages: reading a row is a random access, which with small
// pages misses the TLB as well as the cache, and a few large pages are ready sooner
// than thousands. Refusal costs only speed.
func adviseHuge(rows []Row) {
	const page = 4096
	size := uintptr(len(rows)) * unsafe.Sizeof(Row{})
	skip := -uintptr(unsafe.Pointer(&rows[0])) & (page - 1)
	if size < 2<<20+skip {
		return
	}
	whole := (size - skip) &^ (page - 1)
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(&rows[0]), skip)), whole), unix.MADV_HUGEPAGE)
}
