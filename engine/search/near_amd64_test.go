//go:build amd64 && !purego

package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kaeshi/engine/board"
)

// TestNearMovesKernels holds each assembly body that this machine can run to plain Go: the
// same successors, keys and first move, and the same cut-off where the region knows a
// successor. Some slots there have the right tag and another position.
func TestNearMovesKernels(t *testing.T) {
	type kernel = func(player, opponent, moves uint64, out *board.Successor, keys, squareKeys *int32, region *nearRegion, known, odd uint64, alpha int) (count, result int)
	kernels := map[string]kernel{}
	if board.CPU.AVX2 {
		kernels["AVX2"] = nearMovesAVX2
	}
	if board.CPU.AVX512VL {
		kernels["AVX-512 on 256 bits"] = nearMovesAVX512VL
		kernels["AVX-512"] = nearMovesAVX512
	}
	random := rand.New(rand.NewPCG(7, 9))
	region := new(nearRegion)
	var want, got frame
	cuts := 0
	for i := range 20_000 {
		p := randomPosition(random, lastEmpties+1+i%(nearEmpties-lastEmpties))
		moves := p.Moves()
		if moves == 0 {
			continue
		}
		alpha := random.IntN(128) - 64
		count := board.Successors(p, moves, &want.successors)
		for _, s := range want.successors[:count] {
			upper := random.IntN(129) - 64
			_, _, _, place := region.probe(s.Position)
			switch random.IntN(16) {
			case 0:
				region.store(s.Position, -64, upper, board.NoSquare, place)
			case 1:
				region.store(board.Position{Player: s.Player, Opponent: s.Opponent ^ 1<<random.IntN(64)}, -64, upper, board.NoSquare, place)
			case 2:
				region.store(s.Position.Pass(), -64, upper, board.NoSquare, place)
			}
		}
		known := board.NoSquare
		if random.IntN(2) == 0 {
			known = want.successors[random.IntN(count)].Square
		}
		odd := oddQuadrants(p.Empties())
		count, result := nearMovesGeneric(&want, p, moves, region, known, odd, alpha)
		if count == 0 {
			cuts++
		}
		for name, moveNear := range kernels {
			c, r := moveNear(p.Player, p.Opponent, moves, &got.successors[0], &got.keys[0], &squareKey[0], region, uint64(known), odd, alpha)
			if c != count || r != result || !slices.Equal(got.successors[:count], want.successors[:count]) || !slices.Equal(got.keys[:count], want.keys[:count]) {
				t.Fatalf("%s, alpha %d, known %v: %d moves, result %d\n%v%v\nplain Go: %d moves, result %d\n%v%v\n%v", name, alpha, known,
					c, r, got.successors[:count], got.keys[:count], count, result, want.successors[:count], want.keys[:count], p)
			}
		}
	}
	if cuts < 100 {
		t.Errorf("only %d cut-offs", cuts)
	}
}
