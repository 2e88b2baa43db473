//go:build unix

package child

import (
	"os"
	"syscall"
)

// killGroup kills every process of the group that p leads.
func killGroup(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }
