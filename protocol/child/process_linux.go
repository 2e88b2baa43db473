package child

import (
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// prepare makes the child the leader of a process group of its own, out of
// reach of the terminal's Ctrl-C, and lets it die with us even if we are killed.
func prepare(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// processCPU reads the CPU clock of another process: the id of that clock is
// the complement of the process id beside the type of clock (clock_getcpuclockid).
func processCPU(pid int) time.Duration {
	const scheduled = 2
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid)<<3|scheduled, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
