package board

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"
)

// The counts are public (Aart Bik, 2008 and others): a pass costs a ply.
func TestPerftFromTheStart(t *testing.T) {
	want := []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284}
	for depth, lines := range want {
		if got := Perft(Start(), depth); got != lines {
			t.Errorf("Perft(%d) = %d, want %d", depth, got, lines)
		}
	}
}

// TestPerftOfAGame: however deep, the count ends with the game.
func TestPerftOfAGame(t *testing.T) {
	for _, c := range []struct {
		name  string
		p     Position
		lines uint64
	}{
		{"a full board", Position{Player: ^uint64(0)}, 1},
		{"an empty board", Position{}, 1},
		{"one empty square", Position{Player: 1, Opponent: 6 | 1<<63}.fillBetween(3), 1},
	} {
		for _, depth := range []int{0, 1, 2, 3, 4, 1000} {
			if got := Perft(c.p, depth); got != c.lines {
				t.Errorf("%s: Perft(%d) = %d, want %d", c.name, depth, got, c.lines)
			}
		}
	}
}

// TestPerftOfMostMoves: with 35 moves no list may be too short for them. The count of
// two plies is the naive one's.
func TestPerftOfMostMoves(t *testing.T) {
	p := parseBoard(t, "---------OXO-OO--OXXOXO--O---XX--XXO-XO--OXXXX---O-OXOO---------", "X")
	moves := naiveMoves(p.Player, p.Opponent)
	var lines uint64
	for sq := range Square(64) {
		if moves&sq.Bit() != 0 {
			next := p.After(sq, naiveFlip(sq, p.Player, p.Opponent))
			lines += uint64(bits.OnesCount64(naiveMoves(next.Player, next.Opponent)))
		}
	}
	if got := [3]uint64{Perft(p, 1), Perft(p, 2), lines}; got != [3]uint64{35, 354, 354} {
		t.Errorf("35 moves and 354 lines of two plies, got %v", got)
	}
}

// fillBetween gives player all squares but the empty one.
func (p Position) fillBetween(empty Square) Position {
	p.Player |= ^(p.Opponent | empty.Bit())
	return p
}

// perftWithFreePasses counts as Perft does, but a pass costs no ply.
func perftWithFreePasses(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	moves := p.Moves()
	if moves == 0 {
		if p = p.Pass(); p.Moves() == 0 {
			return 1
		}
		return perftWithFreePasses(p, depth)
	}
	var lines uint64
	var successors [MaxMoves]Successor
	for _, s := range successors[:Successors(p, moves, &successors)] {
		lines += perftWithFreePasses(s.Position, depth-1)
	}
	return lines
}

func testPerftFile(t *testing.T, path string, most uint64) {
	p := Start()
	for _, line := range sharedLines(t, path) {
		if name, ok := strings.CutPrefix(line, "== "); ok {
			fields := strings.Fields(name)
			p = parseBoard(t, fields[1], fields[2])
			continue
		}
		var mode, depth int
		var lines uint64
		if _, err := fmt.Sscanf(line, "mode %d depth %d nodes %d", &mode, &depth, &lines); err != nil {
			t.Fatalf("%s: %q: %v", path, line, err)
		}
		if lines > most {
			continue
		}
		count := Perft
		if mode == 2 {
			count = perftWithFreePasses
		}
		if got := count(p, depth); got != lines {
			t.Errorf("%s: mode %d depth %d: %d lines, want %d\n%s", path, mode, depth, got, lines, p)
		}
	}
}

func TestPerftFiles(t *testing.T) {
	for _, path := range []string{"perft/start.txt", "perft/other_positions.txt"} {
		t.Run(path, func(t *testing.T) { testPerftFile(t, path, 3_000_000) })
	}
}
