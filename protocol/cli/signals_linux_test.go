package cli

import (
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
	"testing"
)

// The programs that we start get the signals as they were: one that writes to a closed
// pipe ends.
func TestStartedProgramsIgnoreNoSignals(t *testing.T) {
	keepRunningWithoutReader()
	status, err := exec.Command("cat", "/proc/self/status").Output()
	if err != nil {
		t.Skip(err)
	}
	ignored := regexp.MustCompile(`(?m)^SigIgn:\s*([0-9a-f]+)$`).FindSubmatch(status)
	if ignored == nil {
		t.Skip("the system does not tell which signals are ignored")
	}
	set, err := strconv.ParseUint(string(ignored[1]), 16, 64)
	for _, s := range []syscall.Signal{syscall.SIGPIPE, syscall.SIGXFSZ} {
		if err != nil || set&(1<<(s-1)) != 0 {
			t.Errorf("%v is ignored: %s, %v", s, ignored[1], err)
		}
	}
}
