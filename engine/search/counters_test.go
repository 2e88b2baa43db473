//go:build counters

package search

import (
	"context"
	"flag"
	"os"
	"testing"
	"time"

	"kaeshi/engine/notation"
)

var obf = flag.String("obf", "", "positions to solve and count the nodes of")

// TestCounters prints where the nodes of the first thread go, and what each thread does.
func TestCounters(t *testing.T) {
	file, err := os.Open(*obf)
	if err != nil {
		t.Skip("-obf names no positions: ", err)
	}
	defer file.Close()
	problems, err := notation.ReadOBF(file)
	if err != nil {
		t.Fatal(err)
	}
	s := newTestSearcher(t, *threads, 128)
	begun := time.Now()
	visited := make([]uint64, *threads)
	for _, p := range problems {
		s.Search(context.Background(), p.Position, Limit{ExactFrom: 64}, func(i Info) {
			t.Logf("%v, depth %d at %d%%: %v %v, %d nodes", i.Stage, i.Depth, i.Score.Selectivity.Percent(), i.Score, i.Move(), i.Nodes)
		})
		for i, w := range s.workers {
			visited[i] += w.count
		}
	}
	t.Logf("\n%v", &s.workers[0].counters)
	for i, w := range s.workers {
		t.Logf("thread %d: %d nodes, waited %.0f%% of the time", i, visited[i], 100*w.counters.waited.Seconds()/time.Since(begun).Seconds())
	}
}
