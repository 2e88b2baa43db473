package eval

import "runtime"

// Claim is what a game needs of the phases that an Evaluator has written out. A phase
// that the game has passed is given up, and its memory with the last claim to it; it is
// written out again when the game, or another one, comes back. Whoever searches
// positions in no order makes no claim, and nothing is given up.
type Claim struct {
	held    *held
	empties int // of the last position that was searched
	steady  int // so many searches went on with the game
}

// held is the phases that a claim holds.
type held struct {
	evaluator *Evaluator
	phases    []bool
}

// Claim returns a claim to nothing yet. What it holds is given up when nobody has it
// any more.
func (e *Evaluator) Claim() *Claim {
	c := &Claim{held: &held{evaluator: e, phases: make([]bool, len(e.expanded))}, empties: 60}
	runtime.AddCleanup(c, func(h *held) { h.keep(0, 0) }, c.held)
	return c
}

// Between two searches of a game lie a few moves. After a few such steps the user is
// taken to go through a game, and to come back no more; who looks at positions
// here and there shall find all phases ready.
const (
	farthestStep = 4
	steadySteps  = 3
	newGame      = 10 // and more empties than before: another game has begun
)

// Begin tells that a search of a position with so many empties begins, and gives up the
// phases that the game has passed.
func (c *Claim) Begin(empties int) {
	n := c.held.evaluator.weights.Set.Phase(empties)
	step, steady := c.empties-empties, c.steady >= steadySteps
	c.empties = empties
	if step >= 0 && step <= farthestStep {
		if c.steady++; steady {
			c.held.keep(n, len(c.held.phases))
		}
		return
	}
	c.steady = 0
	if steady && step < -newGame {
		c.held.keep(n, n+1)
	}
}

// Prepare is Evaluator.Prepare for phases that this game needs.
func (c *Claim) Prepare(empties, lowest int) {
	e := c.held.evaluator
	c.held.claim(e.span(empties, lowest))
	e.prepare(empties, lowest, c.held.expand)
}

// Ahead makes the phases of a search that may follow ready, behind the caller's back.
func (c *Claim) Ahead(empties, lowest int) {
	e := c.held.evaluator
	first, last := e.span(empties, lowest)
	c.held.claim(first, last)
	if !e.ready(first, last) {
		go e.prepare(empties, lowest, c.held.expand)
	}
}

func (h *held) claim(first, last int) {
	e := h.evaluator
	e.claims.Lock()
	defer e.claims.Unlock()
	for n := first; n <= last; n++ {
		if !h.phases[n] {
			h.phases[n] = true
			e.expanded[n].users++
		}
	}
}

// expand writes out a phase that is still claimed, and gives it up again if the game has
// passed it meanwhile.
func (h *held) expand(n int) {
	e := h.evaluator
	e.claims.Lock()
	wanted := h.phases[n]
	e.claims.Unlock()
	if wanted {
		e.expand(n)
		e.claims.Lock()
		e.giveUp(n)
		e.claims.Unlock()
	}
}

// keep gives up all phases but those from first to before end.
func (h *held) keep(first, end int) {
	e := h.evaluator
	e.claims.Lock()
	defer e.claims.Unlock()
	for n := range h.phases {
		if h.phases[n] && (n < first || n >= end) {
			h.phases[n] = false
			e.expanded[n].users--
			e.giveUp(n)
		}
	}
}

// giveUp forgets what a phase was written out to, if nobody claims it.
func (e *Evaluator) giveUp(n int) {
	if own := &e.expanded[n]; own.users == 0 && own.done.Load() {
		own.done.Store(false)
		e.store(n, nil, nil)
		e.collect.Store(true)
	}
}
