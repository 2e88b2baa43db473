//go:build unix

package tt

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// allocate returns n empty buckets. They come from the system rather than from Go's
// heap: no page of theirs is touched before it is used, and the collector does not
// wait until as much garbage as that has come together. They are given back with
// t, which whoever uses them holds until End.
func allocate(t *Table, n uint64) []bucket {
	if n < chunk {
		return make([]bucket, n)
	}
	memory, err := unix.Mmap(-1, 0, int(n)*int(bucketSize), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]bucket, n) // which says so if there is no memory
	}
	runtime.AddCleanup(t, func(m []byte) { _ = unix.Munmap(m) }, memory)
	adviseHuge(memory)
	return unsafe.Slice((*bucket)(unsafe.Pointer(&memory[0])), n)
}
