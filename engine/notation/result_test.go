package notation_test

import (
	"bytes"
	"strings"
	"testing"

	"kaeshi/engine/notation"
)

// wipeout is a game of nine moves after which White has no disc.
const wipeout = "e6f4e3f6g5d6e7f5c5"

const ggfHead = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]"

// asTree prints moves as properties, the colours in turn.
func asTree(moves, separator string) string {
	var text strings.Builder
	for i := 0; i < len(moves); i += 2 {
		text.WriteString(separator + "BW"[i/2%2:i/2%2+1] + "[" + moves[i:i+2] + "]")
	}
	return text.String()
}

func ggfWith(result, moves string) string {
	return ggfHead + "RE[" + result + "]" + asTree(moves, "") + ";)"
}

func sgfWith(result, moves string) string {
	return "(;GM[2]RE[" + result + "]" + asTree(moves, ";") + ")"
}

func pgnWith(result, termination, moves string) string {
	text := "[Result \"" + result + "\"]\n"
	if termination != "" {
		text += "[Termination \"" + termination + "\"]\n"
	}
	return text + "\n" + moves + " " + result + "\n"
}

// TestHowResultsCameAbout holds that only a game whose moves reach the end was
// played out, whatever a file says, and that every format keeps what it can say.
func TestHowResultsCameAbout(t *testing.T) {
	none := notation.Number{}
	tests := []struct {
		name, text string
		score      notation.Number
		want       notation.Ending
	}{
		{"x.ggf", ggfWith("-64.000:t", "f5d6"), known(-64), notation.TimedOut},
		{"x.ggf", ggfWith("+64.00:r", "f5d6"), known(64), notation.Resigned},
		{"x.ggf", ggfWith("+2.000:l", "f5d6"), known(2), notation.Adjourned},
		{"x.ggf", ggfWith("?:l", "f5d6"), none, notation.Adjourned},
		{"x.ggf", ggfWith("+12.000", "f5d6"), known(12), notation.Awarded},
		{"x.ggf", ggfWith("0", "f5d6"), known(0), notation.Awarded},
		{"x.ggf", ggfWith("?", "f5d6"), none, notation.Unknown},
		{"x.ggf", ggfWith("+64.000", wipeout), known(64), notation.Played},
		{"x.ggf", ggfWith("-64.000:t", wipeout), known(-64), notation.TimedOut},

		{"x.sgf", sgfWith("B+12", "f5d6"), known(12), notation.Awarded},
		{"x.sgf", sgfWith("W+4.00", "f5d6"), known(-4), notation.Awarded},
		{"x.sgf", sgfWith("0", "f5d6"), known(0), notation.Awarded},
		{"x.sgf", sgfWith("Draw", "f5d6"), known(0), notation.Awarded},
		{"x.sgf", sgfWith("?", "f5d6"), none, notation.Unknown},
		{"x.sgf", sgfWith("Black wins by 12", "f5d6"), none, notation.Unknown},
		{"x.sgf", sgfWith("B+many", "f5d6"), none, notation.Unknown},
		{"x.sgf", sgfWith("Void", "f5d6"), none, notation.Adjourned},
		{"x.sgf", sgfWith("B+R", "f5d6"), known(64), notation.Resigned},
		{"x.sgf", sgfWith("W+Resign", "f5d6"), known(-64), notation.Resigned},
		{"x.sgf", sgfWith("B+T", "f5d6"), known(64), notation.TimedOut},
		{"x.sgf", sgfWith("W+Time", "f5d6"), known(-64), notation.TimedOut},
		{"x.sgf", sgfWith("B+F", "f5d6"), known(64), notation.Awarded},
		{"x.sgf", sgfWith("W+Forfeit", wipeout), known(-64), notation.Awarded},
		{"x.sgf", sgfWith("W+", "f5d6"), known(-64), notation.Awarded},
		{"x.sgf", sgfWith("B+", wipeout), known(64), notation.Played},
		{"x.sgf", sgfWith("B+64", wipeout), known(64), notation.Played},

		{"x.pgn", pgnWith("33-31", "", "f5 d6"), known(2), notation.Awarded},
		{"x.pgn", pgnWith("33-31", "normal", "f5 d6"), known(2), notation.Awarded},
		{"x.pgn", pgnWith("0-64", "Time forfeit", "f5 d6"), known(-64), notation.TimedOut},
		{"x.pgn", pgnWith("64-0", "resignation", "f5 d6"), known(64), notation.Resigned},
		{"x.pgn", pgnWith("64-0", "adjudication", wipeout), known(64), notation.Awarded},
		{"x.pgn", pgnWith("64-0", "rules infraction", wipeout), known(64), notation.Awarded},
		{"x.pgn", pgnWith("*", "unterminated", "f5 d6"), none, notation.Adjourned},
		{"x.pgn", pgnWith("*", "", "f5 d6"), none, notation.Unknown},
		{"x.pgn", pgnWith("64-0", "normal", wipeout), known(64), notation.Played},

		{"x.txt", "f5d6 +4", known(4), notation.Awarded},
		{"x.txt", "f5d6", none, notation.Unknown},
		{"x.txt", wipeout + " +64", known(64), notation.Played},
		{"x.txt", wipeout, none, notation.Played},

		{"x.obf", startBoard + " X;", none, notation.Unknown},
		{"x.obf", strings.Repeat("X", 64) + " O;", none, notation.Played},
	}
	for _, test := range tests {
		g := readGame(t, test.name, test.text)
		if want := (notation.Result{Score: test.score, Ending: test.want}); g.Result != want {
			t.Errorf("%s: %+v, want %+v", test.text, g.Result, want)
		}
		format, _ := notation.FormatOf(test.name)
		if format == "obf" || format == "moves" {
			continue // these cannot tell
		}
		checkSameResult(t, format, g)
	}
}

