package search

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"kaeshi/engine/board"
)

// naiveFlip walks the eight rays square by square.
func naiveFlip(sq int, player, opponent uint64) uint64 {
	var flips uint64
	for _, d := range [8][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		var run uint64
		row, column := sq/8+d[0], sq%8+d[1]
		for ; row >= 0 && row < 8 && column >= 0 && column < 8; row, column = row+d[0], column+d[1] {
			bit := uint64(1) << (row*8 + column)
			if opponent&bit == 0 {
				if player&bit != 0 {
					flips |= run
				}
				break
			}
			run |= bit
		}
	}
	return flips
}

// naiveValue is the plain minimax value for the side to move.
func naiveValue(player, opponent uint64, passed bool) int {
	best, moved := -65, false
	for sq := range 64 {
		if (player|opponent)>>sq&1 != 0 {
			continue
		}
		if flips := naiveFlip(sq, player, opponent); flips != 0 {
			moved = true
			best = max(best, -naiveValue(opponent^flips, player|flips|1<<sq, false))
		}
	}
	switch {
	case moved:
		return best
	case !passed:
		return -naiveValue(opponent, player, true)
	}
	return naiveScore(player, opponent)
}

func naiveScore(player, opponent uint64) int {
	mine, theirs := 0, 0
	for sq := range 64 {
		mine += int(player >> sq & 1)
		theirs += int(opponent >> sq & 1)
	}
	switch empties := 64 - mine - theirs; {
	case mine > theirs:
		return mine - theirs + empties
	case mine < theirs:
		return mine - theirs - empties
	}
	return 0
}

// latePosition plays a random game down to the number of empties; ok is false
// if it ended before.
func latePosition(random *rand.Rand, empties int) (p board.Position, ok bool) {
	for p = board.Start(); p.EmptyCount() > empties; {
		var moves []int
		for sq := range 64 {
			if p.Empties()>>sq&1 != 0 && naiveFlip(sq, p.Player, p.Opponent) != 0 {
				moves = append(moves, sq)
			}
		}
		if len(moves) == 0 {
			if p.Over() {
				return p, false
			}
			p = p.Pass()
			continue
		}
		sq := moves[random.IntN(len(moves))]
		p = p.After(board.Square(sq), naiveFlip(sq, p.Player, p.Opponent))
	}
	return p, true
}

// scatteredPosition puts discs anywhere: a board that no game need reach.
func scatteredPosition(random *rand.Rand, empties int) board.Position {
	player := random.Uint64()
	if random.IntN(3) == 0 {
		player &= random.Uint64()
	}
	var hole uint64
	for _, sq := range random.Perm(64)[:empties] {
		hole |= 1 << sq
	}
	return board.Position{Player: player &^ hole, Opponent: ^(player | hole)}
}

// lateCorpus returns positions of games, and some of no game, with the number
// of empties.
func lateCorpus(random *rand.Rand, empties, size int) []board.Position {
	positions := make([]board.Position, 0, size)
	for len(positions) < size {
		if len(positions)%4 == 3 {
			positions = append(positions, scatteredPosition(random, empties))
		} else if p, ok := latePosition(random, empties); ok {
			positions = append(positions, p)
		}
	}
	return positions
}

// TestSolveLast holds every window to the fail-soft contract, and every kernel
// to the same answers and node counts as plain Go.
func TestSolveLast(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for empties := range lastEmpties + 1 {
		size := 2000
		if empties > 4 {
			size = 200
		}
		for _, p := range lateCorpus(random, empties, size) {
			value := naiveValue(p.Player, p.Opponent, false)
			windows := [][2]int{{-64, 64}, {value - 1, value + 1}, {value - 1, value}, {value, value + 1}}
			for range 4 {
				alpha := random.IntN(128) - 64
				windows = append(windows, [2]int{alpha, alpha + 1}, [2]int{alpha, alpha + 1 + random.IntN(64-alpha)})
			}
			for _, w := range windows {
				checkSolveLast(t, p, value, w[0], w[1])
			}
		}
	}
}

func checkSolveLast(t *testing.T, p board.Position, value, alpha, beta int) {
	t.Helper()
	var nodes, genericNodes uint64
	got := solveLast(p.Player, p.Opponent, alpha, beta, &nodes)
	generic := solveLastGeneric(p.Player, p.Opponent, alpha, beta, &genericNodes)
	exact := got > alpha && got < beta
	if got != generic || nodes != genericNodes {
		t.Fatalf("window %d..%d: %d in %d nodes, plain Go says %d in %d nodes\n%s", alpha, beta, got, nodes, generic, genericNodes, p)
	}
	if exact && got != value || got <= alpha && value > got || got >= beta && value < got {
		t.Fatalf("window %d..%d: %d, but the value is %d\n%s", alpha, beta, got, value, p)
	}
}

// Positions close to the end and their successors come again and again with other
// windows, so that the small table answers as often as the search: each time a bound
// that holds.
func TestNearTable(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	w := newTestSearcher(t, 1, 1).workers[0]
	w.reset()
	for i := range 400 {
		p := randomPosition(random, lastEmpties+i%4)
		positions := []board.Position{p}
		for moves := p.Moves(); moves != 0; moves &= moves - 1 {
			positions = append(positions, p.Play(board.Square(bits.TrailingZeros64(moves))))
		}
		for _, q := range positions {
			if q.EmptyCount() < lastEmpties {
				continue
			}
			value := plainSolve(q, -64, 64)
			for range 6 {
				alpha := max(-64, min(63, value-4+random.IntN(8)))
				got := w.nwsNear(q, q.Moves(), 0, q.EmptyCount(), alpha)
				if got > alpha && value < got || got <= alpha && value > got {
					t.Fatalf("%vabove %d: %d, but the value is %d", q, alpha, got, value)
				}
			}
		}
	}
}

func BenchmarkSolveLast(b *testing.B) {
	for empties := 2; empties <= lastEmpties; empties++ {
		positions, alphas := benchmarkCorpus(empties)
		b.Run(fmt.Sprint(empties), func(b *testing.B) {
			var nodes uint64
			for i := range b.N {
				p := positions[i%len(positions)]
				solveLast(p.Player, p.Opponent, alphas[i%len(positions)], alphas[i%len(positions)]+1, &nodes)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}

// benchmarkCorpus returns positions and for each the lower end of a null window
// near its value, as the search above would ask.
func benchmarkCorpus(empties int) ([]board.Position, []int) {
	random := rand.New(rand.NewPCG(3, 4))
	var positions []board.Position
	var alphas []int
	for len(positions) < 1<<12 {
		p, ok := latePosition(random, empties)
		if !ok {
			continue
		}
		var nodes uint64
		value := solveLastGeneric(p.Player, p.Opponent, -64, 64, &nodes)
		positions = append(positions, p)
		alphas = append(alphas, min(63, max(-64, value-1+2*random.IntN(2)+8*(random.IntN(3)-1))))
	}
	return positions, alphas
}
