package child

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/windows"
)

// The test binary is also the engine of this test: as "BINARY parent" it starts itself
// as "BINARY idle", says that process's id and waits for the end of its input.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "idle" {
		time.Sleep(time.Hour)
	}
	if len(os.Args) == 2 && os.Args[1] == "parent" {
		idle := exec.Command(os.Args[0], "idle")
		if idle.Start() == nil {
			fmt.Println(idle.Process.Pid)
		}
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Nothing that an engine has started outlives it.
func TestNothingOutlivesClose(t *testing.T) {
	c, err := StartWords([]string{os.Args[0], "parent"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	line, err := c.Line(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.ParseUint(line, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	process, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		t.Fatal(err)
	}
	defer windows.CloseHandle(process)
	c.Close("", time.Minute)
	if event, err := windows.WaitForSingleObject(process, 60_000); event != windows.WAIT_OBJECT_0 {
		t.Errorf("the engine's own child is left: %v, %v", event, err)
	}
}
