//go:build !nohub

package cluster

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// The hub's disk fills up in the middle of a run, and there is room again later.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("no small disk to be had: %v", err)
	}
	t.Cleanup(func() { unix.Unmount(dir, unix.MNT_DETACH) })
	listen := freeAddress(t)
	h := startHub(t, dir, listen, nil)
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
	if err := p.Do(t.Context(), run); err != nil || !slices.Equal(*kept, wantSquares(60)) {
		t.Errorf("kept %v, %v", *kept, err)
	}
	t.Logf("the hub said %q, the coordinator %q", h.said, said.said)
}
