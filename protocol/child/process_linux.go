package child

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// prepare makes the child the leader of a process group of its own, out of
// reach of the terminal's Ctrl-C, and lets it die with us even if we are killed.
func prepare(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// processCPU adds up the processor time of a process, of those that it has started
// and waited for, and of those that run: an engine may sit behind a script.
func processCPU(pid int) time.Duration {
	used := cpuClock(pid) + waitedFor(pid)
	for _, child := range childrenOf(pid) {
		used += processCPU(child)
	}
	return used
}

// cpuClock reads the CPU clock of another process: the id of that clock is
// the complement of the process id beside the type of clock (clock_getcpuclockid).
func cpuClock(pid int) time.Duration {
	const scheduled = 2
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid)<<3|scheduled, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// waitedFor reads the user and the system time of the children waited for, fields 16
// and 17 of stat (proc(5)); the second field is a name in parentheses.
func waitedFor(pid int) time.Duration {
	const (
		afterName = 3
		first     = 16
		tick      = time.Second / 100 // USER_HZ
	)
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	var ticks int64
	for i := first - afterName; i <= first+1-afterName && i < len(fields); i++ {
		n, _ := strconv.ParseInt(fields[i], 10, 64)
		ticks += n
	}
	return time.Duration(ticks) * tick
}

// childrenOf returns the processes that any thread of pid has started, none if the
// system does not tell.
func childrenOf(pid int) (children []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for word := range strings.FieldsSeq(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}
