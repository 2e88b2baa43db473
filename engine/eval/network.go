package eval

import (
	"math"
	"sync"

	"kaeshi/engine/pattern"
	"kaeshi/weights"
)

// Row is the weight of a configuration in a network: eight numbers in place of
// one. Summed over the features and the terms of a position they make its lanes.
// The first Linear lanes count as they are, the rest by their absolute value: a
// hidden layer whose weights all come from tables.
type Row [rowLanes]int16

const (
	rowLanes = 8
	rowTerms = 3 // a network has so many terms
)

// Linear is how many lanes are not folded: one for the value itself, and one
// that grows with the distance from the middle of the phase, see Factors.
const Linear = 2

// factorOne is a factor of 1.
const factorOne = 1 << factorBits

const factorBits = 8

// network is the weights that hold at some number of empties.
type network struct {
	rows    []Row // of all patterns, one after the other, then of zeros
	terms   [rowTerms][]Row
	factors Row
}

// Factors returns what each lane of a position with that many empties is
// multiplied by before all are added: folded lanes count for and against in turn.
func Factors(set *pattern.Set, empties int) []float64 {
	factors := make([]float64, set.Lanes)
	for lane := range factors {
		factors[lane] = float64(1 - lane%2*2)
	}
	factors[1] = set.Slope(empties)
	return factors
}

func (e *Evaluator) initNetwork(w *weights.Weights, total int) {
	set := w.Set
	tables := make([]network, set.Phases)
	var expanding sync.WaitGroup
	for n := range tables {
		expanding.Go(func() { tables[n] = expandNetwork(set, w.Phase(n), total) })
	}
	expanding.Wait()
	e.networks = new([65]network)
	for empties := range e.networks {
		e.networks[empties] = tables[set.Phase(empties)]
		for lane, factor := range Factors(set, min(empties, 60)) {
			e.networks[empties].factors[lane] = int16(math.Round(factor * factorOne))
		}
	}
}

func asRows(values []int16) []Row {
	rows := make([]Row, len(values)/rowLanes)
	for i := range rows {
		copy(rows[i][:], values[i*rowLanes:])
	}
	return rows
}

// expandNetwork writes the shared rows out for every configuration.
func expandNetwork(set *pattern.Set, shared []int16, total int) network {
	net := network{rows: make([]Row, 0, total+1)}
	for _, p := range set.Patterns {
		own := shared[p.First*rowLanes:]
		for _, number := range p.Shared {
			net.rows = append(net.rows, Row(own[number*rowLanes:][:rowLanes]))
		}
	}
	net.rows = append(net.rows, Row{})
	for i := range net.terms {
		t := &set.Terms[i]
		net.terms[i] = asRows(shared[t.First*rowLanes : (t.First+t.Size)*rowLanes])
	}
	return net
}

func (e *Evaluator) evaluateNetwork(s *State, empties int) int {
	net := &e.networks[empties]
	p := s.position
	return fold(&s.player, &e.offsets, net.rows, &net.terms[0][e.terms[0].Index(p)],
		&net.terms[1][e.terms[1].Index(p)], &net.terms[2][e.terms[2].Index(p)], &net.factors)
}

// foldGeneric adds up the rows of a view and of three terms, and folds the sum;
// fold is this or the same in assembly. Sums may wrap around on the way.
func foldGeneric(v *View, offsets *[words * lanes]uint32, rows []Row, a, b, c, factors *Row) int {
	var sum Row
	for lane := range sum {
		sum[lane] = a[lane] + b[lane] + c[lane]
	}
	for i := range v {
		four := v[i]
		at := (*[lanes]uint32)(offsets[i*lanes:])
		w, x := &rows[at[0]+uint32(uint16(four))], &rows[at[1]+uint32(uint16(four>>16))]
		y, z := &rows[at[2]+uint32(uint16(four>>32))], &rows[at[3]+uint32(uint16(four>>48))]
		for lane := range sum {
			sum[lane] += w[lane] + x[lane] + y[lane] + z[lane]
		}
	}
	total := 0
	for lane, value := range sum {
		if lane >= Linear && value < 0 {
			value = -value
		}
		total += int(value) * int(factors[lane])
	}
	return total
}
