package eval

import (
	"math"
	"sync"
	"sync/atomic"

	"kaeshi/engine/pattern"
)

// The weights of a phase are unpacked when they are first needed, as all phases
// together take 67 MB. An evaluation waits until its phase is ready. So a search calls
// Prepare with the phases that it will come to.

// Prepare makes the phase of that many empties ready, and behind the caller's back the
// later ones down to that of the lowest number of empties.
func (e *Evaluator) Prepare(empties, lowest int) {
	set := e.weights.Set
	n, last := set.Phase(empties), set.Phase(max(lowest, 0))
	missing := false
	for later := n + 1; later <= last; later++ {
		missing = missing || !e.expanded[later].done.Load()
	}
	if missing {
		go func() {
			for later := n + 1; later <= last; later++ {
				e.expand(later)
			}
		}()
	}
	e.expand(n)
}

// expansion is whether a phase is written out.
type expansion struct {
	once sync.Once
	done atomic.Bool
}

// expand writes the weights of a phase out for every configuration, once.
func (e *Evaluator) expand(n int) {
	e.expanded[n].once.Do(func() {
		if e.networks != nil {
			e.expandNetwork(n)
		} else {
			e.expandTables(n)
		}
		e.expanded[n].done.Store(true)
	})
}

func (e *Evaluator) expandTables(n int) {
	const zeros = 1 // at the end: the weights of absent features
	set := e.weights.Set
	table := make([]int16, 0, e.size+zeros)
	var terms []int16
	part := 0
	e.weights.Parts(n, func(own []int16) {
		if part == len(set.Patterns) {
			terms = append(terms, own...)
			return
		}
		for _, number := range set.Patterns[part].Shared {
			table = append(table, own[number])
		}
		part++
	})
	table = table[:e.size+zeros]
	for empties := range e.phases {
		if set.Phase(empties) == n {
			ph := termWeights(set, terms, empties)
			ph.weights = table
			e.phases[empties].Store(ph)
		}
	}
}

// termWeights finds the weights of the terms among those of all terms.
func termWeights(set *pattern.Set, terms []int16, empties int) *phase {
	ph := new(phase)
	for _, t := range set.Terms {
		own := terms[t.First-set.Terms[0].First:][:t.Size]
		if t.Name == pattern.Parity {
			ph.parity = int(own[empties&1])
			continue
		}
		ph.terms = append(ph.terms, own)
	}
	return ph
}

func (e *Evaluator) expandNetwork(n int) {
	set := e.weights.Set
	net := network{rows: make([]Row, 0, e.size+1)}
	adviseHuge(net.rows[:e.size+1])
	part := 0
	e.weights.Parts(n, func(own []int16) {
		if part == len(set.Patterns) {
			for i := range net.terms {
				net.terms[i] = packAll(own[:set.Terms[i].Size*rowLanes])
				own = own[set.Terms[i].Size*rowLanes:]
			}
			return
		}
		for _, number := range set.Patterns[part].Shared {
			net.rows = append(net.rows, pack((*[rowLanes]int16)(own[number*rowLanes:])))
		}
		part++
	})
	net.rows = net.rows[:e.size+1] // the last one, for absent features, is zeros
	for empties := range e.networks {
		if set.Phase(empties) == n {
			own := net
			own.factors = roundedFactors(set, min(empties, 60))
			e.networks[empties].Store(&own)
		}
	}
}

func roundedFactors(set *pattern.Set, empties int) (f factors) {
	for lane, factor := range Factors(set, empties) {
		rounded := int16(math.Round(factor * factorOne))
		if lane < Linear {
			f.linear[lane] = rounded
		} else {
			f.folded[lane] = rounded
		}
	}
	return f
}
