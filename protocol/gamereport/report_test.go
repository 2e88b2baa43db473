package gamereport

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"html"
	"image/color"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
	"kaeshi/protocol/draw"
)

// double values every move by its square: the higher its number the better.
type double struct {
	game *engine.Game
	book map[int][]board.Square // by ply
	// The same with values.
	known map[int][]engine.BookMove
	err   error
}

func (d *double) SetGame(g *engine.Game) { d.game = g }
func (d *double) Level() int             { return engine.MinLevel }
func (d *double) BookMoves() (moves []engine.BookMove) {
	for _, sq := range d.book[60-d.game.Empties()] {
		moves = append(moves, engine.BookMove{Square: sq})
	}
	return append(moves, d.known[60-d.game.Empties()]...)
}

func (d *double) Search(_ context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
	p := d.game.Position()
	moves := p.Moves()
	if limit.Only != 0 {
		moves &= limit.Only
	}
	var found []engine.Info
	for sq := board.Square(63); sq < 64; sq-- {
		if moves&sq.Bit() != 0 && len(found) < max(1, limit.MultiPV) {
			found = append(found, engine.Info{
				Rank: len(found) + 1, PV: []board.Square{sq}, Score: search.Score{Value: int(sq) * search.Disc}, Stage: search.Midgame,
			})
			report(found[len(found)-1])
		}
	}
	return found[0], d.err
}

