package browser

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kaeshi/engine/notation"
)

// database is a WTHOR file of one game, and its list of players.
func database(t *testing.T) (wtb, jou string) {
	t.Helper()
	games, err := notation.ReadGames("x.pgn", strings.NewReader("[Black \"Ann\"]\n[White \"Bea\"]\n[Date \"2001\"]\n[Result \"33-31\"]\n\nf5 d6 c3 33-31\n"))
	if err != nil {
		t.Fatal(err)
	}
	var w notation.WTHOR
	var files [3]bytes.Buffer
	if err := w.Add(&games[0]); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(&files[0], &files[1], &files[2], time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	return files[0].String(), files[1].String()
}

// Each kind of file that convert reads is dropped on the page.
func TestDropFiles(t *testing.T) {
	wtb, jou := database(t)
	tests := []struct {
		files   []string
		opening string // the top of the page says
		moves   int
		discs   int
	}{
		{[]string{"a.ggf", "(;GM[Othello]PC[NBoard]PB[Cat]PW[Dog]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.5]W[F4/1.50/0.3];)"}, "Cat – Dog", 2, 6},
		{[]string{"a.sgf", "(;FF[4]GM[2]PB[Eve]PW[Fay];B[fe];W[fd])"}, "Eve – Fay", 2, 6},
		{[]string{"a.pgn", "[Black \"Guy\"]\n[White \"Hal\"]\n[Result \"*\"]\n\n1. f5 d6 2. c3 *\n"}, "Guy – Hal", 3, 7},
		{[]string{"a.txt", "F5D6C3D3C4\n"}, "", 5, 9},
		{[]string{"a.obf", "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;\n"}, "", 0, 50},
		{[]string{"a.wtb", wtb, "a.jou", jou}, "Ann – Bea", 3, 7},
	}
	p := open(t, serve(t, "127.0.0.1:0").url(""), wide)
	for _, test := range tests {
		p.drop(test.files...)
		p.waitFor(fmt.Sprintf(`document.querySelectorAll('.move').length === %d && document.querySelectorAll('.square.black, .square.white').length === %d`, test.moves, test.discs))
		if test.opening != "" {
			p.waitFor(fmt.Sprintf(`document.querySelector('.opening').innerText.includes(%q)`, test.opening))
		}
	}
	p.drop("bad.ggf", "this is no game")
	p.waitFor(`document.querySelector('dialog .faults')?.innerText.includes('bad.ggf')`)
	if n := eval[int](p, `document.querySelectorAll('.move').length`); n != 3 {
		t.Errorf("a file without a game changed the game to %d moves", n)
	}
}

// A file of every format that kaeshi convert writes shows the same game, or its end.
func TestDropEveryFormat(t *testing.T) {
	games, err := notation.ReadGames("x.txt", strings.NewReader("F5D6C3D3C4 33-31"))
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, serve(t, "127.0.0.1:0").url(""), wide)
	want := "------------------XO------XXX------OXX-----O--------------------"
	names, _ := notation.Formats()
	for _, name := range names {
		if name == "wtb" {
			continue // its three files are dropped above
		}
		var file bytes.Buffer
		if err := notation.WriteGames(name, &file, games); name == "transcripts" { // which wants a value
			file.WriteString("F5D6C3D3C4\n1.5\n")
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		extension, _, _ := strings.Cut(name, "-")
		if _, known := notation.FormatOf("x." + extension); !known {
			extension = "txt"
		}
		p.drop("empty.txt", "F5") // so that the next one is seen
		p.waitFor(`document.querySelectorAll('.move').length === 1`)
		p.drop("x."+extension, file.String())
		p.waitFor(fmt.Sprintf(`document.querySelectorAll('.move').length === %d && [...document.querySelectorAll('.square')].map(s =>
			s.classList.contains('black') ? 'X' : s.classList.contains('white') ? 'O' : '-').join('') === %q`, map[bool]int{true: 0, false: 5}[name == "obf"], want))
	}
}

// A file of several games is a list to choose from; what cannot be read is named.
func TestSeveralGames(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(""), wide)
	p.drop("club.txt", "F5D6C3\nF5F6E6F4\nF5F5\nF5D6\n")
	p.waitFor(`document.querySelectorAll('.games li button').length === 3`)
	if text := p.text(".games details"); !strings.Contains(text, "1 could not be read") {
		t.Errorf("the fault is told as %q", text)
	}
	p.click(".games li:nth-child(2) button")
	p.waitFor(`document.querySelectorAll('.move').length === 4`)
	p.shoot("list")
}

// What is pasted opens; the game is saved in each format, and its link opens it again.
func TestPasteSaveAndLink(t *testing.T) {
	s := serve(t, "127.0.0.1:0")
	p := open(t, s.url(""), wide)
	p.click(button("Open"))
	p.do(chromedp.SendKeys("dialog textarea", "1. f5 d6 2. c3 d3 3. c4"))
	p.click(`dialog button[type="submit"]`)
	p.waitFor(`document.querySelectorAll('.move').length === 5 && !document.querySelector('dialog')`)
	p.click(button("Save"))
	for format, want := range map[string]string{
		"sgf": ";B[fe];W[df];B[cc];W[dc];B[cd]", "ggf": "B[F5]W[D6]B[C3]W[D3]B[C4]", "pgn": "1. f5 d6 2. c3 d3 3. c4", "moves": "F5D6C3D3C4",
		"obf": "------------------XO------XXX------OXX-----O-------------------- O",
	} {
		p.click(fmt.Sprintf(`dialog input[value=%q]`, format))
		p.waitFor(fmt.Sprintf(`document.querySelector('dialog textarea').value.includes(%q)`, want))
	}
	p.click(`dialog button[aria-label="Close"]`)
	p.waitFor(`location.hash === '#moves=F5D6C3D3C4'`)
	other := open(t, s.url("#moves=F5D6C3D3C4&at=2"), wide)
	other.waitFor(`document.querySelectorAll('.move').length === 5 && document.querySelectorAll('.square.black, .square.white').length === 6`)
}

// The report of kaeshi report opens beside the page, with its own script, and nothing
// is refused to it.
func TestReport(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url("#moves=F5D6C3D3C4F4C5B3C2"), wide)
	p.click(button("Report"))
	p.do(chromedp.SetValue(`dialog input[type="number"]`, "1"))
	eval[bool](p, `document.querySelector('dialog input[type="number"]').dispatchEvent(new Event('input', {bubbles: true}))`)
	p.click("dialog button.main")
	p.waitFor(`/report is ready/.test(document.querySelector('dialog')?.innerText)`)
	p.click("dialog footer button:first-child")
	report := p.tab("blob:")
	report.waitFor(`document.querySelector('article')`)
	eval[bool](report, `document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Home'}))`) // which the script of the report takes
	report.waitFor(`document.querySelector('tr.here') === document.querySelector('tr[data-board]')`)
	if width := eval[string](report, `getComputedStyle(document.body).maxWidth`); width != "1040px" {
		t.Errorf("the styles of the report are not used: max-width %s", width)
	}
}