func checkSameResult(t *testing.T, format string, g notation.Game) {
	t.Helper()
	var printed bytes.Buffer
	if err := notation.WriteGames(format, &printed, []notation.Game{g}); err != nil {
		t.Fatal(err)
	}
	text := printed.String()
	if again := readGame(t, "x."+format, text); again.Result != g.Result {
		t.Errorf("%+v is printed as %s and reads back as %+v", g.Result, text, again.Result)
	}
}

// TestEndingsAcrossFormats holds that each ending survives the way through another
// format.
func TestEndingsAcrossFormats(t *testing.T) {
	for _, result := range []string{"-64.000:t", "+64.000:r", "?:l", "+12.000", "?"} {
		g := readGame(t, "x.ggf", ggfWith(result, "f5d6"))
		for _, format := range []string{"ggf", "sgf", "sgf-edax", "sgf-gogui", "pgn"} {
			var printed bytes.Buffer
			if err := notation.WriteGames(format, &printed, []notation.Game{g}); err != nil {
				t.Fatal(err)
			}
			text := printed.String()
			if got := readGame(t, "x."+format[:3], text); got.Result != g.Result {
				t.Errorf("%s: %+v becomes %+v: %s", format, g.Result, got.Result, text)
			}
		}
	}
}

func TestWTHORGameThatStops(t *testing.T) {
	for moves, want := range map[string]notation.Ending{"f5d6": notation.Awarded, wipeout: notation.Played} {
		g := readGame(t, "x.txt", moves+" +64")
		var printed bytes.Buffer
		if err := notation.WriteGames("wtb", &printed, []notation.Game{g}); err != nil {
			t.Fatal(err)
		}
		if got := readGame(t, "x.wtb", printed.String()); got.Result != (notation.Result{Score: known(64), Ending: want}) {
			t.Errorf("%s: %+v, want %v", moves, got.Result, want)
		}
	}
}

// TestTranscriptValues holds that a result that was not played out is no value.
func TestTranscriptValues(t *testing.T) {
	for _, result := range []string{"-64.000:t", "+64.000:r", "+12.000"} {
		g := readGame(t, "x.ggf", ggfWith(result, "f5d6"))
		if err := notation.WriteGames("transcripts", &bytes.Buffer{}, []notation.Game{g}); err == nil {
			t.Errorf("%s is the value of a transcript", result)
		}
	}
}
