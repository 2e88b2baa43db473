// Package pattern says which squares the evaluation looks at together.
//
// A pattern is a short list of squares; what stands on them is a number in base
// 3 (0 empty, 1 the viewing side's disc, 2 the other side's), the first square
// being the most significant digit. Every distinct image of a pattern under the
// eight symmetries of the board is a feature, and all features of a pattern
// share its weights, as do configurations that a symmetry of the pattern itself
// maps onto each other. A Set is data: nothing else in the program knows how
// many patterns, terms or phases there are.
package pattern

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"kaeshi/engine/board"
)

// The bounds that fit a feature's index into 16 bits and the features of a
// position into the evaluator's vectors.
const (
	MaxSquares  = 10
	MaxFeatures = 64
)

// Set is everything that a position's value is summed from.
type Set struct {
	Name     string
	Phases   int // tables of weights, by number of discs
	Lanes    int // numbers in a weight: 1, or more where they make a network
	Patterns []Pattern
	Terms    []Term
	Features []Feature // images of the patterns, those of a pattern or of a group side by side
	Groups   []Group   // of features that belong to the same quarters, in a network
	Weights  int       // number of weights of a phase after sharing
}

// Pattern is a base shape with its shared weights.
type Pattern struct {
	Name    string
	Squares []board.Square
	First   int      // its first weight among the weights of a phase
	Shared  []uint32 // by configuration: which of its weights stands for it
	Weights int      // how many different ones there are
}

// Feature is one image of a pattern: Squares[i] plays the part of the
// pattern's Squares[i].
type Feature struct {
	Pattern  int
	Squares  []board.Square
	Quarters uint8 // a bit for each quarter of the board that it belongs to
}

// Group is features side by side that belong to the same quarters.
type Group struct {
	Quarters uint8
	Features int
}

// Quarters is how many parts of the board a network looks at by themselves.
const Quarters = 4

// The quarters of the board: those of a1, h1, a8 and h8.
var quarters = [Quarters]uint64{0x0f0f0f0f, 0xf0f0f0f0, 0x0f0f0f0f << 32, 0xf0f0f0f0 << 32}

// belonging is how many squares in a quarter make a feature belong to it.
const belonging = 3

// Phase returns the phase, 0..Phases-1, of a position with that many empties:
// equal shares of the 60 moves of a game.
func (s *Set) Phase(empties int) int {
	played := max(60-empties, 0)
	return min(played, 60) * s.Phases / 61
}

// Values returns how many numbers the weights of a phase are.
func (s *Set) Values() int { return s.Weights * s.Lanes }

// Slope tells how far a number of empties lies from the middle of its phase, in
// halves of a phase: -1 at its first move, 1 at its last.
func (s *Set) Slope(empties int) float64 {
	first, last := 60, 0
	for e := range 61 {
		if s.Phase(e) == s.Phase(empties) {
			first, last = min(first, e), max(last, e)
		}
	}
	return float64(first+last-2*empties) / float64(last-first)
}

// Description is the set in words; equal descriptions mean that weights fit.
func (s *Set) Description() string {
	var b strings.Builder
	fmt.Fprintf(&b, "set %s\nphases %d\n", s.Name, s.Phases)
	if s.Lanes > 1 {
		fmt.Fprintf(&b, "lanes %d\n", s.Lanes)
	}
	for _, p := range s.Patterns {
		fmt.Fprintf(&b, "pattern %s", p.Name)
		for _, sq := range p.Squares {
			fmt.Fprintf(&b, " %s", sq)
		}
		b.WriteByte('\n')
	}
	for _, t := range s.Terms {
		fmt.Fprintf(&b, "term %s %d\n", t.Name, t.Size)
	}
	return b.String()
}

// Index returns the configuration of the feature in p.
func (f *Feature) Index(p board.Position) int {
	index := 0
	for _, sq := range f.Squares {
		index = 3*index + digit(p, sq)
	}
	return index
}

func digit(p board.Position, sq board.Square) int {
	switch {
	case p.Player&sq.Bit() != 0:
		return 1
	case p.Opponent&sq.Bit() != 0:
		return 2
	}
	return 0
}

