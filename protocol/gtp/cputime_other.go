//go:build !unix

package gtp

import "time"

// processorTime returns the time since the start: the nearest that is to be had.
func processorTime() time.Duration { return time.Since(started) }
