package notation_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"kaeshi/engine/notation"
)

// TestPropertiesThatStandTwice holds that one that cannot be read never costs another
// of the same name that can, in whichever order they stand, and that what is printed
// reads back the same.
func TestPropertiesThatStandTwice(t *testing.T) {
	const ggf = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]"
	komi := func(g notation.Game) any { return g.Komi.String() }
	score := func(g notation.Game) any { return g.Result.Score.String() }
	ending := func(g notation.Game) any { return g.Result.Ending }
	theory := func(g notation.Game) any { return g.Theory }
	for _, test := range []struct {
		format, text string
		field        func(notation.Game) any
		want         any
	}{
		{"ggf", ggf + "KM[-----M- *]KM[1]B[F5];)", komi, "1"},
		{"ggf", ggf + "KM[1]KM[x]B[F5];)", komi, "1"},
		{"ggf", ggf + "KM[1]KM[2]B[F5];)", komi, "2"},
		{"ggf", ggf + "RE[+12.000]RE[?]B[F5];)", score, "12"},
		{"ggf", ggf + "RE[x]RE[+12.000:r]B[F5];)", ending, notation.Resigned},
		{"ggf", ggf + "RE[+12.000:r]RE[-127]B[F5];)", ending, notation.Resigned},
		{"sgf", "(;GM[2]KM[x]KM[1];B[f5])", komi, "1"},
		{"sgf", "(;GM[2]KM[1]KM[x];B[f5])", komi, "1"},
		{"sgf", "(;GM[2]RE[W+T]RE[?];B[f5])", ending, notation.TimedOut},
		{"sgf", "(;GM[2]RE[?]RE[B+12];B[f5])", score, "12"},
		{"pgn", "[Komi \"1\"]\n[Komi \"x\"]\n\n1. f5 *\n", komi, "1"},
		{"pgn", "[Komi \"x\"]\n[Komi \"1\"]\n\n1. f5 *\n", komi, "1"},
		{"pgn", "[Result \"33-31\"]\n[Result \"x\"]\n\n1. f5 *\n", score, "2"},
		{"pgn", "[Result \"33-31\"]\n[Result \"*\"]\n\n1. f5 *\n", score, "2"},
		{"pgn", "[Theory \"+4 at 24 empties\"]\n[Theory \"x\"]\n\n1. f5 *\n", theory, notation.Theory{Empties: 24, Score: 4}},
		{"pgn", "[Termination \"x\"]\n[Termination \"time forfeit\"]\n\n1. f5 *\n", ending, notation.TimedOut},
		{"pgn", "[Termination \"resignation\"]\n[Termination \"x\"]\n\n1. f5 *\n", ending, notation.Resigned},
		{"pgn", "[Termination \"abandoned\"]\n[Termination \"resignation\"]\n\n1. f5 *\n", ending, notation.Awarded},
		{"pgn", "[Termination \"resignation\"]\n[Termination \"abandoned\"]\n\n1. f5 *\n", ending, notation.Resigned},
		{"pgn", "[Result \"33-31\"]\n[Termination \"x\"]\n\n1. f5 *\n", ending, notation.Awarded},
	} {
		games, err := notation.ReadGames("x."+test.format, strings.NewReader(test.text))
		if err != nil || len(games) != 1 {
			t.Errorf("%s: %d games (%v)", test.text, len(games), err)
			continue
		}
		if got := test.field(games[0]); got != test.want {
			t.Errorf("%s: %v, want %v", test.text, got, test.want)
		}
		var printed bytes.Buffer
		if err := notation.WriteGames(test.format, &printed, games); err != nil {
			t.Fatal(err)
		}
		text := printed.String()
		again, err := notation.ReadGames("x."+test.format, &printed)
		if err == nil && len(again) == 1 {
			again[0].Line = games[0].Line
		}
		if err != nil || !reflect.DeepEqual(again, games) {
			t.Errorf("%s is printed as %q (%v):\n%+v\n%+v", test.text, text, err, games, again)
		}
	}
}
