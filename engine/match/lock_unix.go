//go:build unix

package match

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock takes the file for this process, or fails at once. The system lets go of
// it when the process ends, however it ends.
func lock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) }