func game(t *testing.T, moves string) notation.Game {
	t.Helper()
	g := notation.Game{Start: board.Start()}
	squares, err := notation.ParseMoves(moves)
	if err != nil {
		t.Fatal(err)
	}
	for _, sq := range squares {
		if err := g.Play(notation.Move{Square: sq}); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestAnalyze(t *testing.T) {
	// Black may choose D3 (19), C4 (26), F5 (37) and E6 (44), White then C3 (18), E3
	// (20) and C5 (34).
	told := 0
	a, err := Analyze(context.Background(), &double{}, game(t, "d3c3c4"), 2, func() { told++ })
	if err != nil {
		t.Fatal(err)
	}
	if told != 3 || len(a.Plies) != 3 || a.InBook || a.BookEnd != 0 {
		t.Errorf("told %d times, %d plies, book %v to %d", told, len(a.Plies), a.InBook, a.BookEnd)
	}
	first := a.Plies[0]
	if len(first.Best) != 2 || first.Best[0].Move() != 44 || first.Played.Value != 19 || first.Loss != 25 || first.Grade() != "blunder" || first.Book {
		t.Errorf("the first ply is %+v", first)
	}
	if second := a.Plies[1]; second.Loss != 34-18 || second.Played.Value != -18 {
		t.Errorf("the second ply is %+v", second)
	}
	sides := a.Sides()
	if sides[board.Black].Moves != 2 || sides[board.White].Loss != 16 || sides[board.White].Counts["blunder"] != 1 || sides[board.White].Name != "White" {
		t.Errorf("sides %+v", sides)
	}
	if want := []float64{44, -34, 44, -34}; !slices.Equal(a.Values, want) {
		t.Errorf("values %v, want %v", a.Values, want)
	}
}

func TestGrades(t *testing.T) {
	for loss, want := range map[float64]string{0: "", 1.99: "", 2: "inaccuracy", 3.99: "inaccuracy", 4: "mistake", 8: "blunder", 64: "blunder"} {
		if p := (Ply{Loss: loss}); p.Grade() != want {
			t.Errorf("a loss of %g is %q, want %q", loss, p.Grade(), want)
		}
	}
}

func TestPassesAndEnd(t *testing.T) {
	a, err := Analyze(context.Background(), &double{}, game(t, "f5f6d3g5h5h4f7h6c5"), 3, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if p := a.Plies[8]; !p.IsPass() || p.Best != nil || p.Grade() != "" {
		t.Errorf("the pass is %+v", p)
	}
	a, err = Analyze(context.Background(), &double{}, game(t, "f5d6c5f4e3f6g5e6e7"), 3, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if a.Values[9] != 64 || a.Result() != "64–0" {
		t.Errorf("values %v, result %s", a.Values, a.Result())
	}
}

func TestAnalyzeStops(t *testing.T) {
	broken := errors.New("weights: broken")
	if _, err := Analyze(context.Background(), &double{err: broken}, game(t, "f5"), 3, func() {}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Analyze(ctx, &double{}, game(t, "f5"), 3, func() {}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// example has what is hard to print: markup in names, a pass, mistakes.
func example(t *testing.T) *Analysis {
	g := game(t, "f5f6d3g5h5h4f7h6c5")
	g.Players[0].Text, g.Event.Text = `<b>"Ann"</b> & Co`, "Open <script>alert(1)</script>"
	a, err := Analyze(context.Background(), &double{book: map[int][]board.Square{0: {37}}}, g, 2, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestHTMLIsWholeAndSafe(t *testing.T) {
	var out bytes.Buffer
	if err := write(&out, ".html", example(t)); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{"<!DOCTYPE html>", "leaves the book with ply 2, F6", "blunder, loses", "pass", "book ends", graphHead, "value for<br>Black", "</html>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	// The one script is ours, and the page's policy lets no other run and loads nothing.
	text, ours := strings.CutSuffix(strings.TrimSpace(text), "<script>"+script+"</script>\n</body>\n</html>")
	sum := sha256.Sum256([]byte(script))
	policy := "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + `'">`
	if !ours || !strings.Contains(html.UnescapeString(text), policy) {
		t.Error("the page's script is not ours, or it has no policy")
	}
	for _, bad := range []string{"<script", "<b>\"Ann\"", "http://", "https://", "src=", "href="} {
		if strings.Contains(strings.ReplaceAll(text, `xmlns="http://www.w3.org/2000/svg"`, ""), bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	if handler := regexp.MustCompile(`(?i)<[^>]*\son\w+=`).FindString(text); handler != "" {
		t.Errorf("an element has a handler: %s", handler)
	}
	if boards := len(regexp.MustCompile(`<svg `).FindAllString(text, -1)); boards < 4 {
		t.Errorf("%d drawings", boards)
	}
}

func TestSVGIsXML(t *testing.T) {
	var out bytes.Buffer
	if err := write(&out, ".svg", example(t)); err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(&out)
	var names []string
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if element, ok := token.(xml.StartElement); ok {
			names = append(names, element.Name.Local)
		}
	}
	for _, name := range []string{"svg", "circle", "polyline", "text"} {
		if !slices.Contains(names, name) {
			t.Errorf("no element %s", name)
		}
	}
}

// The picture in pixels shows what the one in lines does: discs where they are.
func TestPNG(t *testing.T) {
	a := example(t)
	var out bytes.Buffer
	if err := write(&out, ".png", a); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	scale := float64(picture.Bounds().Dy()) / a.summary().Height
	p := a.lastPosition()
	for sq := range board.Square(64) {
		x, y := centre(graphWidth, 30, sq)
		r, g, b, _ := picture.At(int(math.Round(x*scale)), int(math.Round(y*scale))).RGBA()
		want := cloth
		switch {
		case p.Player&sq.Bit() != 0:
			want = blackDisc
		case p.Opponent&sq.Bit() != 0:
			want = whiteDisc
		}
		if uint8(r>>8) != want.R || uint8(g>>8) != want.G || uint8(b>>8) != want.B {
			t.Errorf("%v has the colour %x %x %x", sq, r>>8, g>>8, b>>8)
		}
	}
}

func TestResults(t *testing.T) {
	known := notation.Number{Value: -12, Known: true}
	for want, result := range map[string]notation.Result{
		"unfinished":                {},
		"White wins by 12":          {Score: known},
		"White wins by resignation": {Score: known, Ending: notation.Resigned},
		"White wins on time":        {Score: known, Ending: notation.TimedOut},
		"White wins by 12, awarded": {Score: known, Ending: notation.Awarded},
		"adjourned":                 {Score: known, Ending: notation.Adjourned},
	} {
		a := Analysis{Game: game(t, "f5")}
		a.Game.Result = result
		if a.Result() != want {
			t.Errorf("%+v is %q, want %q", result, a.Result(), want)
		}
	}
}

// Wherever the book ends, and however long the players' names are, what is written
// stays inside its part of the picture: beside the graph there is a board.
func TestWordsStayInTheirPlace(t *testing.T) {
	a := example(t)
	a.Game.Players[0].Text = strings.Repeat("A very long name ", 8)
	for end := range len(a.Plies) + 1 {
		a.BookEnd, a.InBook = end, true
		var paper words
		a.summary().Paint(&paper)
		if !paper.within("book ends", 0, graphWidth-8) || !paper.within(a.Title(), 0, graphWidth+boardSize) {
			t.Errorf("the book ends with ply %d: %v", end, paper)
		}
	}
}

// words is a canvas that keeps where texts are; half an em a letter.
type words map[string][2]float64

func (w *words) Text(x, _, anchor, size float64, _ color.RGBA, s string) {
	if *w == nil {
		*w = words{}
	}
	width := 0.5 * size * float64(len([]rune(s)))
	(*w)[s] = [2]float64{x - anchor*width, x + (1-anchor)*width}
}

func (w *words) within(text string, left, right float64) bool {
	at, ok := (*w)[text]
	return ok && at[0] >= left && at[1] <= right
}

func (w *words) Rectangle(_, _, _, _ float64, _ color.RGBA) {}
func (w *words) Circle(_, _, _ float64, _, _ color.RGBA)    {}
func (w *words) Polyline([]draw.Point, draw.Pen)            {}
func (w *words) Title(_, _, _, _ float64, _ string)         {}

// write writes a report on some games.
func write(w io.Writer, extension string, games ...*Analysis) error {
	out, err := NewOutput(extension)
	if err != nil {
		return err
	}
	for _, a := range games {
		if err := out.Add(a); err != nil {
			return err
		}
	}
	return out.Finish(w)
}

func TestUnknownKindsOfFile(t *testing.T) {
	if _, err := NewOutput(".pdf"); err == nil || Writes(".pdf") {
		t.Error("a .pdf is written")
	}
}
