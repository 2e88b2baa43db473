package notation_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// TestPropertiesThatStandTwice holds the one rule of all formats: the first that can be
// read counts, one that cannot never costs it and is kept, and what is printed reads
// back the same.
func TestPropertiesThatStandTwice(t *testing.T) {
	const (
		ggf   = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]"
		other = "8 ---------------------------*O------*O--------------------------- *"
	)
	komi := func(g notation.Game) any { return g.Komi.String() }
	score := func(g notation.Game) any { return g.Result.Score.String() }
	ending := func(g notation.Game) any { return g.Result.Ending }
	theory := func(g notation.Game) any { return g.Theory }
	clock := func(g notation.Game) any { return g.Clock }
	black := func(g notation.Game) any { return g.Players[0].Text + "/" + g.Players[0].Rating }
	comment := func(g notation.Game) any { return g.Comment }
	first := func(g notation.Game) any { return g.First }
	start := func(g notation.Game) any { return g.Start == board.Start() }
	tags := func(g notation.Game) any {
		text := ""
		for _, tag := range g.Tags {
			text += tag.Name + "=" + tag.Value + ";"
		}
		return text
	}
	for _, test := range []struct {
		format, text string
		field        func(notation.Game) any
		want         any
	}{
		{"ggf", ggf + "KM[-----M- *]KM[1]B[F5];)", komi, "1"},
		{"ggf", ggf + "KM[-----M- *]KM[1]B[F5];)", tags, "KM=-----M- *;"},
		{"ggf", ggf + "KM[1]KM[x]B[F5];)", komi, "1"},
		{"ggf", ggf + "KM[1]KM[2]B[F5];)", komi, "1"},
		{"ggf", ggf + "KM[1]KM[]B[F5];)", komi, "1"},
		{"ggf", ggf + "KM[nan]KM[1]B[F5];)", komi, "1"},
		{"ggf", ggf + "RE[+12.000]RE[?]B[F5];)", score, "12"},
		{"ggf", ggf + "RE[+12.000]RE[-2]B[F5];)", score, "12"},
		{"ggf", ggf + "RE[x]RE[+12.000:r]B[F5];)", ending, notation.Resigned},
		{"ggf", ggf + "RE[x]RE[+12.000:r]B[F5];)", tags, "RE=x;"},
		{"ggf", ggf + "RE[+12.000:r]RE[-127]B[F5];)", ending, notation.Resigned},
		{"ggf", ggf + "RE[-127]RE[x]B[F5];)", tags, "RE=-127;RE=x;"},
		{"ggf", ggf + "PB[a]PB[b]RB[1]RB[2]B[F5];)", black, "a/1"},
		{"ggf", ggf + "PB[?]PB[b]RB[]RB[2]B[F5];)", black, "b/2"},
		{"ggf", ggf + "TI[x]TI[15:00]TI[y]TI[5:00]B[F5];)", clock, "15:00"},
		{"ggf", ggf + "TI[x]TI[15:00]TI[y]TI[5:00]B[F5];)", tags, "TI=x;TI=y;"},
		{"ggf", ggf + "TI[x]TI[y]B[F5];)", clock, "x"},
		{"ggf", ggf + "CO[a]CO[b]B[F5];)", comment, "a b"},
		{"ggf", ggf + "BO[" + other + "]B[F5];)", start, true},
		{"sgf", "(;GM[2]KM[x]KM[1];B[f5])", komi, "1"},
		{"sgf", "(;GM[2]KM[1]KM[x];B[f5])", komi, "1"},
		{"sgf", "(;GM[2]KM[1]KM[2];B[f5])", komi, "1"},
		{"sgf", "(;GM[2]RE[W+T]RE[?];B[f5])", ending, notation.TimedOut},
		{"sgf", "(;GM[2]RE[W+T]RE[B+12];B[f5])", ending, notation.TimedOut},
		{"sgf", "(;GM[2]RE[?]RE[B+12];B[f5])", score, "12"},
		{"sgf", "(;GM[2]RE[Black wins]RE[B+12];B[f5])", score, "12"},
		{"sgf", "(;GM[2]RE[Black wins]RE[B+12];B[f5])", tags, "RE=Black wins;"},
		{"sgf", "(;GM[2]PB[a]PB[b]BR[1]BR[2];B[f5])", black, "a/1"},
		{"sgf", "(;GM[2]TM[900]TM[60];B[f5])", clock, "15:00"},
		{"sgf", "(;GM[2]TM[long]TI[x]TM[900];B[f5])", clock, "15:00"},
		{"sgf", "(;GM[2]TM[long]TI[x]TM[900];B[f5])", tags, "TI=x;TI=long;"},
		{"sgf", "(;GM[2]C[a]C[b]GC[c];B[f5])", comment, "c\na\nb"},
		{"sgf", "(;GM[2]AB[d5][e4]AW[d4][e5]PL[W]PL[B])", first, board.White},
		{"pgn", "[Komi \"1\"]\n[Komi \"x\"]\n\n1. f5 *\n", komi, "1"},
		{"pgn", "[Komi \"x\"]\n[Komi \"1\"]\n\n1. f5 *\n", komi, "1"},
		{"pgn", "[Komi \"1\"]\n[Komi \"2\"]\n\n1. f5 *\n", komi, "1"},
		{"pgn", "[Result \"33-31\"]\n[Result \"x\"]\n\n1. f5 *\n", score, "2"},
		{"pgn", "[Result \"33-31\"]\n[Result \"*\"]\n\n1. f5 *\n", score, "2"},
		{"pgn", "[Result \"1-0\"]\n[Result \"33-31\"]\n[Result \"31-33\"]\n\n1. f5 *\n", score, "2"},
		{"pgn", "[Result \"1-0\"]\n[Result \"33-31\"]\n[Result \"31-33\"]\n\n1. f5 *\n", tags, "Result=1-0;"},
		{"pgn", "[Result \"+127\"]\n\n1. f5 +127\n", score, ""},
		{"pgn", "[Theory \"+4 at 24 empties\"]\n[Theory \"x\"]\n\n1. f5 *\n", theory, notation.Theory{Empties: 24, Score: 4}},
		{"pgn", "[Theory \"+4 at 24 empties\"]\n[Theory \"+2 at 20 empties\"]\n\n1. f5 *\n", theory, notation.Theory{Empties: 24, Score: 4}},
		{"pgn", "[Termination \"x\"]\n[Termination \"time forfeit\"]\n\n1. f5 *\n", ending, notation.TimedOut},
		{"pgn", "[Termination \"resignation\"]\n[Termination \"x\"]\n\n1. f5 *\n", ending, notation.Resigned},
		{"pgn", "[Termination \"abandoned\"]\n[Termination \"resignation\"]\n\n1. f5 *\n", ending, notation.Awarded},
		{"pgn", "[Termination \"resignation\"]\n[Termination \"abandoned\"]\n\n1. f5 *\n", ending, notation.Resigned},
		{"pgn", "[Result \"33-31\"]\n[Termination \"x\"]\n\n1. f5 *\n", ending, notation.Awarded},
		{"pgn", "[Black \"a\"]\n[Black \"b\"]\n[BlackElo \"?\"]\n[BlackElo \"2\"]\n\n1. f5 *\n", black, "a/2"},
		{"pgn", "[TimeControl \"x\"]\n[TimeControl \"900\"]\n[TimeControl \"60\"]\n\n1. f5 *\n", clock, "15:00"},
		{"pgn", "[TimeControl \"x\"]\n[TimeControl \"900\"]\n[TimeControl \"60\"]\n\n1. f5 *\n", tags, "TimeControl=x;"},
		{"pgn", "[FEN \"startpos\"]\n[FEN \"" + other[2:66] + " O\"]\n\n1. f5 *\n", start, true},
		{"pgn", "[Annotation \"b\"]\n[Annotation \"a\"]\n\n1. f5 *\n", comment, "a b"},
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
