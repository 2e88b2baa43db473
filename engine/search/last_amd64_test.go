//go:build amd64 && !purego

package search

import (
	"math/rand/v2"
	"testing"

	"kaeshi/engine/board"
)

// TestSolveLastKernels holds each assembly body that this machine can run to the
// values and node counts of plain Go. The windows may just miss all scores.
func TestSolveLastKernels(t *testing.T) {
	kernels := map[string]func(player, opponent uint64, alpha int, nodes *uint64) int{}
	if board.CPU.AVX2 {
		kernels["AVX2"] = solveLastAVX2
	}
	if board.CPU.AVX512VL {
		kernels["AVX-512 on 256 bits"] = solveLastAVX512VL
		kernels["AVX-512"] = solveLastAVX512
	}
	random := rand.New(rand.NewPCG(5, 6))
	for empties := 2; empties <= lastEmpties; empties++ {
		for _, p := range lateCorpus(random, empties, 2000) {
			alpha := random.IntN(130) - 65
			var nodes uint64
			value := solveLastGeneric(p.Player, p.Opponent, alpha, alpha+1, &nodes)
			for name, solve := range kernels {
				var got uint64
				if v := solve(p.Player, p.Opponent, alpha, &got); v != value || got != nodes {
					t.Fatalf("%s, alpha %d: %d in %d nodes, plain Go says %d in %d\n%s", name, alpha, v, got, value, nodes, p)
				}
			}
		}
	}
}
