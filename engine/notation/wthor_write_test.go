package notation_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/notation"
)

func pgnGame(black, white, event, date, rest string) string {
	return fmt.Sprintf("[Event \"%s\"]\n[Date \"%s\"]\n[Black \"%s\"]\n[White \"%s\"]\n%s\n", event, date, black, white, rest)
}

// database adds the games of a PGN text and returns what is wrong with those that
// the database cannot hold.
func database(t *testing.T, text string) (*notation.WTHOR, []string) {
	t.Helper()
	games, err := notation.ReadGames("a.pgn", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var w notation.WTHOR
	var faults []string
	for i := range games {
		if err := w.Add(&games[i]); err != nil {
			faults = append(faults, err.Error())
		}
	}
	return &w, faults
}

// written writes a database with its names and reads it back.
func written(t *testing.T, w *notation.WTHOR, jou, trn string) []notation.Game {
	t.Helper()
	folder := t.TempDir()
	var wtb, players, tournaments bytes.Buffer
	if err := w.Write(&wtb, &players, &tournaments, time.Now()); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]*bytes.Buffer{jou: &players, trn: &tournaments} {
		if err := os.WriteFile(filepath.Join(folder, name), content.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	games, err := notation.ReadGames(filepath.Join(folder, "games.wtb"), &wtb)
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// TestNameListsInAnyCase holds that the lists of names are found whatever they are
// called, and the file's own before those of all files.
func TestNameListsInAnyCase(t *testing.T) {
	for _, names := range [][2]string{
		{"WTHOR.JOU", "WTHOR.TRN"}, {"wthor.jou", "Wthor.Trn"}, {"WTH.JOU", "WTH.TRN"}, {"wth.Jou", "WTH.trn"},
		{"GAMES.JOU", "games.trn"},
	} {
		w, _ := database(t, pgnGame("Ann", "Bob", "Open", "2001", "1. f5 33-31"))
		g := written(t, w, names[0], names[1])[0]
		if g.Players[0].Text != "Ann" || g.Players[1].Text != "Bob" || g.Event.Text != "Open" || g.Date != "2001" {
			t.Errorf("%v: %+v, %+v, %q", names, g.Players, g.Event, g.Date)
		}
	}
	folder := t.TempDir()
	for _, name := range []string{"WTH.JOU", "WTHOR.JOU", "games.jou", "games.TRN"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "WTH.TRN"), 0o700); err != nil {
		t.Fatal(err)
	}
	players, tournaments := notation.NameLists(filepath.Join(folder, "GAMES.WTB"))
	if filepath.Base(players) != "games.jou" || filepath.Base(tournaments) != "games.TRN" {
		t.Errorf("found %s and %s", players, tournaments)
	}
	players, tournaments = notation.NameLists(filepath.Join(folder, "other.wtb"))
	if filepath.Base(players) != "WTH.JOU" || tournaments != "" {
		t.Errorf("found %s and %s", players, tournaments)
	}
}

// TestWTHORRefuses holds that games which a database cannot hold are left out, each
// with its place, and the others kept.
func TestWTHORRefuses(t *testing.T) {
	text := pgnGame("A", "B", "E", "2001", "1. f5 *") + // 1 to 5
		pgnGame("A", "B", "E", "2001", "[FEN \""+startBoardSwapped+" O\"]\n1. d3 33-31") + // 6
		pgnGame("A", "B", "E", "2001", "[Termination \"adjourned\"]\n1. f5 33-31") + // 12
		pgnGame("A", "B", "E", "2001", "1. f5 +2.5") + // 18
		pgnGame("A", "B", "E", "2001", "1. f5 33-31")
	w, faults := database(t, text)
	want := []string{
		"line 1: the game stops at 59 empties without a result",
		"line 6: this format cannot tell of an unusual starting position",
		"line 12: the game was adjourned, and this format has no place for that",
		"line 18: the score +2.5 is not one of 64 discs",
	}
	if strings.Join(faults, "\n") != strings.Join(want, "\n") || w.Len() != 1 {
		t.Errorf("%d games, %s", w.Len(), strings.Join(faults, "\n"))
	}
}

func TestWTHORLosses(t *testing.T) {
	const long = "A name of more than nineteen letters"
	for _, test := range []struct{ text, want string }{
		{pgnGame("A", "B", "E", "2001", "1. f5 33-31") + pgnGame("C", "B", "E", "2001.05.06", "1. f5 33-31"), ""},
		{pgnGame("A", "B", "E", "2001", "1. f5 33-31") + pgnGame("C", "B", "E", "1999", "1. f5 33-31"),
			"the games are of 1999 to 2001; the file holds one year for all, and so holds none"},
		{pgnGame("A", "B", "E", "?", "1. f5 33-31") + pgnGame("C", "B", "E", "03/02/1999", "1. f5 33-31"),
			"the games are of 1999, and some have no date; the file holds one year for all, and so holds none"},
		{pgnGame("A", "B", "E", "2001", "[Termination \"time forfeit\"]\n1. f5 0-64"), "1 games that were resigned or lost on time keep their score alone"},
		{pgnGame(long, "B", "E", "2001", "1. f5 33-31"), "1 names of players are cut to 19 letters, such as " + long},
		{pgnGame("A", "B", long, "2001", "1. f5 33-31"), "1 names of tournaments are cut to 25 letters, such as " + long},
		{pgnGame("村上", "Zoë Œ", "E", "2001", "1. f5 33-31"), "1 names of players lose the letters that Latin-1 lacks, such as 村上"},
		{pgnGame("A", "B", "E", "2001", "[Theory \"+2 at 24 empties\"]\n1. f5 33-31") + pgnGame("A", "B", "E", "2001", "[Theory \"+2 at 20 empties\"]\n1. f5 33-31"),
			"1 theoretical scores are not at 24 empties, as the first is, and are left out"},
	} {
		w, faults := database(t, test.text)
		if got := strings.Join(w.Losses(), "\n"); got != test.want || faults != nil {
			t.Errorf("%s %v, want %s", got, faults, test.want)
		}
	}
}

// TestMergedDatabasesKeepNames holds that the names of files with other numbers, and
// numbers without a name, stay those of their own games.
func TestMergedDatabasesKeepNames(t *testing.T) {
	first, _ := database(t, pgnGame("Ann", "Bob", "Open", "2001", "1. f5 33-31"))
	second, _ := database(t, pgnGame("Cid", "Ann", "Cup", "2001", "1. f5 33-31"))
	games := append(written(t, first, "WTH.JOU", "WTH.TRN"), written(t, second, "WTH.JOU", "WTH.TRN")...)
	games = append(games, written(t, second, "lost.jou", "lost.trn")...) // the same numbers, no names
	var merged notation.WTHOR
	for i := range games {
		if err := merged.Add(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	got := ""
	for _, g := range written(t, &merged, "games.jou", "games.trn") {
		got += fmt.Sprintf("%s %s %s %s; ", g.Players[0].Text, g.Players[1].Text, g.Event.Text, g.Date)
	}
	if want := "Ann Bob Open 2001; Cid Ann Cup 2001;    2001; "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWTHORNamesWithoutNumber holds that names beyond what two bytes count refuse
// their games, not all of them.
func TestWTHORNamesWithoutNumber(t *testing.T) {
	g := readGame(t, "x.txt", "f5d6 33-31")
	var w notation.WTHOR
	refused := 0
	for i := range 1 << 16 {
		g.Players[0].Text = fmt.Sprint("player ", i)
		if err := w.Add(&g); err != nil {
			refused++
		}
	}
	if err := w.Write(&bytes.Buffer{}, &bytes.Buffer{}, &bytes.Buffer{}, time.Now()); err != nil || refused < 2 || refused > 4 || w.Len()+refused != 1<<16 {
		t.Errorf("%d games, %d refused (%v)", w.Len(), refused, err)
	}
}
