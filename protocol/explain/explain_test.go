package explain

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Games of tournaments, the second with two moves that lost much.
const (
	first  = "F5D6C3D3C4F4C5B3C2E3D2C6B4A3G3G4B5G6A5F6F2E6H4C1G5H3H2A6A7D1E2B6H7F1F7F3B2H6H5A1B1G2H1G1E1A4E7D7"
	second = "F5F6E6F4G5E7F7C5F3G4E3G6C3D3C6D6D7C8B4F8E8D8C4B3C7A4C2F2G3E2D2E1H5H3H4H6D1B5F1G2B6A6A3C1A5A2H7A7H1H8B7B8A8G7G8H2"
	third  = "F5D6C3D3C4F4F6G5C6E3D7C5E6F7G6C8F8E7B5B6D2A5D8B4B3E2C7E8B8H6A6D1A4B7G7C2B2G8H8H7C1A1B1A2A3A7H5H4H3G4"
)

// linesAt returns the lines from the position before ply number n of a game.
func linesAt(t *testing.T, game string, n int, played, better string) *Lines {
	t.Helper()
	l := &Lines{Position: board.Start(), Mover: board.Black}
	moves, err := notation.ParseMoves(game)
	if err != nil {
		t.Fatal(err)
	}
	plies, err := notation.Replay(l.Position, l.Mover, moves)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range plies[:n-1] {
		l.Position, l.Mover = l.Position.Play(p.Square), l.Mover.Opponent()
	}
	l.Played, l.Better = lineOf(t, l, played), lineOf(t, l, better)
	return l
}

func lineOf(t *testing.T, l *Lines, text string) (line []board.Square) {
	t.Helper()
	moves, err := notation.ParseMoves(text)
	if err != nil {
		t.Fatal(err)
	}
	plies, err := notation.Replay(l.Position, l.Mover, moves)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range plies {
		line = append(line, p.Square)
	}
	return line
}

func TestFacts(t *testing.T) {
	for _, c := range []struct {
		game           string
		ply            int
		played, better string
		want           string
	}{
		{first, 38, "H6H5F8G7A2A1B1E1G2", "G2E7D7D8C7H1G1E1", "H6 gives Black the corner A1 by H5 F8 G7 A2 A1"},
		{first, 45, "E1A4G7A8D7E8D8E7F8C7", "C7C8D7E8E7", "E1 gives White the corner A8 by A4 G7 A8"},
		{first, 41, "B1G2C7E7H1G1E1D7E8", "A4F8A2A8E1G1B1D7", "begins in an even region (B1 A2) with an odd one open (A4)"},
		{first, 32, "B6H7F3F1E1B1G2H5H6", "F3F1E1B1H6C7D7G2", "B6 gives Black 13 moves, where F3 gives 9"},
		{second, 47, "H7G1B7H8G8G7B8A8A7H1H2B1B2A1", "H2H1G1B8B2A1B1A7H7H8G8G7A8B7", "gives White the last move in the region of G1 H1 H2"},
		{second, 57, "G1B1B2A1", "A1G1B2B1", "G1 does not take the corner A1"},
		{third, 51, "F1E1A8G1H1F3F2G2H2G3", "A8F3G3H2G2H1G1F1E1F2", "F1 does not take the corner A8"},
		{first, 45, "C7C8D7E8E7", "C7C8D7E8E7", ""},
	} {
		l := linesAt(t, c.game, c.ply, c.played, c.better)
		if got := Sentence(l.Played[0], l.Facts()); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("ply %d: %q, not %q", c.ply, got, c.want)
		}
	}
}

// A wedge: White answers E1 by D1 between two black discs on the edge, where it stays.
func TestWedge(t *testing.T) {
	p, side, err := notation.ParsePosition("--X-----" + "---XO---" + "---OX---" + strings.Repeat("-", 40) + " X")
	if err != nil {
		t.Fatal(err)
	}
	l := &Lines{Position: p, Mover: side}
	l.Played, l.Better = lineOf(t, l, "E1D1"), lineOf(t, l, "D4")
	if got := Sentence(l.Played[0], l.Facts()); !strings.Contains(got, "lets White wedge in at D1") {
		t.Errorf("%q", got)
	}
}

func randomPly(random *rand.Rand, p board.Position, line *[]board.Square) board.Position {
	sq := board.Pass
	if moves := p.Moves(); moves != 0 {
		for n := random.IntN(bits.OnesCount64(moves)); n > 0; n-- {
			moves &= moves - 1
		}
		sq = board.Square(bits.TrailingZeros64(moves))
	} else if p.Over() {
		return p
	}
	if line != nil {
		*line = append(*line, sq)
	}
	return p.Play(sq)
}