// build derives features and shared weights from a set's definition.
func build(d definition) *Set {
	s := &Set{Name: d.name, Phases: d.phases, Lanes: max(d.lanes, 1)}
	var sharing sync.WaitGroup // the first move of a game waits for it
	s.Patterns = make([]Pattern, len(d.patterns))
	for i, shape := range d.patterns {
		squares := parseSquares(shape.squares)
		s.Patterns[i] = Pattern{Name: shape.name, Squares: squares}
		sharing.Go(s.Patterns[i].share)
		s.Features = append(s.Features, images(i, squares)...)
	}
	sharing.Wait()
	for i := range s.Patterns {
		s.Patterns[i].First = s.Weights
		s.Weights += s.Patterns[i].Weights
	}
	if s.Lanes > 1 {
		s.group()
	}
	for _, name := range d.terms {
		t := terms[name]
		t.Name, t.First = name, s.Weights
		s.Weights += t.Size
		s.Terms = append(s.Terms, t)
	}
	return s
}

// group sorts the features by their quarters.
func (s *Set) group() {
	slices.SortStableFunc(s.Features, func(f, g Feature) int { return int(f.Quarters) - int(g.Quarters) })
	for _, f := range s.Features {
		if last := len(s.Groups) - 1; last >= 0 && s.Groups[last].Quarters == f.Quarters {
			s.Groups[last].Features++
			continue
		}
		s.Groups = append(s.Groups, Group{Quarters: f.Quarters, Features: 1})
	}
}

func parseSquares(text string) []board.Square {
	var squares []board.Square
	for _, name := range strings.Fields(text) {
		sq, ok := board.ParseSquare(name)
		if !ok {
			panic("pattern: no such square: " + name)
		}
		squares = append(squares, sq)
	}
	return squares
}

func images(pattern int, base []board.Square) []Feature {
	var found []Feature
	seen := map[uint64]bool{}
	for s := range board.Symmetries {
		image := transform(base, s)
		if set := bitboard(image); !seen[set] {
			seen[set] = true
			found = append(found, Feature{Pattern: pattern, Squares: image, Quarters: quartersOf(set)})
		}
	}
	return found
}

func quartersOf(squares uint64) uint8 {
	var belongs uint8
	for i, quarter := range quarters {
		if bits.OnesCount64(squares&quarter) >= belonging {
			belongs |= 1 << i
		}
	}
	return belongs
}

func transform(squares []board.Square, symmetry int) []board.Square {
	image := make([]board.Square, len(squares))
	for i, sq := range squares {
		image[i] = sq.Transform(symmetry)
	}
	return image
}

func bitboard(squares []board.Square) uint64 {
	var b uint64
	for _, sq := range squares {
		b |= sq.Bit()
	}
	return b
}

// share numbers the configurations so that those which a symmetry of the
// pattern maps onto each other have the same number.
func (p *Pattern) share() {
	size := 1
	for range p.Squares {
		size *= 3
	}
	p.Shared = make([]uint32, size)
	own := p.ownSymmetries()
	for c := range size {
		first := c
		for _, o := range own {
			first = min(first, o.high[c/half]+o.low[c%half])
		}
		if first < c {
			p.Shared[c] = p.Shared[first]
			continue
		}
		p.Shared[c] = uint32(p.Weights)
		p.Weights++
	}
}

// reordering tells where a symmetry takes a configuration: the sum of where it takes
// the configuration's last digits and those before them.
type reordering struct{ high, low []int }

// half is the number of configurations of the last digits in a reordering.
const half = 3 * 3 * 3 * 3 * 3

// ownSymmetries returns what each symmetry that keeps the pattern's squares, the
// identity left out, does to configurations. They are tabled in halves since the
// first move of a game waits for them.
func (p *Pattern) ownSymmetries() []reordering {
	var own []reordering
	place := map[board.Square]int{}
	for i, sq := range p.Squares {
		place[sq] = i
	}
	for s := 1; s < board.Symmetries; s++ {
		image := transform(p.Squares, s)
		if bitboard(image) != bitboard(p.Squares) {
			continue
		}
		order := make([]int, len(image))
		for i, sq := range image {
			order[i] = place[sq]
		}
		var o reordering
		for c := 0; c < len(p.Shared); c += half {
			o.high = append(o.high, reorder(c, order))
		}
		for c := range half {
			o.low = append(o.low, reorder(c, order))
		}
		own = append(own, o)
	}
	return own
}

// reorder moves digit i of a configuration to place order[i].
func reorder(configuration int, order []int) int {
	var moved [MaxSquares]int
	for i := len(order) - 1; i >= 0; i-- {
		moved[order[i]] = configuration % 3
		configuration /= 3
	}
	result := 0
	for _, d := range moved[:len(order)] {
		result = 3*result + d
	}
	return result
}
