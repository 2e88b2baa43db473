package board

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestStableIsKeptByEveryGame plays on at random from many positions: no disc
// that was called stable, of either side, may ever turn.
func TestStableIsKeptByEveryGame(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	for _, k := range kernelSets() {
		for range 100 {
			game := randomGame(random)
			for i, p := range game {
				checkKept(t, k, p, game[i:])
			}
		}
		for range 1000 {
			p := randomBoard(random)
			checkKept(t, k, p, playOn(random, p))
		}
	}
}

// TestStableKernelsAgree: no kernel finds more or fewer stable discs than another.
func TestStableKernelsAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	for _, p := range testPositions(random, 20000) {
		want := stableGeneric(p.Player, p.Opponent)
		for _, k := range kernelSets() {
			if got := k.stable(p.Player, p.Opponent); got != want {
				t.Fatalf("%s: stable %#x, want %#x\n%s", k.name, got, want, p)
			}
		}
	}
}

// playOn plays random moves from p until its end.
func playOn(random *rand.Rand, p Position) []Position {
	positions := []Position{p}
	for !p.Over() {
		if moves := naiveMoves(p.Player, p.Opponent); moves == 0 {
			p = p.Pass()
		} else {
			sq := randomBit(random, moves)
			p = p.After(sq, naiveFlip(sq, p.Player, p.Opponent))
		}
		positions = append(positions, p)
	}
	return positions
}

// checkKept follows a line of play from p, the sides changing at every step.
func checkKept(t *testing.T, k kernelSet, p Position, line []Position) {
	t.Helper()
	mine, theirs := k.stable(p.Player, p.Opponent), k.stable(p.Opponent, p.Player)
	if mine&^p.Player != 0 || theirs&^p.Opponent != 0 {
		t.Fatalf("%s: stable %#x and %#x are not discs of the sides\n%s", k.name, mine, theirs, p)
	}
	for i, q := range line {
		if i&1 != 0 {
			q = q.Pass()
		}
		if mine&^q.Player != 0 || theirs&^q.Opponent != 0 {
			t.Fatalf("%s: stable %#x and %#x turned\n%s", k.name, mine, theirs, p)
		}
	}
}

// TestStableIsKeptByEveryMove searches all that both sides can do with few
// squares left, each side being allowed to move at any time.
func TestStableIsKeptByEveryMove(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	for range 700 {
		p := randomBoard(random)
		for p.EmptyCount() > 5 {
			sq := randomBit(random, p.Empties())
			if random.IntN(2) == 0 {
				p.Player |= sq.Bit()
			} else {
				p.Opponent |= sq.Bit()
			}
		}
		for _, k := range kernelSets() {
			stable := k.stable(p.Player, p.Opponent)
			if !keptByAll(p, stable) {
				t.Fatalf("%s: stable %#x can be turned\n%s", k.name, stable, p)
			}
		}
	}
}

// keptByAll reports whether player keeps the discs whoever moves next, and so on.
func keptByAll(p Position, discs uint64) bool {
	if discs&^p.Player != 0 {
		return false
	}
	for empties := p.Empties(); empties != 0; empties &= empties - 1 {
		sq := Square(bits.TrailingZeros64(empties))
		if flips := naiveFlip(sq, p.Player, p.Opponent); flips != 0 && !keptByAll(p.After(sq, flips).Pass(), discs) {
			return false
		}
		if flips := naiveFlip(sq, p.Opponent, p.Player); flips != 0 && !keptByAll(p.Pass().After(sq, flips), discs) {
			return false
		}
	}
	return true
}

// TestStableFindsWhatIsPlain: corners, full edges and full boards are stable.
func TestStableFindsWhatIsPlain(t *testing.T) {
	const topRow, topTwo = 0xFF, 0xFFFF
	for _, k := range kernelSets() {
		for _, c := range []struct {
			name           string
			player, stable uint64
			opponent       uint64
		}{
			{"the start", Start().Player, 0, Start().Opponent},
			{"a corner", 1, 1, 0},
			{"two from a corner", 3, 3, 0},
			{"a full edge of both", 0x0F, 0x0F, 0xF0},
			{"an edge with one gap and no way in", 0x7F, 0x7F, 0},
			{"a hole between opposite discs", 0b0010_0000, 0, 0b0001_0000},
			{"two rows", topTwo, topTwo, 0},
			{"a full board", 0x00FF00FF00FF00FF, 0x00FF00FF00FF00FF, 0xFF00FF00FF00FF00},
			{"an edge and the other side's second row", topRow, topRow, topTwo &^ topRow},
		} {
			if got := k.stable(c.player, c.opponent); got != c.stable {
				t.Errorf("%s: %s: stable %#x, want %#x", k.name, c.name, got, c.stable)
			}
		}
	}
}
