package child

import (
	"os/exec"
	"slices"
	"strconv"
	"testing"
	"time"
)

// No process that an engine has started outlives it, whatever its group and its open
// files, whether the engine is asked to end, is killed or has died already.
func TestNothingOutlivesClose(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("setsid is not here")
	}
	const idle = `sh -c 'echo $$; exec sleep 1000'` // says its process id first
	for name, script := range map[string]string{
		"in the group":             idle + ` & cat`,
		"a session of its own":     `setsid ` + idle + ` & cat`,
		"that of a dead parent":    `sh -c "setsid ` + idle + ` & exit"; cat`,
		"with no environment":      `env -i setsid ` + idle + ` & cat`,
		"ignores signals":          `trap "" TERM HUP INT; setsid ` + idle + ` & cat`,
		"the engine does not go":   `setsid ` + idle + ` & exec 0</dev/zero; exec sleep 1000`,
		"the engine is dead":       `setsid ` + idle + ` & exit 3`,
		"two generations of them":  `setsid sh -c "setsid ` + idle + ` & sleep 1000" & cat`,
		"it has the pipes no more": `setsid sh -c 'echo $$; exec sleep 1000 <&- >&- 2>&-' & cat`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := StartWords([]string{"sh", "-c", script}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			line, err := c.Line(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			pid, err := strconv.Atoi(line)
			if err != nil {
				t.Fatal(err)
			}
			c.Close("quit\n", 100*time.Millisecond)
			select {
			case <-c.exited:
			case <-time.After(time.Minute):
				t.Error("the engine is not done with")
			}
			if runs(pid) {
				t.Errorf("process %d is left", pid)
			}
		})
	}
}

// runs reports whether a process is there. One that was killed may take a moment to go.
func runs(pid int) bool {
	for range 6000 {
		fields := stat(pid)
		if len(fields) == 0 || fields[statState] == "Z" {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

// The processes of another child are not touched.
func TestCloseSparesOthers(t *testing.T) {
	other, err := Start(`sh -c "setsid sh -c 'echo ready; exec sleep 1000' & cat"`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close("", 0)
	if _, err := other.Line(t.Context()); err != nil {
		t.Fatal(err)
	}
	c, err := Start("cat", Options{})
	if err != nil {
		t.Fatal(err)
	}
	own := other.kin.find(other.command.Process.Pid)
	c.Close("", time.Second)
	left := other.kin.find(other.command.Process.Pid)
	if len(own) == 0 || slices.ContainsFunc(own, func(pid int) bool { return !slices.Contains(left, pid) }) {
		t.Errorf("of the other's processes %v are left %v", own, left)
	}
}

// A process left behind that holds the pipes is no part of how the engine ended.
func TestEndedWell(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("setsid is not here")
	}
	c, err := Start(`sh -c "setsid sleep 1000 & exit"`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close("", 0)
	if _, err := c.Line(t.Context()); err == nil || err.Error() != "the engine ended: exit status 0" {
		t.Errorf("it ends with %v", err)
	}
}
