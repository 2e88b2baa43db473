package eval

import "runtime"

// Use is what a game needs of the phases that an Evaluator has written out. A phase
// that the game has passed is given up, and its memory when no game uses it; it is
// written out again when the game, or another one, comes back. Whoever searches
// positions in no order has no Use, and nothing is given up.
type Use struct {
	held    *held
	empties int // of the last position that was searched
	steady  int // so many searches went on with the game
}

// held is the phases that a Use holds.
type held struct {
	evaluator *Evaluator
	phases    []bool
}

// NewUse returns the use of no phase yet. What it holds is given up when nobody has it
// any more.
func (e *Evaluator) NewUse() *Use {
	u := &Use{held: &held{evaluator: e, phases: make([]bool, len(e.expanded))}, empties: 60}
	runtime.AddCleanup(u, func(h *held) { h.keep(0, 0) }, u.held)
	return u
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
func (u *Use) Begin(empties int) {
	n := u.held.evaluator.weights.Set.Phase(empties)
	step, steady := u.empties-empties, u.steady >= steadySteps
	u.empties = empties
	if step >= 0 && step <= farthestStep {
		if u.steady++; steady {
			u.held.keep(n, len(u.held.phases))
		}
		return
	}
	u.steady = 0
	if steady && step < -newGame {
		u.held.keep(n, n+1)
	}
}

// Prepare is Evaluator.Prepare for phases that this game needs.
func (u *Use) Prepare(empties, lowest int) {
	e := u.held.evaluator
	u.held.take(e.span(empties, lowest))
	e.prepare(empties, lowest, u.held.expand)
}

// Ahead makes the phases of a search that may follow ready, behind the caller's back.
func (u *Use) Ahead(empties, lowest int) {
	e := u.held.evaluator
	first, last := e.span(empties, lowest)
	u.held.take(first, last)
	if !e.ready(first, last) {
		go e.prepare(empties, lowest, u.held.expand)
	}
}

func (h *held) take(first, last int) {
	e := h.evaluator
	e.uses.Lock()
	defer e.uses.Unlock()
	for n := first; n <= last; n++ {
		if !h.phases[n] {
			h.phases[n] = true
			e.expanded[n].users++
		}
	}
}

// expand writes out a phase that is still used, and gives it up again if the game has
// passed it meanwhile.
func (h *held) expand(n int) {
	e := h.evaluator
	e.uses.Lock()
	wanted := h.phases[n]
	e.uses.Unlock()
	if wanted {
		e.expand(n)
		e.uses.Lock()
		e.giveUp(n)
		e.uses.Unlock()
	}
}

// keep gives up all phases but those from first to before end.
func (h *held) keep(first, end int) {
	e := h.evaluator
	e.uses.Lock()
	defer e.uses.Unlock()
	for n := range h.phases {
		if h.phases[n] && (n < first || n >= end) {
			h.phases[n] = false
			e.expanded[n].users--
			e.giveUp(n)
		}
	}
}

// giveUp forgets what a phase was written out to, if nobody uses it.
func (e *Evaluator) giveUp(n int) {
	if own := &e.expanded[n]; own.users == 0 && own.done.Load() {
		own.done.Store(false)
		e.store(n, nil, nil)
		e.collect.Store(true)
	}
}
