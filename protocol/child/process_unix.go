//go:build unix && !linux

package child

import (
	"os/exec"
	"syscall"
	"time"
)

// prepare makes the child the leader of a process group of its own, out of
// reach of the terminal's Ctrl-C.
func prepare(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// processCPU knows nothing of a running process here.
func processCPU(int) time.Duration { return 0 }
