package child

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// kin are the processes that a child has started, and those that they have, wherever
// these went: into sessions of their own, away from a parent that has ended. They are
// known by their parents while these live, and by a word in the environment that all
// of them inherit.
type kin struct {
	mu    sync.Mutex
	mark  string
	known map[int]uint64 // when each process began, as its id may be used again
}

// prepare makes the child the leader of a process group of its own, out of
// reach of the terminal's Ctrl-C, and lets it die with us even if we are killed.
func (k *kin) prepare(command *exec.Cmd) {
	k.mark, k.known = "KAESHI_CHILD_"+rand.Text()+"=", map[int]uint64{}
	command.Env = append(command.Environ(), k.mark)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// adopt has nothing to add to a child that runs.
func (*kin) adopt(*os.Process) {}

// look notes who is there while the child lives: without it they have lost their parent.
func (k *kin) look(child *os.Process) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.find(child.Pid)
}

// end kills what is left of a child that has ended or was killed.
func (k *kin) end(child *os.Process) {
	k.mu.Lock()
	defer k.mu.Unlock()
	killGroup(child)
	const pause = time.Millisecond
	for range killGrace / pause { // one may have started another just before it was killed
		left := k.find(0)
		if len(left) == 0 {
			return
		}
		for _, pid := range left {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(pause)
	}
}

// find returns the kin that run, those below the process leader among them unless
// that is 0.
func (k *kin) find(leader int) (pids []int) {
	running := processes()
	for pid, p := range running {
		if began, ok := k.known[pid]; (!ok || began != p.began) && k.marks(pid) {
			k.known[pid] = p.began
		}
	}
	for pid, p := range running {
		if pid != leader && k.descends(running, pid, leader) {
			k.known[pid] = p.began
			pids = append(pids, pid)
		}
	}
	return pids
}

// descends reports whether a process, or one that it descends from, is known or the
// leader.
func (k *kin) descends(running map[int]process, pid, leader int) bool {
	for range running { // parents may have changed meanwhile: no endless climb
		p, ok := running[pid]
		if !ok {
			return false
		}
		if began, known := k.known[pid]; known && began == p.began || pid == leader {
			return true
		}
		pid = p.parent
	}
	return false
}

// marks reports whether a process has inherited the mark.
func (k *kin) marks(pid int) bool {
	environment, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	return bytes.Contains(environment, []byte(k.mark))
}

// process is what is known of a process that runs.
type process struct {
	parent int
	began  uint64 // in ticks since the machine began
}

// processes returns those that run, by id, as far as the system tells; zombies do not.
func processes() map[int]process {
	running := map[int]process{}
	folders, _ := filepath.Glob("/proc/[1-9]*")
	for _, folder := range folders {
		pid, err := strconv.Atoi(filepath.Base(folder))
		fields := stat(pid)
		if err != nil || len(fields) <= statBegan || fields[statState] == "Z" {
			continue
		}
		p := process{}
		p.parent, _ = strconv.Atoi(fields[statParent])
		p.began, _ = strconv.ParseUint(fields[statBegan], 10, 64)
		running[pid] = p
	}
	return running
}

// Fields of stat(pid); proc(5) counts from 1 and has the id and the name before them.
const (
	statState       = 3 - 3
	statParent      = 4 - 3
	statChildUser   = 16 - 3
	statChildSystem = 17 - 3
	statBegan       = 22 - 3
)

// stat returns the fields of /proc/PID/stat behind the name, which is in parentheses
// and may have blanks; none if there is no such process.
func stat(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
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

// waitedFor reads the user and the system time of the children waited for.
func waitedFor(pid int) time.Duration {
	const tick = time.Second / 100 // USER_HZ
	fields := stat(pid)
	if len(fields) <= statChildSystem {
		return 0
	}
	var ticks int64
	for _, field := range []int{statChildUser, statChildSystem} {
		n, _ := strconv.ParseInt(fields[field], 10, 64)
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
