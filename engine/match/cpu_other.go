//go:build !linux

package match

import "time"

// startThreadClock measures the time that passes where a thread's processor
// time cannot be had.
func startThreadClock() (stop func() time.Duration) {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}
