package train

import (
	"math"

	"kaeshi/engine/eval"
	"kaeshi/engine/pattern"
	"kaeshi/weights"
)

// indexer finds the weights that a position uses.
type indexer struct {
	set       *pattern.Set
	evaluator *eval.Evaluator
	width     int // weights that a position uses
}

func newIndexer(set *pattern.Set) indexer {
	return indexer{
		set:       set,
		evaluator: eval.New(weights.New("", set, 1)),
		width:     len(set.Features) + len(set.Terms),
	}
}

// table is samples as rows of weight numbers, each with a label and a say.
type table struct {
	width   int
	indices []uint32
	labels  []float32
	trust   []float32
	units   []int32 // rows that begin a unit: a family, or one row
}

func (t *table) reset(width int) {
	t.width, t.indices, t.labels, t.trust, t.units = width, t.indices[:0], t.labels[:0], t.trust[:0], t.units[:0]
}

func (t *table) len() int { return len(t.labels) }

// row returns the weight numbers of a row.
func (t *table) row(i int) []uint32 { return t.indices[i*t.width : (i+1)*t.width] }

// end returns the row after those of a unit.
func (t *table) end(unit int) int {
	if unit+1 < len(t.units) {
		return int(t.units[unit+1])
	}
	return t.len()
}

// add appends a sample; first means that it begins a unit.
func (x *indexer) add(t *table, s *Sample, trust float32, first bool) {
	if first {
		t.units = append(t.units, int32(t.len()))
	}
	var state eval.State
	x.evaluator.Init(&state, s.Position)
	for i := range x.set.Features {
		p := &x.set.Patterns[x.set.Features[i].Pattern]
		t.indices = append(t.indices, uint32(p.First)+p.Shared[state.Index(i)])
	}
	for _, term := range x.set.Terms {
		t.indices = append(t.indices, uint32(term.First+term.Index(s.Position)))
	}
	t.labels = append(t.labels, s.Score)
	t.trust = append(t.trust, trust)
}

// descend adds the direction of steepest descent over the rows from..to to
// gradient, and returns the weighted sum of their squared errors.
func (t *table) descend(weights, gradient []float32, from, to int) float64 {
	var squares float64
	for row := from; row < to; row++ {
		indices := t.indices[row*t.width : (row+1)*t.width]
		missing := t.labels[row]
		for _, i := range indices {
			missing -= weights[i]
		}
		push := missing * t.trust[row]
		for _, i := range indices {
			gradient[i] += push
		}
		squares += float64(missing) * float64(push)
	}
	return squares
}

// squares returns the weighted sum of squared errors of the rows from..to.
func (t *table) squares(weights []float32, from, to int) float64 {
	var squares float64
	for row := from; row < to; row++ {
		missing := t.labels[row]
		for _, i := range t.indices[row*t.width : (row+1)*t.width] {
			missing -= weights[i]
		}
		squares += float64(missing) * float64(missing) * float64(t.trust[row])
	}
	return squares
}

// totalTrust is what a sum of squared errors is to be divided by.
func (t *table) totalTrust() float64 {
	total := 0.0
	for _, trust := range t.trust {
		total += float64(trust)
	}
	return max(total, math.SmallestNonzeroFloat32)
}
