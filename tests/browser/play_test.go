package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// begin starts a game against level 1 for a side.
func (p *page) begin(side string) {
	p.t.Helper()
	p.beginAgainst(side, "l1")
}

// beginAgainst starts one against a strength, as l3 for level 3, e1200 for Elo 1200.
func (p *page) beginAgainst(side, strength string) {
	p.t.Helper()
	p.click(button("New game"))
	p.click(fmt.Sprintf(`input[name="side"][value=%q]`, side))
	if side != "both" {
		p.do(chromedp.SetValue("dialog select", strength))
		eval[bool](p, `document.querySelector('dialog select').dispatchEvent(new Event('change', {bubbles: true}))`)
	}
	p.click(`dialog button[type="submit"]`)
	p.waitFor(`!document.querySelector('dialog')`)
}

// myTurn is true when the person may move, or the game is over.
const myTurn = `document.querySelector('.square.open') || /wins by|Draw/.test(document.querySelector('.status').innerText)`

// A whole game against level 1, by clicks, to its result.
func TestWholeGame(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(""), wide)
	p.begin("O")
	for range 60 {
		p.waitFor(myTurn)
		if !eval[bool](p, `document.querySelector('.square.open') !== null`) {
			break
		}
		before := p.discs()
		p.click(".square.open")
		p.waitFor(fmt.Sprintf(`[...document.querySelectorAll('.square')].map(s => s.classList.contains('black') ? 'X' : s.classList.contains('white') ? 'O' : '-').join('') !== %q`, before))
	}
	p.waitFor(`/wins by|Draw/.test(document.querySelector('.status').innerText)`)
	discs := p.discs()
	black, white := strings.Count(discs, "X"), strings.Count(discs, "O")
	text := p.text(".status")
	if empties := 64 - black - white; black == white && !strings.Contains(text, "Draw") ||
		black > white && !strings.Contains(text, fmt.Sprintf("Black wins by %d", black-white+empties)) ||
		black < white && !strings.Contains(text, fmt.Sprintf("White wins by %d", white-black+empties)) {
		t.Errorf("%d : %d is told as %q", black, white, text)
	}
	// What it was worth is told at once, move by move.
	p.waitFor(`document.querySelector('.graph .curve').getAttribute('d').split('L').length > 50`)
	p.waitFor(`[...document.querySelectorAll('.move small')].some(s => s.innerText)`)
	p.shoot("over")
}

// Against a person's strength the engine is asked to play like one, and the page says so,
// in both languages. What kaeshi web --elo was started with is chosen at first.
func TestGameByElo(t *testing.T) {
	p := open(t, serveElo(t, "127.0.0.1:0", 1750).url(""), wide)
	p.click(button("New game"))
	p.click(`input[name="side"][value="X"]`)
	p.waitFor(`document.querySelector('dialog select').value === 'e1750'`)
	p.click(`dialog button[aria-label="Close"]`)
	eval[bool](p, `(() => { window.sent = []; const send = WebSocket.prototype.send;
		WebSocket.prototype.send = function(text) { sent.push(JSON.parse(text)); send.call(this, text); }; return true; })()`)
	p.beginAgainst("X", "e600")
	p.click(square("f5"))
	p.waitFor(`document.querySelectorAll('.move').length === 2`)
	asked := eval[[]map[string]any](p, `sent.filter(query => query.play)`)
	if len(asked) != 1 || asked[0]["elo"] != 600.0 || asked[0]["level"] != nil {
		t.Errorf("it was asked %v", asked)
	}
	p.waitFor(`/Elo 600/.test(document.querySelector('.progress').innerText)`)
	for language, want := range map[string][]string{"en": {"By level", "Like a person, by Elo", "By time"}, "ja": {"レベル", "人間らしく(Elo)", "考慮時間"}} {
		eval[bool](p, fmt.Sprintf(`(() => { localStorage.setItem('kaeshi-settings', JSON.stringify({...JSON.parse(localStorage.getItem('kaeshi-settings')), language: %q})); return true; })()`, language))
		p.do(chromedp.Reload(), chromedp.WaitVisible(".board"))
		p.waitFor(`document.querySelector('.square.open')`)
		p.click(".top nav button:first-child")
		groups := eval[[]string](p, `[...document.querySelectorAll('dialog optgroup')].map(g => g.label)`)
		if !slices.Equal(groups, want) {
			t.Errorf("%s: the groups are %q, want %q", language, groups, want)
		}
		// The game goes on against whom it was begun, whatever the server was started with.
		if who := eval[string](p, `document.querySelector('.progress').innerText`); !strings.Contains(who, "Elo 600") {
			t.Errorf("%s: after a reload the game is %q", language, who)
		}
	}
}

// Undo takes back one's own move with the reply; a hint shows values.
func TestUndoAndHintInAGame(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(""), wide)
	p.begin("X")
	start := p.discs()
	p.click(square("f5"))
	p.waitFor(`document.querySelectorAll('.move').length === 2 && document.querySelector('.square.open')`)
	if p.discs() == start || len(eval[string](p, "location.hash")) == 0 {
		t.Error("nothing was played")
	}
	p.click(button("Hint"))
	p.waitFor(`document.querySelectorAll('.square.valued').length > 0`)
	p.click(button("Undo"))
	p.waitFor(`document.querySelectorAll('.move').length === 0`)
	if p.discs() != start {
		t.Errorf("after undo the board is %s", p.discs())
	}
	p.waitFor(`document.querySelectorAll('.square.open').length === 4`)
}

// A reload in the middle of a game goes on with it.
func TestReloadInAGame(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(""), wide)
	p.begin("X")
	for n := range 3 {
		p.waitFor(myTurn)
		p.click(".square.open")
		p.waitFor(fmt.Sprintf(`document.querySelectorAll('.move').length >= %d && document.querySelector('.square.open')`, 2*n+2))
	}
	before := p.discs()
	p.waitFor(`(location.hash.match(/[A-H][1-8]/g) ?? []).length === document.querySelectorAll('.move').length`)
	p.do(chromedp.Reload(), chromedp.WaitVisible(".board"))
	if p.discs() != before {
		t.Errorf("after a reload the board is %s, before it was %s", p.discs(), before)
	}
	p.waitFor(`document.querySelector('.square.open')`)
	p.click(".square.open") // and it is still a game against the engine
	p.waitFor(`document.querySelectorAll('.move').length >= 8 && document.querySelector('.square.open')`)
}

// The server ends while the page is open, and is back later: the page says so, keeps
// the game, and goes on.
func TestServerIsStartedAgain(t *testing.T) {
	first := serve(t, "127.0.0.1:0")
	p := open(t, first.url(""), wide, "WebSocket", "ERR_CONNECTION_REFUSED")
	p.begin("X")
	p.click(square("f5"))
	p.waitFor(`document.querySelectorAll('.move').length === 2`)
	first.end()
	p.waitFor(`/No connection/.test(document.querySelector('.status').innerText)`)
	p.shoot("offline")
	p.click(".square.open")
	p.waitFor(`document.querySelectorAll('.move').length === 3`)
	serve(t, first.address)
	p.waitFor(`document.querySelectorAll('.move').length === 4 && document.querySelector('.square.open')`)
}
