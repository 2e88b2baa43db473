package notation_test

import (
	"fmt"
	"math"
	"math/bits"
	"os"
	"slices"
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

func squares(t testing.TB, text string) []board.Square {
	t.Helper()
	moves, err := notation.ParseMoves(text)
	if err != nil {
		t.Fatal(err)
	}
	return moves
}

func TestParseMoves(t *testing.T) {
	tests := []struct {
		text string
		want []board.Square
		err  string
	}{
		{"", nil, ""},
		{" \t\r\n", nil, ""},
		{"F5D6C3", []board.Square{37, 43, 18}, ""},
		{"f5d6c3", []board.Square{37, 43, 18}, ""},
		{" F5 d6\tC3\r\n", []board.Square{37, 43, 18}, ""},
		{"a1--PSpaPASSh8pass", []board.Square{0, 64, 64, 64, 64, 63, 64}, ""},
		{"f5d9", nil, `move 2: "d9" is not a square`},
		{"f5d", nil, `move 2: "d" is not a square`},
		{"f5 d6 i1", nil, `move 3: "i1" is not a square`},
		{"f5é3", nil, `move 2: "é" is not a square`},
	}
	for _, test := range tests {
		got, err := notation.ParseMoves(test.text)
		if !slices.Equal(got, test.want) {
			t.Errorf("ParseMoves(%q) = %v, want %v", test.text, got, test.want)
		}
		if text := errorText(err); text != test.err {
			t.Errorf("ParseMoves(%q): error %q, want %q", test.text, text, test.err)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestReplay(t *testing.T) {
	// After eight plies Black has no move: the earliest forced pass there is.
	const forcedPass = "f5f6d3g5h5h4f7h6"
	tests := []struct {
		name, moves string
		plies       int
		passes      []int // their indices in the plies
		err         string
	}{
		{"none", "", 0, nil, ""},
		{"pass to come", forcedPass, 8, nil, ""},
		{"pass left out", forcedPass + "c5", 10, []int{8}, ""},
		{"pass written", forcedPass + "--c5", 10, []int{8}, ""},
		{"pass at the end", forcedPass + "pa", 9, []int{8}, ""},
		{"pass with a move at hand", "f5--", 1, nil, "move 2: PASS is not legal here"},
		{"two passes", forcedPass + "papa", 9, []int{8}, "move 10: PASS is not legal here"},
		{"taken", "f5f5", 1, nil, "move 2: F5 is not legal here"},
		{"nothing turned", "f5d6d7", 2, nil, "move 3: D7 is not legal here"},
		{"illegal for both sides", forcedPass + "a1", 8, nil, "move 9: A1 is not legal here"},
		{"over", "f5d6c5f4e3f6g5e6e7", 9, nil, ""},
		{"passes after the end", "f5d6c5f4e3f6g5e6e7papa", 9, nil, ""},
		{"move after the end", "f5d6c5f4e3f6g5e6e7a1", 9, nil, "move 10: A1 is not legal here"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			plies, err := notation.Replay(board.Start(), board.Black, squares(t, test.moves))
			if text := errorText(err); text != test.err {
				t.Errorf("error %q, want %q", text, test.err)
			}
			if len(plies) != test.plies {
				t.Fatalf("%d plies, want %d", len(plies), test.plies)
			}
			for i, ply := range plies {
				if want := board.Color(i % 2); ply.Color != want {
					t.Errorf("ply %d is %v's, want %v", i, ply.Color, want)
				}
				if pass := ply.Square == board.Pass; pass != slices.Contains(test.passes, i) {
					t.Errorf("ply %d is %v", i, ply.Square)
				}
			}
		})
	}
}

func TestFormatMovesLeavesPassesOut(t *testing.T) {
	if got := notation.FormatMoves(squares(t, "f5--D6pa c3")); got != "F5D6C3" {
		t.Errorf("got %q", got)
	}
}

func FuzzParseMoves(f *testing.F) {
	for _, seed := range []string{"", "F5D6C3", "f5 d6 c3", "f5--d6paPSpass", "f5d", "f5d9", "\x00\xff", "pasS", "h8-"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		moves, err := notation.ParseMoves(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "move ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error does not name the move on one line: %q", err)
			}
			return
		}
		if 2*len(moves) > len(text) {
			t.Errorf("%d moves from %d characters", len(moves), len(text))
		}
		again, err := notation.ParseMoves(notation.FormatMoves(moves))
		placed := slices.DeleteFunc(slices.Clone(moves), func(sq board.Square) bool { return sq == board.Pass })
		if err != nil || !slices.Equal(again, placed) {
			t.Errorf("read back %v (%v), want %v", again, err, placed)
		}
		plies, _ := notation.Replay(board.Start(), board.Black, moves)
		if len(plies) > 2*len(moves) {
			t.Errorf("%d plies from %d moves", len(plies), len(moves))
		}
	})
}

// Real lines with up to 23 passes, replayed to the facts published with them.
func TestReplaySpecialLines(t *testing.T) {
	text, err := os.ReadFile(sharedOrSample(t, "special", "special_lines.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	replayed := 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(line, "\t")
		var discs, black, white, blackPasses, whitePasses int
		if _, err := fmt.Sscanf(fields[4], "plies %d; black %d white %d; passes black %d white %d;",
			&discs, &black, &white, &blackPasses, &whitePasses); err != nil {
			continue
		}
		replayed++
		plies, err := notation.Replay(board.Start(), board.Black, squares(t, fields[2]))
		if err != nil {
			t.Errorf("%s: %v", fields[0], err)
			continue
		}
		p, passes := board.Start(), [2]int{}
		for _, ply := range plies {
			if ply.Square == board.Pass {
				passes[ply.Color]++
			}
			p = p.Play(ply.Square)
		}
		if len(plies)%2 == 1 {
			p = p.Pass()
		}
		if b, w := bits.OnesCount64(p.Player), bits.OnesCount64(p.Opponent); b != black || w != white {
			t.Errorf("%s: %d to %d discs, want %d to %d", fields[0], b, w, black, white)
		}
		if passes != [2]int{blackPasses, whitePasses} {
			t.Errorf("%s: passes %v, want %d and %d", fields[0], passes, blackPasses, whitePasses)
		}
	}
	if replayed < 10 {
		t.Errorf("only %d lines replayed", replayed)
	}
}

// A draw is +0.00 from either side, and so is what rounds to it.
func TestFormatScore(t *testing.T) {
	for _, test := range []struct {
		discs    float64
		decimals int
		want     string
	}{
		{2.345, 2, "+2.35"}, {-64, 2, "-64.00"}, {0, 2, "+0.00"}, {math.Copysign(0, -1), 2, "+0.00"},
		{-0.004, 2, "+0.00"}, {-0.006, 2, "-0.01"}, {-0.04, 1, "+0.0"}, {-0.4, 0, "+0"}, {-0.6, 0, "-1"}, {-10, 0, "-10"}, {-0.0001, 3, "+0.000"},
	} {
		if got := notation.FormatScore(test.discs, test.decimals); got != test.want {
			t.Errorf("%v with %d decimals is %s, want %s", test.discs, test.decimals, got, test.want)
		}
	}
}
