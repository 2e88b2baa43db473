//go:build !unix && !windows

package child

import (
	"os"
	"os/exec"
	"time"
)

// kin is the child alone where processes cannot be grouped.
type kin struct{}

func (*kin) prepare(*exec.Cmd) {}

func (*kin) adopt(*os.Process) {}

func (*kin) look(*os.Process) {}

func (*kin) end(child *os.Process) { child.Kill() }

// processCPU knows nothing of a running process here.
func processCPU(int) time.Duration { return 0 }
