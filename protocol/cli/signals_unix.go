//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// keepRunningWithoutReader makes a write to a closed pipe, or beyond the size that
// files may have, an error like any other, where the runtime would end the process.
// The signals are caught and not ignored: engines that we start would inherit that.
func keepRunningWithoutReader() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE, syscall.SIGXFSZ)
}
