package eval

import (
	"runtime"
	"slices"
	"sync"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/weights"
)

// follow searches, as far as the evaluator can tell, a position with so many empties to
// the depth, and waits for what is prepared behind its back.
func follow(c *Use, empties, depth int) {
	c.Begin(empties)
	c.Prepare(empties, empties-depth)
	e := c.held.evaluator
	first, last := e.span(empties, empties-depth)
	for n := first; n <= last; n++ {
		e.expand(n)
	}
}

// The phases that a game has passed are given up, and come back with an earlier position.
func TestAGameGivesUpWhatItHasPassed(t *testing.T) {
	e := New(randomWeights(t, "quarters"))
	game := e.NewUse()
	for empties := 60; empties >= 0; empties -= 2 {
		follow(game, empties, 12)
		first, last := e.span(empties, empties-12)
		for n, done := range ready(e) {
			if want := n >= first; n <= last && done != want {
				t.Errorf("%d empties: phase %d is ready: %v, want %v", empties, n, done, want)
			}
		}
	}
	follow(game, 45, 12)
	if done := ready(e); !done[1] || !done[2] {
		t.Errorf("back at 45 empties these are ready: %v", done)
	}
}

// Another game gives up what the one before it held last.
func TestAnotherGameGivesUpTheLastOne(t *testing.T) {
	e := New(randomWeights(t, "quarters"))
	game := e.NewUse()
	for range 2 {
		for empties := 60; empties >= 0; empties -= 2 {
			follow(game, empties, 10)
			held := 0
			for _, done := range ready(e) {
				if done {
					held++
				}
			}
			if held > 2 {
				t.Fatalf("%d empties: %d phases are ready, want 2 at most", empties, held)
			}
		}
	}
}

// Who looks at positions here and there finds all phases ready.
func TestPositionsInNoOrderKeepAllPhases(t *testing.T) {
	e := New(randomWeights(t, "quarters"))
	use := e.NewUse()
	places := []int{58, 10, 33, 20, 59, 47, 2, 25, 60, 5, 4, 3, 40}
	for _, empties := range places {
		follow(use, empties, 0)
	}
	before := ready(e)
	for _, empties := range places {
		follow(use, empties, 0)
		if after := ready(e); !slices.Equal(after, before) {
			t.Errorf("after %d empties are ready: %v, before %v", empties, after, before)
		}
	}
	if slices.Contains(before, false) {
		t.Errorf("only these are ready: %v", before)
	}
}

// A phase stays for every other game that needs it, and for none that is forgotten.
func TestGamesShareAPhase(t *testing.T) {
	e := New(randomWeights(t, "quarters"))
	one, other := e.NewUse(), e.NewUse()
	follow(one, 60, 0)
	follow(other, 60, 0)
	for empties := 58; empties > 40; empties -= 2 {
		follow(one, empties, 0)
	}
	if done := ready(e); !done[0] {
		t.Error("the phase of the other game is gone")
	}
	runtime.KeepAlive(other)
	other = nil
	for ready(e)[0] { // until the test runs out of time
		runtime.GC() // after it, some time, is done what a forgotten Use asks for
		runtime.Gosched()
	}
}

// Games of many threads go forward and back over one evaluator, which writes phases out
// and gives them up below them; each sees the values of reading every square.
func TestGamesGoBackAndForthUnderThreads(t *testing.T) {
	for name, test := range tablesAndNetwork(t) {
		e, w := New(test), unpacked(test)
		var games sync.WaitGroup
		for k := range 2 {
			games.Go(func() { playOn(t, name, e, w, e.NewUse(), k) })
		}
		games.Wait()
	}
}

// playOn evaluates the positions of a random game, goes back once in its middle, and
// holds the values to plain sums.
func playOn(t *testing.T, name string, e *Evaluator, w *weights.Weights, use *Use, seed int) {
	var positions []board.Position
	eachPosition(e, seed+1, func(p board.Position, _ *State) { positions = append(positions, p) })
	begin := 0
	for i, p := range positions {
		if p == board.Start() {
			begin = i
		}
	}
	positions = positions[begin:]
	for _, part := range [][]board.Position{positions[:40], positions[15:]} {
		for _, p := range part {
			n := p.EmptyCount()
			use.Begin(n)
			use.Prepare(n, n-6)
			use.Ahead(n-2, n-8)
			var s State
			e.Init(&s, p)
			if got, want := e.Evaluate(&s, n), naive(w, p); got != want {
				t.Errorf("%s: Evaluate = %d, want %d at\n%v", name, got, want, p)
			}
		}
	}
}
