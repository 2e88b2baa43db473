//go:build !nohub

package cluster

import (
	"testing"
	"time"
)

// A slot gives a run up while the worker looks what runs there are, and waits for another.
// The look does not bring the run back behind its back: then it would wait for ever.
func TestRunDroppedInALook(t *testing.T) {
	w := &Worker{changed: make(chan struct{})}
	r := &workerRun{Run: &Run{ID: "run"}}
	w.runs = []*workerRun{r}
	known := map[string]*workerRun{"run": r}
	w.drop(r)
	changed := w.changed // what the slot waits for
	w.takeRuns(known, []*workerRun{r}, false)
	if len(w.runs) > 0 {
		t.Error("a run that was dropped is back, and nobody was told")
	}
	found := &workerRun{Run: r.Run}
	w.takeRuns(map[string]*workerRun{}, []*workerRun{found}, true)
	select {
	case <-changed:
	default:
		t.Error("the slot is not told of the run that was found again")
	}
	if len(w.runs) != 1 || w.runs[0] != found {
		t.Errorf("the worker has %d runs", len(w.runs))
	}
}

// A server that does not end keeps nobody.
func TestEndWithin(t *testing.T) {
	if !endWithin(time.Minute, func() {}) {
		t.Error("it has ended")
	}
	stuck := make(chan struct{})
	defer close(stuck)
	if endWithin(time.Millisecond, func() { <-stuck }) {
		t.Error("it has not ended")
	}
}
