// Package eval gives a position its static value: the sum of the weights of its
// pattern configurations, or what a network makes of such sums (see Row). The
// configurations are kept up to date move by move.
//
// A State holds the configuration numbers of all features twice, as the side to
// move sees them and as the other side does, so that a move is a vector addition
// followed by a swap, and a pass is the swap alone. The numbers are 16 bits wide
// and lie four to a word: adding words adds all four, because each result fits
// its lane.
package eval

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"kaeshi/engine/board"
	"kaeshi/engine/pattern"
	"kaeshi/weights"
)

// Disc is the value of one disc. MaxValue bounds what Evaluate returns: a static
// value is always less than a full 64 discs.
const (
	Disc     = 100
	MaxValue = 64*Disc - 1
)

const (
	lanes = 4
	words = pattern.MaxFeatures / lanes
)

// View is the configuration numbers of all features as one side sees them,
// feature i in bits 16*(i%4).. of word i/4; features that a set lacks are 0.
type View [words]uint64

// State is a position in the evaluator's terms. Assigning it copies it.
type State struct {
	player   View // as the side to move sees the board
	opponent View // as the other side sees it
	position board.Position
}

// phase is the weights that hold at some number of empties, of a set with one lane.
type phase struct {
	weights []int16 // the tables of all patterns, one after the other, then zeros
	parity  int     // weights of the terms that depend on the number of empties only
	terms   [][]int16
}

// Evaluator holds the weights in the shape that sums fast. It may be shared. A phase
// takes that shape when it is first needed, see Prepare.
type Evaluator struct {
	deltas   [64]View                     // by square: what a digit 1 there adds to each feature
	offsets  [pattern.MaxFeatures]uint32  // where a feature's table begins in phase.weights
	phases   [65]atomic.Pointer[phase]    // by number of empties, of a set with one lane
	networks *[65]atomic.Pointer[network] // the same of a set with more lanes, or nil
	terms    []pattern.Term               // those that need the position
	tables   map[string][]float32         // what else stands in the weights file
	scale    int                          // value = sum * scale >> scaleBits
	truth    *truth

	weights  *weights.Weights
	size     int         // configurations of all patterns
	expanded []expansion // by phase
	uses     sync.Mutex  // guards who needs which phase
	collect  atomic.Bool // a phase was given up, and its memory not yet collected
}

const scaleBits = 16

// Table returns what was measured with the weights under the name, or nil.
func (e *Evaluator) Table(name string) []float32 { return e.tables[name] }

// New returns the evaluator of w, which must not change any more.
func New(w *weights.Weights) *Evaluator {
	set := w.Set
	starts, total := tableStarts(set)
	e := &Evaluator{scale: Disc << scaleBits / w.Scale, tables: w.Tables, truth: newTruth(w), weights: w, size: total, expanded: make([]expansion, set.Phases)}
	for i := range e.offsets {
		e.offsets[i] = uint32(total) // the zeros behind the tables
	}
	for i, f := range set.Features {
		e.offsets[i] = uint32(starts[f.Pattern])
		power := uint64(1)
		for k := len(f.Squares) - 1; k >= 0; k-- {
			e.deltas[f.Squares[k]][i/lanes] += power << (16 * (i % lanes))
			power *= 3
		}
	}
	for _, t := range set.Terms {
		if t.Name != pattern.Parity {
			e.terms = append(e.terms, t)
		}
	}
	if set.Lanes > 1 {
		e.networks = new([65]atomic.Pointer[network])
	}
	return e
}

func tableStarts(set *pattern.Set) (starts []int, total int) {
	for _, p := range set.Patterns {
		starts = append(starts, total)
		total += len(p.Shared)
	}
	return starts, total
}

// Init sets s to the position p.
func (e *Evaluator) Init(s *State, p board.Position) {
	*s = State{position: p}
	for b := p.Player; b != 0; b &= b - 1 {
		s.player.add(&e.deltas[bits.TrailingZeros64(b)], 1)
		s.opponent.add(&e.deltas[bits.TrailingZeros64(b)], 2)
	}
	for b := p.Opponent; b != 0; b &= b - 1 {
		s.player.add(&e.deltas[bits.TrailingZeros64(b)], 2)
		s.opponent.add(&e.deltas[bits.TrailingZeros64(b)], 1)
	}
}

func (v *View) add(delta *View, digit uint64) {
	for i := range v {
		v[i] += digit * delta[i]
	}
}

// Index returns the configuration number of feature i as the side to move sees it.
func (s *State) Index(i int) int {
	return int(uint16(s.player[i/lanes] >> (16 * (i % lanes))))
}

// Play sets next to the state after a move at sq that turns flips. The two may
// be the same.
func (e *Evaluator) Play(next, s *State, sq board.Square, flips uint64) {
	next.position = s.position.After(sq, flips)
	playKernel(next, s, &e.deltas, sq, flips)
}

// Pass sets next to s with the other side to move. The two may be the same.
func (e *Evaluator) Pass(next, s *State) {
	*next = State{player: s.opponent, opponent: s.player, position: s.position.Pass()}
}

// Evaluate returns the value of s in 1/Disc discs for the side to move; empties
// is the number of empty squares.
func (e *Evaluator) Evaluate(s *State, empties int) int {
	var total int
	if e.networks != nil {
		total = e.evaluateNetwork(s, empties) >> factorBits
	} else {
		ph := e.phases[empties].Load()
		for ph == nil {
			e.expand(e.weights.Set.Phase(empties))
			ph = e.phases[empties].Load()
		}
		total = sumKernel(&s.player, &e.offsets, ph.weights) + ph.parity
		for i := range e.terms {
			total += int(ph.terms[i][e.terms[i].Index(s.position)])
		}
	}
	return e.inDiscs(total)
}

// inDiscs returns a sum of weights in 1/Disc discs.
func (e *Evaluator) inDiscs(total int) int {
	value := total * e.scale >> scaleBits
	return max(-MaxValue, min(value, MaxValue))
}
