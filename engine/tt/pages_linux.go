package tt

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// adviseHuge asks for huge pages: a probe is a random access, and with small
// pages it would miss the TLB as well as the cache. Refusal costs only speed.
func adviseHuge(memory []byte) { _ = unix.Madvise(memory, unix.MADV_HUGEPAGE) }

// stepBack makes the calling goroutine take only the time of a processor that nobody
// else wants. It keeps its thread, which ends with it.
func stepBack() {
	const last = 19 // the lowest priority
	runtime.LockOSThread()
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), last) // of the thread alone, on Linux
}
