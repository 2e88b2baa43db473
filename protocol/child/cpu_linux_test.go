package child

import (
	"testing"
	"time"
)

// An engine behind a script is charged for, whether it still runs or has been waited for.
func TestCPUOfGrandchildren(t *testing.T) {
	const work = `i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done`
	for name, script := range map[string]string{
		"running":    `sh -c '` + work + `; echo done; read x'; read x`,
		"waited for": `sh -c '` + work + `'; echo done; read x`,
	} {
		c, err := Start(`sh -c "`+script+`"`, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Line(t.Context()); err != nil {
			t.Fatal(err)
		}
		// The script itself does next to nothing.
		own, all := cpuClock(c.command.Process.Pid), c.CPU()
		if own > all/2 || all < 10*time.Millisecond {
			t.Errorf("%s: %v, of which %v are the script's own", name, all, own)
		}
		c.Close("", 0)
	}
}
