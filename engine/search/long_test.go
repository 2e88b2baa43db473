//go:build long

package search

import (
	"math/rand/v2"
	"testing"
)

func TestSolveEqualsPlainSearchLong(t *testing.T) { testAgainstPlain(t, 100_000, 14, 13) }

func TestSolveSymmetryLong(t *testing.T) { testSymmetry(t, 2000, 14) }

// Positions of 1 to 14 empties, each under eight symmetries, exactly and for win, loss
// or draw, with every search stopped once.
func TestProofsLong(t *testing.T) { testProofs(t, 100_000, 14, 1) }

func TestProofsThreadsLong(t *testing.T) { testProofs(t, 5000, 14, 3) }

// Many more threads than processors change no value.
func TestSolveWithManyThreadsLong(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	reference := newTestSearcher(t, 1, 16)
	for _, threads := range []int{16, 32} {
		s := newTestSearcher(t, threads, 16)
		for range 20 {
			p := randomPosition(r, 17)
			want := solve(t, reference, p).Score
			if got := solve(t, s, p).Score; got != want {
				t.Fatalf("%v%d threads: %v, one says %v", p, threads, got, want)
			}
		}
	}
}
