package notation_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kaeshi/engine/notation"
)

// Values that properties and tags have in files, good ones and such as none should
// have; every known name is given every one of them, often twice.
var (
	generatedValues = []string{
		"", "?", "*", "x", "a b", "1", "-2.50", "+12.000", "+12.000:r", "-64.000:t", "?:l", "-127", "+65", "+1e3", "nan",
		"B+12", "W+T", "B+", "w+resign", "B+Forfeit", "0", "Draw", "Void", "33-31", "64-0", "1-0", "1/2-1/2", "+2.5", "-0",
		"15:00", "15:00//02:00", "05:00/00:10", "1.02:03:04", "900", "900+10", "12", "-5", "0x10", "1e400", "99999999999",
		"8", "8r", "s8r18", "8:8", "B", "W", "white", "f5", "pa", "tt", "+4 at 24 empties", "+99 at 24 empties",
		"resignation", "time forfeit", "adjourned", "abandoned", "unterminated", "normal", "startpos",
		"8 ---------------------------O*------*O--------------------------- *",
		"---------------------------OX------XO--------------------------- O", "[%eval 1]", "<b>", "é", "\xE9", "a;b", "a{b", "a(b",
	}
	ggfNames = strings.Fields("PB PW RB RW BR WR TI TB TW TM PC DT EV RO TY CO GC KM RE XX C V ET SZ AP PL")
	sgfNames = strings.Fields("PB PW RB RW BR WR TI TB TW TM PC DT EV RO TY CO GC KM RE XX C V ET SZ AP PL ST FF AB AW AE")
	pgnNames = strings.Fields("Event Site Date Round Black White BlackElo WhiteElo BlackClock WhiteClock Variant SetUp FEN " +
		"Result Termination TimeControl Komi Theory Annotation Opening KM RE")
)

// TestGeneratedGames reads games of random properties, prints them and reads them again.
func TestGeneratedGames(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 23))
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	properties := func(names []string, form string) string {
		var text strings.Builder
		few := []string{pick(names), pick(names), pick(names)} // so that they meet
		for range random.IntN(8) {
			fmt.Fprintf(&text, form, pick(few), pick(generatedValues))
		}
		return text.String()
	}
	check := func(format, text string) {
		checkReader(t, "x."+format, format, []byte(text))
		checkConversion(t, "x."+format, []byte(text))
	}
	const games = 500 // a hundred thousand found no more
	for range games {
		check("ggf", "(;GM[Othello]"+properties(ggfNames, "%s[%s]")+"B[f5/1.5/2]W[d6//3]"+properties(ggfNames, "%s[%s]")+";)")
		check("sgf", "(;GM[2]"+properties(sgfNames, "%s[%s]")+";B[f5]"+properties(sgfNames, "%s[%s]")+";W[d6]"+properties(sgfNames, "%s[%s]")+")")
		pgn := properties(pgnNames, "[%s \"%s\"]\n") + "\n1. f5 {" + pick(generatedValues) + "} d6 {[%eval " + pick(generatedValues) + "]} " +
			pick([]string{"*", "33-31", "1-0", "+127", "", "--"}) + "\n"
		check("pgn", pgn)
	}
}

// checkConversion holds that what was read from one format can be printed in the others,
// and that it stays the same there when it is read and printed once more.
func checkConversion(t *testing.T, name string, content []byte) {
	games, err := notation.ReadGames(name, bytes.NewReader(content))
	if err != nil {
		return
	}
	for _, format := range []string{"ggf", "sgf", "pgn"} {
		printed := convert(t, format, games)
		again, err := notation.ReadGames("x."+format, strings.NewReader(printed))
		if err != nil || len(again) != len(games) {
			t.Fatalf("%q as %s is %q: %d games (%v)", content, format, printed, len(again), err)
		}
		third := convert(t, format, again)
		again, err = notation.ReadGames("x."+format, strings.NewReader(third))
		if fourth := convert(t, format, again); fourth != third || err != nil {
			t.Fatalf("%q as %s is\n%q, then\n%q, then\n%q (%v)", content, format, printed, third, fourth, err)
		}
		// SGF does not say by how much a game was resigned or lost on time.
		if a, b := again[0].Result.Score.Value, games[0].Result.Score.Value; cmp.Compare(a, 0) != cmp.Compare(b, 0) && games[0].Result.Ending != notation.Adjourned {
			t.Fatalf("%q as %s is %q: %g, want %g", content, format, printed, a, b)
		}
	}
}

func convert(t *testing.T, format string, games []notation.Game) string {
	t.Helper()
	var printed bytes.Buffer
	if err := notation.WriteGames(format, &printed, games); err != nil {
		t.Fatal(err)
	}
	return printed.String()
}
