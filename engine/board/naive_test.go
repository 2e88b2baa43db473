package board

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// directions are the eight steps of column and row.
var directions = [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}

// naiveFlip walks the eight rays square by square: the rules as they are told.
func naiveFlip(sq Square, player, opponent uint64) uint64 {
	var flips uint64
	for _, d := range directions {
		var run uint64
		column, row := sq.Column()+d[0], sq.Row()+d[1]
		for column >= 0 && column < 8 && row >= 0 && row < 8 {
			bit := SquareAt(column, row).Bit()
			if opponent&bit == 0 {
				if player&bit != 0 {
					flips |= run
				}
				break
			}
			run |= bit
			column, row = column+d[0], row+d[1]
		}
	}
	return flips
}

func naiveMoves(player, opponent uint64) uint64 {
	var moves uint64
	for sq := range Square(64) {
		if (player|opponent)&sq.Bit() == 0 && naiveFlip(sq, player, opponent) != 0 {
			moves |= sq.Bit()
		}
	}
	return moves
}

// randomGame plays random moves from the start to the end, with passes, and
// returns all positions on the way.
func randomGame(random *rand.Rand) []Position {
	p := Start()
	positions := []Position{p}
	for passes := 0; passes < 2; {
		moves := naiveMoves(p.Player, p.Opponent)
		if moves == 0 {
			p = p.Pass()
			passes++
		} else {
			sq := randomBit(random, moves)
			p = p.After(sq, naiveFlip(sq, p.Player, p.Opponent))
			passes = 0
		}
		positions = append(positions, p)
	}
	return positions
}

func randomBit(random *rand.Rand, b uint64) Square {
	for {
		if sq := Square(random.IntN(64)); b&sq.Bit() != 0 {
			return sq
		}
	}
}

// randomBoard scatters discs: most such boards arise in no game.
func randomBoard(random *rand.Rand) Position {
	discs, side := random.Uint64(), random.Uint64()
	switch random.IntN(4) {
	case 0:
		discs |= random.Uint64() | random.Uint64()
	case 1:
		discs &= random.Uint64()
	case 2:
		side &= random.Uint64()
	}
	return Position{Player: discs & side, Opponent: discs &^ side}
}

// testPositions are boards of every kind.
func testPositions(random *rand.Rand, size int) []Position {
	positions := []Position{{}, {Player: ^uint64(0)}, {Opponent: ^uint64(0)}}
	for len(positions) < size {
		positions = append(positions, randomGame(random)...)
		for range 60 {
			positions = append(positions, randomBoard(random))
		}
	}
	return positions
}

// parseBoard reads 64 characters X, O or - and the side to move.
func parseBoard(t *testing.T, text, side string) Position {
	t.Helper()
	if len(text) != 64 {
		t.Fatalf("a board of %d characters", len(text))
	}
	var p Position
	for i, c := range text {
		switch c {
		case 'X':
			p.Player |= 1 << i
		case 'O':
			p.Opponent |= 1 << i
		}
	}
	if side == "O" {
		p = p.Pass()
	}
	return p
}

// sharedLines returns the lines of a file of the data set beside the repository, or
// of the small sample in it.
func sharedLines(t *testing.T, path string) []string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Skip("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	name := filepath.Join(dir, "..", "shared", "data", path)
	file, err := os.Open(name)
	if err != nil {
		file, err = os.Open(filepath.Join(dir, "tests", "data", path))
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var lines []string
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		if line := strings.TrimRight(scanner.Text(), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
