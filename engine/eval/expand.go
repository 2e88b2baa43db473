package eval

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"kaeshi/engine/pattern"
)

// The weights of a phase are unpacked when they are first needed, as all phases
// together take 67 MB. An evaluation waits until its phase is ready. So a search calls
// Prepare with the phases that it will come to.

// Prepare makes the phase of that many empties ready, and behind the caller's back the
// later ones down to that of the lowest number of empties.
func (e *Evaluator) Prepare(empties, lowest int) { e.prepare(empties, lowest, e.expand) }

func (e *Evaluator) prepare(empties, lowest int, expand func(n int)) {
	n, last := e.span(empties, lowest)
	if !e.ready(n+1, last) {
		go func() {
			for later := n + 1; later <= last; later++ {
				expand(later)
			}
		}()
	}
	expand(n)
}

// span returns the phases of the numbers of empties down to the lowest.
func (e *Evaluator) span(empties, lowest int) (first, last int) {
	set := e.weights.Set
	return set.Phase(max(empties, 0)), set.Phase(max(lowest, 0))
}

// ready reports whether the phases from first to last are written out.
func (e *Evaluator) ready(first, last int) bool {
	for n := first; n <= last; n++ {
		if !e.expanded[n].done.Load() {
			return false
		}
	}
	return true
}

// expansion is whether a phase is written out, and by how many games.
type expansion struct {
	writing sync.Mutex
	done    atomic.Bool
	users   int // under Evaluator.uses
}

// expand writes the weights of a phase out for every configuration, unless they are.
func (e *Evaluator) expand(n int) {
	own := &e.expanded[n]
	own.writing.Lock()
	defer own.writing.Unlock()
	if own.done.Load() {
		return
	}
	if e.collect.Swap(false) {
		runtime.GC() // what was given up is room for this phase
	}
	var net *network
	var table *tables
	if e.networks != nil {
		net = e.expandNetwork(n)
	} else {
		table = e.expandTables(n)
	}
	e.uses.Lock()
	defer e.uses.Unlock()
	e.store(n, net, table)
	own.done.Store(true)
}

// store lets evaluations of a phase use what it was written out to, nil being nothing.
func (e *Evaluator) store(n int, net *network, table *tables) {
	set := e.weights.Set
	for empties := range e.phases {
		switch {
		case set.Phase(empties) != n:
		case net != nil:
			own := *net
			own.factors = roundedFactors(set, min(empties, 60))
			e.networks[empties].Store(&own)
		case table != nil:
			ph := termWeights(set, table.terms, empties)
			ph.weights = table.weights
			e.phases[empties].Store(ph)
		case e.networks != nil:
			e.networks[empties].Store(nil)
		default:
			e.phases[empties].Store(nil)
		}
	}
}

// tables is a phase of a set with one lane, written out.
type tables struct{ weights, terms []int16 }

func (e *Evaluator) expandTables(n int) *tables {
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
	return &tables{table[:e.size+zeros], terms}
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

func (e *Evaluator) expandNetwork(n int) *network {
	set := e.weights.Set
	net := &network{rows: make([]Row, e.size+1)} // the last one, for absent features, is zeros
	adviseHuge(net.rows)
	part, at := 0, 0
	e.weights.Parts(n, func(own []int16) {
		if part == len(set.Patterns) {
			for i := range net.terms {
				net.terms[i] = packAll(own[:set.Terms[i].Size*rowLanes])
				own = own[set.Terms[i].Size*rowLanes:]
			}
			return
		}
		numbers := set.Patterns[part].Shared
		expandKernel(net.rows[at:], own, numbers)
		at += len(numbers)
		part++
	})
	return net
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
