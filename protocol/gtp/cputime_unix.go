//go:build unix

package gtp

import (
	"time"

	"golang.org/x/sys/unix"
)

// ProcessorTime returns what this process has used of all processors.
func ProcessorTime() time.Duration {
	var usage unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &usage) != nil {
		return time.Since(started)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
