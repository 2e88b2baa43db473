//go:build unix

package cli

import (
	"os/signal"
	"syscall"
)

// keepRunningWithoutReader makes a write to a closed pipe an error like any
// other, where the runtime would end the process.
func keepRunningWithoutReader() { signal.Ignore(syscall.SIGPIPE) }
