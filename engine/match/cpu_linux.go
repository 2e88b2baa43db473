package match

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// startThreadClock measures the processor time of this thread, and keeps the
// goroutine on it, until the function that it returns is called.
func startThreadClock() (stop func() time.Duration) {
	runtime.LockOSThread()
	start := threadTime()
	return func() time.Duration {
		used := threadTime() - start
		runtime.UnlockOSThread()
		return used
	}
}

func threadTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
