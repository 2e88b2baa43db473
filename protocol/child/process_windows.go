package child

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// kin are the processes of a job: all that a child starts belongs to it, and ends with
// it, or with us, whichever is first.
type kin struct {
	mu  sync.Mutex
	job windows.Handle // 0 if there is none
}

// prepare keeps the console's Ctrl-C from the child.
func (*kin) prepare(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// adopt puts the child into a job. Where that cannot be done it is alone.
func (k *kin) adopt(child *os.Process) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		err = assign(job, child)
	}
	if err != nil {
		windows.CloseHandle(job)
		return
	}
	k.job = job
}

func assign(job windows.Handle, child *os.Process) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(child.Pid))
	if err != nil {
		return err
	}
	defer windows.CloseHandle(process)
	return windows.AssignProcessToJobObject(job, process)
}

func (*kin) look(*os.Process) {}

// end kills what is left of a child that has ended or was killed.
func (k *kin) end(child *os.Process) {
	k.mu.Lock()
	defer k.mu.Unlock()
	child.Kill()
	if k.job != 0 {
		windows.TerminateJobObject(k.job, 1)
		windows.CloseHandle(k.job)
		k.job = 0
	}
}

// processCPU knows nothing of a running process here.
func processCPU(int) time.Duration { return 0 }
