package board

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"
)

// replay plays the squares of a transcript, which leaves passes out, and returns
// the position, the side to move and the passes of each side on the way. A side
// that cannot move at the end has not passed yet.
func replay(t *testing.T, moves string) (p Position, side Color, passes [2]int) {
	t.Helper()
	p = Start()
	for ; moves != ""; moves = moves[2:] {
		if p.MustPass() {
			p = p.Play(Pass)
			passes[side]++
			side = side.Opponent()
		}
		sq, ok := ParseSquare(moves[:2])
		if !ok || !p.Legal(sq) {
			t.Fatalf("%s is not legal here\n%s", moves[:2], p)
		}
		p = p.Play(sq)
		side = side.Opponent()
	}
	return p, side, passes
}

// TestSpecialLines replays the extremes of the game, with up to 23 passes, 33 and
// 34 legal moves, and nine plies to the end, to the facts stated with them.
func TestSpecialLines(t *testing.T) {
	for _, line := range sharedLines(t, "special/special_lines.tsv")[1:] {
		fields := strings.Split(line, "\t")
		name, moves, facts := fields[0], fields[2], fields[4]
		text, toMove, _ := strings.Cut(fields[3], " ")
		p := parseBoard(t, text, toMove)
		t.Run(name, func(t *testing.T) {
			if moves != "" {
				checkReplay(t, p, toMove, moves, facts)
			}
			checkMobility(t, p, facts)
		})
	}
}

func checkReplay(t *testing.T, want Position, toMove, moves, facts string) {
	t.Helper()
	p, side, passes := replay(t, moves)
	if side == White != (toMove == "O") {
		p, side = p.Pass(), side.Opponent()
		if !p.Over() && p.Moves() == 0 {
			t.Errorf("%s has no move", side)
		}
	}
	if p != want {
		t.Errorf("got\n%swant\n%s", p, want)
	}
	black, white := bits.OnesCount64(p.Player), bits.OnesCount64(p.Opponent)
	if side == White {
		black, white = white, black
	}
	var plies, wantBlack, wantWhite, blackPasses, whitePasses int
	if _, err := fmt.Sscanf(facts, "plies %d; black %d white %d; passes black %d white %d;",
		&plies, &wantBlack, &wantWhite, &blackPasses, &whitePasses); err != nil {
		return
	}
	if len(moves) != 2*plies || black != wantBlack || white != wantWhite || passes != [2]int{blackPasses, whitePasses} {
		t.Errorf("%d plies, %d to %d discs, passes %v; want %s", len(moves)/2, black, white, passes, facts)
	}
	if over := strings.Contains(facts, "over True"); p.Over() != over {
		t.Errorf("over is %v; want %s", p.Over(), facts)
	}
}

// checkMobility compares the number of legal moves, in whichever words it is
// stated.
func checkMobility(t *testing.T, p Position, facts string) {
	t.Helper()
	for _, form := range []struct{ before, format string }{
		{"legal moves now ", "%d"}, {"has ", "%d legal moves"}, {"legal moves ", "%d;"},
	} {
		_, rest, found := strings.Cut(facts, form.before)
		var want int
		if !found {
			continue
		}
		if _, err := fmt.Sscanf(rest, form.format, &want); err != nil {
			continue
		}
		if got := bits.OnesCount64(p.Moves()); got != want {
			t.Errorf("%d legal moves; want %s\n%s", got, facts, p)
		}
		return
	}
	t.Errorf("no number of legal moves in %q", facts)
}

// TestShortGames replays all games of at most eleven plies: each ends there and
// not before.
func TestShortGames(t *testing.T) {
	for _, line := range sharedLines(t, "special/short_games.tsv")[1:] {
		fields := strings.Split(line, "\t")
		p, side, _ := replay(t, fields[4])
		want := parseBoard(t, fields[5], "X")
		if side == White {
			p = p.Pass()
		}
		if p != want || !p.Over() {
			t.Errorf("%s: over is %v, board\n%swant\n%s", fields[4], p.Over(), p, want)
		}
	}
}

// TestShortestDraws replays the draws after twenty plies.
func TestShortestDraws(t *testing.T) {
	for _, moves := range sharedLines(t, "special/shortest_draws_20plies.txt") {
		if p, _, _ := replay(t, moves); !p.Over() || p.Score() != 0 {
			t.Errorf("%s: over is %v, score %d", moves, p.Over(), p.Score())
		}
	}
}
