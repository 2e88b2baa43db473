//go:build !nohub

package cluster

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func init() {
	again = func() error { return unix.Exec(os.Args[0], os.Args, os.Environ()) }
}

// hubProcess starts a hub in a process of its own, whose server may get stuck.
func hubProcess(t *testing.T, dir string) *testHub {
	h := &testHub{dir: dir, tokenFile: filepath.Join(dir, "token"), lines: lines{t: t}}
	listen := freeAddress(t)
	h.url = "nats://" + listen
	p := &process{part: "hub", args: []string{dir, listen}, out: &h.lines}
	p.start(t)
	t.Cleanup(p.kill)
	h.waitFor(h.url)
	return h
}

// Write takes what a process prints.
func (l *lines) Write(text []byte) (int, error) {
	for line := range strings.Lines(string(text)) {
		l.say(strings.TrimSpace(line))
	}
	return len(text), nil
}

// The hub's disk fills up in the middle of a run, and there is room again later.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("no small disk to be had: %v", err)
	}
	t.Cleanup(func() { unix.Unmount(dir, unix.MNT_DETACH) })
	h := hubProcess(t, dir)
	startWorker(t, h, "worker", 2, square, nil)
	p, said := place(t, h)
	filler := filepath.Join(dir, "filler")
	run, kept := squares(60)
	old := run.Done
	run.Done = func(i int, answer []byte) error {
		if i == 20 {
			file, err := os.Create(filler)
			if err != nil {
				return err
			}
			for size := 1 << 16; size > 0; size /= 2 {
				for err = nil; err == nil; {
					_, err = file.Write(make([]byte, size))
				}
			}
			file.Close()
			go func() {
				until(t, "the hub notices", func() bool {
					return h.has("the hub waits for room")
				})
				os.Remove(filler)
			}()
		}
		return old(i, answer)
	}
	if err := p.Do(limited(t), run); err != nil || !slices.Equal(*kept, wantSquares(60)) {
		t.Errorf("kept %v, %v", *kept, err)
	}
	t.Logf("the hub said %q, the coordinator %q", h.said, said.said)
}
