//go:build unix && !linux

package child

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

// kin are the processes of the child's group: what leaves it is out of sight here.
type kin struct{}

// prepare makes the child the leader of a process group of its own, out of
// reach of the terminal's Ctrl-C.
func (*kin) prepare(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func (*kin) adopt(*os.Process) {}

func (*kin) look(*os.Process) {}

func (*kin) end(child *os.Process) { killGroup(child) }

// processCPU knows nothing of a running process here.
func processCPU(int) time.Duration { return 0 }
