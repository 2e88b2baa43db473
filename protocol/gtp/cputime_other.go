//go:build !unix

package gtp

import "time"

// ProcessorTime returns the time since the start: the nearest that is to be had.
func ProcessorTime() time.Duration { return time.Since(started) }
