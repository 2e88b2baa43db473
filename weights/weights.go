// Package weights keeps what the evaluation has learnt: the weights of a pattern
// set, in a file format of their own, and the default that the program carries.
//
// Whatever belongs to one set of weights travels with it, so the same file has
// room for named tables of numbers, such as the constants of ProbCut.
package weights

import (
	_ "embed"
	"fmt"
	"sync"

	"kaeshi/engine/pattern"
)

// Weights is the values of a pattern set.
type Weights struct {
	Name   string // what they are and where they come from, one line
	Set    *pattern.Set
	Scale  int                  // so many units are one disc
	Values []int16              // Set.Phases times Set.Values()
	Tables map[string][]float32 // what else was measured with these weights, by name
}

// New returns weights of the set that are all zero.
func New(name string, set *pattern.Set, scale int) *Weights {
	return &Weights{Name: name, Set: set, Scale: scale, Values: make([]int16, set.Phases*set.Values())}
}

// Phase returns the weights of one phase, ordered as the set's patterns and terms.
func (w *Weights) Phase(n int) []int16 {
	size := w.Set.Values()
	return w.Values[n*size : (n+1)*size]
}

//go:embed kaeshi.kw
var embedded []byte

var decodeEmbedded = sync.OnceValues(func() (*Weights, error) { return Decode(embedded) })

// Embedded returns the weights that the program carries. They are decoded by the
// first call and shared by all: nobody may change them.
func Embedded() (*Weights, error) {
	w, err := decodeEmbedded()
	if err != nil {
		return nil, fmt.Errorf("weights: the embedded file %w", err)
	}
	return w, nil
}
