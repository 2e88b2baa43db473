//go:build long

package tasks

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"kaeshi/engine/notation"
	"kaeshi/engine/search"
	"kaeshi/engine/tt"
)

// ffo43 is position 43 of the FFO test suite, and the score that is published with it.
const (
	ffo43      = "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O;"
	ffo43Score = -12
)

// imagined is a worker whose time is counted in nodes.
type imagined struct {
	work        func(context.Context, []byte) ([]byte, error)
	task        *Task
	found       Found
	begun, ends uint64
}

// latency is what passes between two questions of a worker, in nodes: at 2 million a
// second, 5 ms.
const latency = 10000

// spend solves a position by so many imagined workers. It returns the nodes that pass
// until it is solved, and those of all workers.
func spend(t *testing.T, s *Split, workers int) (elapsed, all uint64) {
	const hashMB = 128
	var crew []*imagined
	for range workers {
		crew = append(crew, &imagined{work: NewProofWork(evaluator(t), hashMB)})
	}
	var queue []*Task
	for !s.Done() {
		for s.Running() <= workers {
			task := s.Next()
			if task == nil {
				break
			}
			queue = append(queue, task)
		}
		var first *imagined
		for _, w := range crew {
			if w.task == nil && len(queue) > 0 {
				w.take(t, queue[0], elapsed)
				queue = queue[1:]
			}
			if w.task != nil && (first == nil || w.ends < first.ends) {
				first = w
			}
		}
		elapsed = first.ends
		all += elapsed - first.begun
		task := first.task
		first.task = nil
		for _, useless := range s.Take(task, first.found) {
			queue = slices.DeleteFunc(queue, func(q *Task) bool { return q == useless })
			for _, w := range crew {
				if w.task == useless {
					all += elapsed - w.begun
					w.task = nil
				}
			}
		}
	}
	return elapsed, all
}

func (w *imagined) take(t *testing.T, task *Task, now uint64) {
	w.task, w.found, w.begun = task, Found{}, now
	question, err := json.Marshal(task.Step)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := w.work(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(answer, &w.found); err != nil {
		t.Fatal(err)
	}
	w.ends = now + w.found.Nodes + latency
}

// Two workers prove a score in at most 1/1.6 of the time of one, and one needs at most
// half as many nodes again as a search that is not split.
func TestSplitIsWorthIt(t *testing.T) {
	var p notation.Problem
	err := notation.ScanOBF("ffo43", strings.NewReader(ffo43+"\n"), func(read notation.Problem) error { p = read; return nil },
		func(err error) error { return err })
	if err != nil {
		t.Fatal(err)
	}
	whole := search.New(evaluator(t), tt.New(128), 1).Search(t.Context(), p.Position, search.Limit{ExactFrom: 60}, nil)
	var elapsed [3]uint64
	for workers := 1; workers <= 2; workers++ {
		s := NewSplit(p.Position, p.Position.EmptyCount()-3, false)
		var all uint64
		elapsed[workers], all = spend(t, s, workers)
		t.Logf("%d workers: %.1f M nodes pass, %.1f M are searched; not split %.1f M", workers,
			float64(elapsed[workers])/1e6, float64(all)/1e6, float64(whole.Nodes)/1e6)
		if best := s.Best(); best.Score().Value != ffo43Score*search.Disc {
			t.Errorf("%d workers: %v, want %+d", workers, best.Score(), ffo43Score)
		}
		if workers == 1 && all > whole.Nodes*3/2 {
			t.Errorf("one worker searches %d nodes, %d are enough", all, whole.Nodes)
		}
	}
	if 10*elapsed[1] < 16*elapsed[2] {
		t.Errorf("%d nodes pass with one worker, %d with two", elapsed[1], elapsed[2])
	}
}
