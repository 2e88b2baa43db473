package eval

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/pattern"
)

// TestKernelsEqualPlainGo holds the kernels in use to plain Go at every position
// of random games, by every legal move and by a move that turns nothing.
func TestKernelsEqualPlainGo(t *testing.T) {
	e := New(randomWeights(t, "broad"))
	eachPosition(e, 30, func(p board.Position, s *State) {
		weights := tablesAt(e, p.EmptyCount())
		if got, want := sumKernel(&s.player, &e.offsets, weights), sumGeneric(&s.player, &e.offsets, weights); got != want {
			t.Fatalf("sum %d, want %d at\n%v", got, want, p)
		}
		for empties := p.Empties(); empties != 0; empties &= empties - 1 {
			sq := board.Square(bits.TrailingZeros64(empties))
			var got, want State
			playKernel(&got, s, &e.deltas, sq, p.Flip(sq))
			playGeneric(&want, s, &e.deltas, sq, p.Flip(sq))
			if got != want {
				t.Fatalf("%s played into %v, want %v at\n%v", sq, got, want, p)
			}
		}
	})
}

func tablesAt(e *Evaluator, empties int) []int16 {
	e.Prepare(empties, 64)
	return e.phases[empties].Load().weights
}

// TestFoldEqualsPlainGo holds the kernel of networks to plain Go.
func TestFoldEqualsPlainGo(t *testing.T) {
	e := New(randomWeights(t, "quarters"))
	eachPosition(e, 30, func(p board.Position, s *State) {
		e.Prepare(p.EmptyCount(), 60)
		net := e.networks[p.EmptyCount()].Load()
		a, b, c := &net.terms[0][3], &net.terms[1][4], &net.terms[2][5]
		got := foldKernel(&s.player, &e.offsets, net.rows, a, b, c, &net.factors)
		if want := foldGeneric(&s.player, &e.offsets, net.rows, a, b, c, &net.factors); got != want {
			t.Fatalf("fold %d, want %d at\n%v", got, want, p)
		}
	})
}

// The order of the features is written into the kernel.
func TestKernelKnowsTheGroups(t *testing.T) {
	set, err := pattern.ByName("quarters")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(set.Groups, groups[:]) {
		t.Errorf("the set has the groups %v, the kernel %v", set.Groups, groups)
	}
}

// Each number of a word must come back, whatever its neighbours borrowed.
func TestPackedNumbersComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	edges := []int{0, 1, -1, 2, -2, 8191, -8191}
	for range 10000 {
		var sum Row
		var want [rowLanes]int16
		for range 4 {
			var numbers [rowLanes]int16
			for lane := range numbers {
				numbers[lane] = int16(edges[r.IntN(len(edges))])
				want[lane] += numbers[lane]
			}
			row := pack(&numbers)
			sum.add(&row)
		}
		if got := sum.unpack(); got != want {
			t.Fatalf("%v came back, want %v", got, want)
		}
	}
}

// TestExpandEqualsPlainGo holds the kernel that writes rows out to plain Go, with the
// numbers that borrow most.
func TestExpandEqualsPlainGo(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	values := make([]int16, 50*rowLanes)
	for i := range values {
		values[i] = []int16{0, -1, 1, -8191, 8191, int16(r.Uint32())}[r.IntN(6)]
	}
	for _, count := range []int{0, 1, 50, 333} {
		numbers := make([]uint32, count)
		for i := range numbers {
			numbers[i] = uint32(r.IntN(50))
		}
		got, want := make([]Row, count+1), make([]Row, count+1)
		expandKernel(got, values, numbers)
		expandGeneric(want, values, numbers)
		if !slices.Equal(got, want) {
			t.Errorf("%d rows: %v, want %v", count, got, want)
		}
	}
}

// TestSumReadsBothEnds: the lowest and the highest configuration of each feature.
func TestSumReadsBothEnds(t *testing.T) {
	e := New(randomWeights(t, "broad"))
	for _, p := range []board.Position{{}, {Player: ^uint64(0)}, {Opponent: ^uint64(0)}} {
		var s State
		e.Init(&s, p)
		for empties := range e.phases {
			weights := tablesAt(e, empties)
			if got, want := sumKernel(&s.player, &e.offsets, weights), sumGeneric(&s.player, &e.offsets, weights); got != want {
				t.Errorf("%d empties: sum %d, want %d at\n%v", empties, got, want, p)
			}
		}
	}
}

// After is Play and Evaluate in one: of every legal move of every position of many
// games, with a network and without.
func TestAfterEqualsPlayAndEvaluate(t *testing.T) {
	for _, set := range []string{"quarters", "broad", "origin"} {
		e := New(randomWeights(t, set))
		eachPosition(e, 10, func(p board.Position, s *State) {
			for moves := p.Moves(); moves != 0; moves &= moves - 1 {
				sq := board.Square(bits.TrailingZeros64(moves))
				flips := p.Flip(sq)
				next := p.After(sq, flips)
				var want State
				e.Init(&want, next)
				n := next.EmptyCount()
				if got, want := e.After(s, sq, flips, next, next.Moves(), n), e.Evaluate(&want, n); got != want {
					t.Fatalf("%s: %d after %s, want %d at\n%v", set, got, sq, want, p)
				}
			}
		})
	}
}
