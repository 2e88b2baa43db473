//go:build long && unix && !nohub

package cluster

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// A verb that is stopped keeps what it has and calls its run off; the same command goes on,
// and its file is that of a run that was never stopped.
func TestStoppedVerbsGoOn(t *testing.T) {
	h := startHub(t)
	h.worker(t, "worker")
	writeGames(t, h.path("games.txt"), 60)
	for _, test := range []struct {
		name, command, local string
		signals              []os.Signal
		says                 string
		result               func(t *testing.T, out, stdout string) string
	}{
		{"label", "label --level 3 --exact 10 --out OUT games.txt", "--threads 1", []os.Signal{os.Interrupt}, "stopped; the same command goes on", file},
		{"selfplay", "selfplay --level 3 --exact 12 --games 80 --out OUT", "--threads 1", []os.Signal{syscall.SIGTERM}, "stopped; the same command goes on", file},
		{"match", "match --seed 3 --games 40 --journal OUT self:level=2 self:level=1", "", []os.Signal{syscall.SIGTERM}, "played ", moves},
		{"drained", "match --seed 4 --games 60 --journal OUT self:level=2 self:level=1", "", []os.Signal{os.Interrupt}, "finishing the running games", moves},
		{"twice", "match --seed 5 --games 40 --journal OUT self:level=2 self:level=1", "", []os.Signal{os.Interrupt, os.Interrupt}, "played ", moves},
	} {
		t.Run(test.name, func(t *testing.T) {
			alone, out := test.name+"-alone", test.name+"-many"
			local := h.local(t, strings.Replace(strings.ReplaceAll(test.command, "OUT", alone), " ", " "+test.local+" ", 1))
			whole := len(read(t, h.path(alone)))
			command := strings.ReplaceAll(test.command, "OUT", out)

			stopped := h.verb(t, command)
			size := func() int {
				text, _ := os.ReadFile(h.path(out))
				return len(text)
			}
			until(t, "there is something in the file", func() bool { return size() > whole/20 })
			for i, s := range test.signals {
				if i > 0 {
					stopped.says(t, "once more")
				}
				stopped.Process.Signal(s)
			}
			if code := stopped.wait(t); code != 130 || !strings.Contains(stopped.err.String(), test.says) {
				t.Errorf("exit code %d, %s", code, &stopped.err)
			}
			if size() >= whole {
				t.Error("it was not stopped before its end")
			}
			if status := start(t, h.dir, "kaeshi", "hub", "status", h.access[1]); status.wait(t) != 0 || !strings.HasPrefix(status.out.String(), "no runs\n") {
				t.Errorf("after the end the hub has %s%s", &status.out, &status.err)
			}

			second := h.verb(t, command)
			if code := second.wait(t); code != 0 {
				t.Errorf("going on: exit code %d, %s", code, &second.err)
			}
			if got, want := test.result(t, h.path(out), ""), test.result(t, h.path(alone), local.out.String()); got != want {
				t.Errorf("the file is\n%.2000q\nand without a stop\n%.2000q", got, want)
			}
		})
	}
}
