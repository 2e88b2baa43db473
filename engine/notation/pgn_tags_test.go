package notation_test

import (
	"os"
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// TestOddTagsKeepTheGame holds that whatever a tag looks like, the moves behind it
// are read, and the tag as far as it can be.
func TestOddTagsKeepTheGame(t *testing.T) {
	for _, test := range []struct{ tag, name, value string }{
		{`[Event "Club "Coq" 1988"]`, "Event", `Club "Coq" 1988`},
		{`[Event "5" disc"]`, "Event", `5" disc`},
		{`[Event "a"] b"]`, "Event", `a"] b`},
		{`[Event "a\"b]`, "Event", `a"b`},
		{`[Event "a \\"]`, "Event", `a \`},
		{`[Event "x]y"]`, "Event", `x]y`},
		{`[Event Open]`, "Event", "Open"},
		{`[Event: "T"]`, "Event", "T"},
		{`[ Event   "T" ]`, "Event", "T"},
		{`[Event "T"`, "Event", "T"},
		{`[Event "T`, "Event", "T"},
		{`[Event "a long
name"]`, "Event", "a long name"},
		{`[Event]`, "Event", ""},
		{`[]`, "", ""},
		{`[`, "", ""},
		{`[?? "x"]`, "", ""},
		{`[Komi "none"]`, "Komi", "none"},
		{`[Theory "won"]`, "Theory", "won"},
		{`[Round "1"] [Event "T"] [White "w"]`, "Event", "T"},
		{`[FEN "startpos"]`, "", ""},
	} {
		text := "[Black \"A\"]\n" + test.tag + "\n\n1. f5 d6 2. c3 *\n\n[Black \"B\"]\n\n1. f5 f6 *\n"
		games, err := notation.ReadGames("x.pgn", strings.NewReader(text))
		if err != nil || len(games) != 2 || moveText(games[0]) != "F5D6C3" || moveText(games[1]) != "F5F6" {
			t.Errorf("%s: %d games (%v)", test.tag, len(games), err)
			continue
		}
		if got := tagOf(games[0], test.name); got != test.value {
			t.Errorf("%s: %s is %q, want %q", test.tag, test.name, got, test.value)
		}
		if g := games[0]; g.Players[board.Black].Text != "A" || games[1].Players[board.Black].Text != "B" {
			t.Errorf("%s: players %+v", test.tag, g.Players)
		}
	}
}

func tagOf(g notation.Game, name string) string {
	if name == "Event" {
		return g.Event.Text
	}
	for _, tag := range g.Tags {
		if tag.Name == name {
			return tag.Value
		}
	}
	return ""
}

func TestQuotedEventFile(t *testing.T) {
	text, err := os.ReadFile("testdata/odd_tags.pgn")
	if err != nil {
		t.Fatal(err)
	}
	games, err := notation.ReadGames("odd_tags.pgn", strings.NewReader(string(text)))
	if err != nil || len(games) != 3 {
		t.Fatalf("%d games (%v)", len(games), err)
	}
	if games[0].Event.Text != `Open "Rose" 2001` || tagOf(games[1], "WhiteType") != "human" {
		t.Errorf("event %q, tags %+v", games[0].Event.Text, games[1].Tags)
	}
}

// TestOddNumbersKeepTheGame holds the same for the numbers in a game's head and of
// its moves.
func TestOddNumbersKeepTheGame(t *testing.T) {
	for name, text := range map[string]string{
		"a.sgf": "(;GM[2]KM[half]TM[ten minutes];B[f5]V[good]ET[long];W[d6])",
		"b.ggf": strings.Replace(ggfWith("?", "f5d6"), "RE", "KM[half]RE", 1),
		"c.pgn": "1. f5 {[%eval 1e99]} d6 {[%emt 5.5.5]}",
	} {
		if g := readGame(t, name, text); len(g.Moves) != 2 || g.Komi.Known {
			t.Errorf("%s: %d moves, komi %v", name, len(g.Moves), g.Komi)
		}
	}
	g := readGame(t, "a.sgf", "(;GM[2]TM[ten minutes];B[f5]V[good]ET[long])")
	if g.Clock != "ten minutes" || g.Moves[0].Comment != "V[good] ET[long]" {
		t.Errorf("clock %q, comment %q", g.Clock, g.Moves[0].Comment)
	}
}
