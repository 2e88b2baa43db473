//go:build counters

package search

import (
	"context"
	"flag"
	"os"
	"testing"

	"kaeshi/engine/notation"
)

var obf = flag.String("obf", "", "positions to solve and count the nodes of")

// TestCounters prints where the nodes go.
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
	s := newTestSearcher(t, 1, 128)
	for _, p := range problems {
		s.Search(context.Background(), p.Position, Limit{ExactFrom: 64}, func(i Info) {
			t.Logf("%v, depth %d at %d%%: %v %v, %d nodes", i.Stage, i.Depth, i.Score.Selectivity.Percent(), i.Score, i.Move(), i.Nodes)
		})
	}
	t.Logf("\n%v", &s.workers[0].counters)
}
