package eval

import (
	"sync"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/weights"
)

// ready lists the phases that are written out.
func ready(e *Evaluator) []bool {
	var done []bool
	for n := range e.expanded {
		done = append(done, e.expanded[n].done.Load())
	}
	return done
}

// Only what a game comes to is written out, and what is prepared behind its back.
func TestOnlyPreparedPhasesAreExpanded(t *testing.T) {
	for _, name := range []string{"broad", "quarters"} {
		e := New(randomWeights(t, name))
		set := e.weights.Set
		var s State
		e.Init(&s, board.Start())
		e.Evaluate(&s, 60)
		e.Prepare(60, 60)
		want := make([]bool, set.Phases)
		want[0] = true
		compare := func(when string) {
			t.Helper()
			for n, done := range ready(e) {
				if done != want[n] {
					t.Errorf("%s, %s: phase %d is ready: %v, want %v", name, when, n, done, want[n])
				}
			}
		}
		compare("after the first position")
		lowest := 0
		for empties := range 61 {
			if set.Phase(empties) == 2 {
				lowest = empties
			}
		}
		e.Prepare(60, lowest)
		for n := range 3 {
			e.expand(n) // waits for whoever is at it
			want[n] = true
		}
		compare("as far as the third phase")
	}
}

// tablesAndNetwork returns weights of both kinds, those of a network packed.
func tablesAndNetwork(t *testing.T) map[string]*weights.Weights {
	shipped, err := weights.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	packed := *shipped
	packed.Tables = nil // the naive sums know of none
	return map[string]*weights.Weights{"tables": randomWeights(t, "broad"), "a network, packed": &packed}
}

// Phases that many threads come to at once are written out once, and all see the
// same values: those of reading every feature's squares.
func TestPhasesExpandUnderThreads(t *testing.T) {
	for name, test := range tablesAndNetwork(t) {
		e, w := New(test), unpacked(test)
		var positions []board.Position
		eachPosition(e, 1, func(p board.Position, _ *State) { positions = append(positions, p) })
		var threads sync.WaitGroup
		for k := range 4 {
			threads.Go(func() {
				for i := range positions {
					p := positions[(i+k*len(positions)/4)%len(positions)]
					e.Prepare(p.EmptyCount(), p.EmptyCount()-12)
					var s State
					e.Init(&s, p)
					if got, want := e.Evaluate(&s, p.EmptyCount()), naive(w, p); got != want {
						t.Errorf("%s: Evaluate = %d, want %d at\n%v", name, got, want, p)
					}
				}
			})
		}
		threads.Wait()
	}
}
