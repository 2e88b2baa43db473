// Package weights keeps what the evaluation has learnt: the weights of a pattern
// set, in a file format of their own, and the default that the program carries.
//
// What belongs to a set of weights is kept with it: the file also holds named tables
// of numbers, such as the constants of ProbCut.
package weights

import (
	_ "embed"
	"fmt"
	"sync"

	"kaeshi/engine/pattern"
)

// Weights is the values of a pattern set. Those of a file stay packed as they are
// there: a game needs one phase after the other, and the first move waits for one.
type Weights struct {
	Name   string // what they are and where they come from, one line
	Set    *pattern.Set
	Scale  int                  // so many units are one disc
	Values []int16              // Set.Phases times Set.Values(), or nil while they are packed
	Tables map[string][]float32 // what else was measured with these weights, by name

	packed [][]byte // by phase
}

// New returns weights of the set that are all zero.
func New(name string, set *pattern.Set, scale int) *Weights {
	return &Weights{Name: name, Set: set, Scale: scale, Values: make([]int16, set.Phases*set.Values())}
}

// Phase returns the weights of one phase, ordered as the set's patterns and terms.
// Packed ones are a copy.
func (w *Weights) Phase(n int) []int16 {
	size := w.Set.Values()
	if w.Values != nil {
		return w.Values[n*size : (n+1)*size]
	}
	phase := make([]int16, 0, size)
	w.Parts(n, func(part []int16) { phase = append(phase, part...) })
	return phase
}

// Parts calls take with the weights of each pattern of a phase in their order, and
// last with those of the terms. Packed ones stay valid until take returns. It may be
// called by several at a time.
func (w *Weights) Parts(n int, take func(part []int16)) {
	if w.Values == nil {
		if err := unpackPhase(w, n, take); err != nil {
			panic(fmt.Sprintf("weights: phase %d, found whole when the file was read: %v", n, err))
		}
		return
	}
	rest := w.Phase(n)
	for _, size := range partSizes(w.Set) {
		take(rest[:size])
		rest = rest[size:]
	}
}

// partSizes returns how many values each part of a phase has.
func partSizes(set *pattern.Set) []int {
	var sizes []int
	rest := set.Values()
	for i := range set.Patterns {
		size := set.Patterns[i].Weights * set.Lanes
		sizes = append(sizes, size)
		rest -= size
	}
	return append(sizes, rest)
}

//go:embed kaeshi.kw
var embedded []byte

// The file that the program carries was tested when that was built.
var decodeEmbedded = sync.OnceValues(func() (*Weights, error) { return decodeUnchecked(embedded) })

// Embedded returns the weights that the program carries. They are shared by all:
// nobody may change them.
func Embedded() (*Weights, error) {
	w, err := decodeEmbedded()
	if err != nil {
		return nil, fmt.Errorf("weights: the embedded file %w", err)
	}
	return w, nil
}
