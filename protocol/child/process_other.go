//go:build !unix

package child

import (
	"os"
	"os/exec"
	"time"
)

// prepare has nothing to do where there are no process groups.
func prepare(*exec.Cmd) {}

// killGroup knows only the process itself.
func killGroup(p *os.Process) { p.Kill() }

// processCPU knows nothing of a running process here.
func processCPU(int) time.Duration { return 0 }
