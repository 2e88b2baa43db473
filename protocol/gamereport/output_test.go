package gamereport

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// judged is a game in which the value of every move is its square.
func judged(t *testing.T, moves, black, white string) *Analysis {
	t.Helper()
	g := game(t, moves)
	g.Players[0].Text, g.Players[1].Text = black, white
	a, err := Analyze(context.Background(), &double{}, g, 2, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// What is written into a file of games is read back: moves, values, comments.
func TestAnnotatedGamesAreReadBack(t *testing.T) {
	a := judged(t, "f5f6d3g5h5h4f7h6c5", "Ann", "Bob")
	a.Game.Moves[0].Comment, a.Game.Comment = "my [favourite] opening", "Round 1"
	a.Plies[0].Comment = a.Game.Moves[0].Comment
	for _, format := range []string{"sgf", "ggf"} {
		var out bytes.Buffer
		if err := write(&out, "."+format, a, a); err != nil {
			t.Fatal(err)
		}
		games, err := notation.ReadGames("x."+format, bytes.NewReader(out.Bytes()))
		if err != nil || len(games) != 2 {
			t.Fatalf("%s: %d games, error %v\n%s", format, len(games), err, &out)
		}
		g := games[1]
		if !slices.Equal(g.Squares(), a.Game.Squares()) || g.Players[1].Text != "Bob" {
			t.Errorf("%s: %v", format, g)
		}
		for i, m := range g.Moves {
			if want := signOf(m.Color) * a.Values[i+1]; !m.Eval.Known || m.Eval.Value != want {
				t.Errorf("%s: move %d has the value %v for its side, want %g", format, i+1, m.Eval, want)
			}
		}
		if !strings.HasPrefix(g.Comment, "Round 1") || !strings.Contains(g.Comment, "Black loses ") {
			t.Errorf("%s: the comment is %q", format, g.Comment)
		}
		mistake := fmt.Sprintf("3 black D3: %+.2f for Black, loses %.2f (blunder); ", a.Values[3], a.Plies[2].Loss)
		if format == "ggf" {
			if !strings.Contains(g.Comment, mistake) {
				t.Errorf("%q is not in the comment %q", mistake, g.Comment)
			}
			continue
		}
		if !strings.HasPrefix(g.Moves[0].Comment, "my [favourite] opening\n1 black F5") || !strings.Contains(g.Moves[2].Comment, mistake) {
			t.Errorf("comments %q, %q", g.Moves[0].Comment, g.Moves[2].Comment)
		}
		if n := strings.Count(out.String(), "\n(;"); n < 4 {
			t.Errorf("%d branches in\n%s", n, &out)
		}
	}
}

// The JSON says everything, in hundredths: a loss is what lies between two values.
func TestJSON(t *testing.T) {
	a := judged(t, "f5f6d3g5h5h4f7h6c5", "Ann", "")
	a.File, a.Number = "x.ggf", 3
	var out bytes.Buffer
	if err := write(&out, ".json", a, a); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Fatalf("%d lines", n)
	}
	var got struct {
		File   string
		Game   int
		Black  struct{ Name string }
		Score  *float64
		Values []float64
		Moves  []struct {
			Side, Move           string
			Before, Played, Loss *float64
			After                float64
			Best                 []struct{ Move, PV string }
		}
	}
	if err := json.NewDecoder(&out).Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.File != "x.ggf" || got.Game != 3 || got.Black.Name != "Ann" || got.Score != nil || len(got.Values) != 11 || len(got.Moves) != 10 {
		t.Errorf("%+v", got)
	}
	for i, m := range got.Moves {
		if m.Move == "pass" {
			if i != 8 || m.Loss != nil {
				t.Errorf("the pass is %+v", m)
			}
			continue
		}
		sign := map[string]float64{"black": 1, "white": -1}[m.Side]
		if math.Abs(*m.Before-*m.Played-sign**m.Loss) > 1e-9 || *m.Before != got.Values[i] || m.After != got.Values[i+1] || len(m.Best) == 0 {
			t.Errorf("move %d is %+v", i+1, m)
		}
	}
}

// Players are summed up over all games and colours, the most successful first.
func TestTotals(t *testing.T) {
	wipeout := "f5d6c5f4e3f6g5e6e7" // Black takes all discs
	games := []*Analysis{judged(t, wipeout, "Ann", "Bob"), judged(t, wipeout, "Bob", "Cid"), judged(t, wipeout, "Ann", "Cid"), judged(t, "f5", "Ann", "")}
	all := totals{}
	for _, a := range games {
		all.add(a)
	}
	var names []string
	for _, p := range all.sorted() {
		names = append(names, fmt.Sprintf("%s %d %s", p.Name, p.Games, p.Score()))
	}
	if want := []string{"Ann 3 2 of 2", "Bob 2 1", nobody + " 1 0 of 0", "Cid 2 0"}; !slices.Equal(names, want) {
		t.Errorf("players %q, want %q", names, want)
	}
	ann := all["Ann"]
	sides := [2]Side{games[0].Sides()[board.Black], games[3].Sides()[board.Black]}
	if want := 2*sides[0].Loss + sides[1].Loss; ann.Loss != want || ann.Moves != 2*sides[0].Moves+1 || ann.Counts["blunder"] != 2*sides[0].Counts["blunder"]+sides[1].Counts["blunder"] {
		t.Errorf("Ann's totals are %+v", ann)
	}
}

// Several games are one page with an index, or a folder of pages with one; its links
// lead nowhere else.
func TestPagesOfSeveralGames(t *testing.T) {
	games := []*Analysis{example(t), judged(t, "f5d6c5f4e3f6g5e6e7", "Bob", `<b>"Ann"</b> & Co`)}
	var one, first, index bytes.Buffer
	if err := write(&one, ".html", games...); err != nil {
		t.Fatal(err)
	}
	var folder Folder
	if err := folder.Add(games[0], "game-1.html", &first); err != nil {
		t.Fatal(err)
	}
	if err := folder.Add(games[1], "game-2.html", &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	if err := folder.Finish(&index); err != nil {
		t.Fatal(err)
	}
	for _, page := range []struct {
		text     string
		articles int
		links    []string
	}{
		{one.String(), 2, []string{"#game-1", "#game-2"}},
		{index.String(), 0, []string{"game-1.html", "game-2.html"}},
		{first.String(), 1, []string{"index.html"}},
	} {
		var links []string
		for _, found := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(page.text, -1) {
			links = append(links, found[1])
		}
		if !slices.Equal(links, page.links) || strings.Count(page.text, "<article ") != page.articles {
			t.Errorf("links %q, want %q; %d games", links, page.links, strings.Count(page.text, "<article "))
		}
		if strings.Count(page.text, "<script") != 1 || strings.Contains(page.text, `<b>"Ann"`) || !strings.Contains(page.text, "Co") {
			t.Error("names are not escaped")
		}
	}
}
