package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const opening = "#moves=F5D6C3D3C4F4C5B3C2E6"

// The values come, deepen, and depth 20 is reached.
func TestAnalysis(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(opening), wide)
	p.waitFor(`document.querySelectorAll('.square.valued').length === document.querySelectorAll('.square.open').length`)
	p.waitFor(`Number(/depth (\d+)/.exec(document.querySelector('.progress')?.innerText)?.[1]) >= 20`)
	p.waitFor(`document.querySelectorAll('.square.best b').length > 0 && document.querySelectorAll('.lines li').length === 3`)
	p.shoot("wide")
	p.click(button("Analysis"))
	p.waitFor(`document.querySelectorAll('.square.valued').length === 0`)
}

// FFO #1: G8 wins by 18, the next best move H1 by 12, and the page says that it is proved.
func TestProvedValues(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url("#position=--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X"), wide)
	p.waitFor(fmt.Sprintf(`document.querySelector(%q).innerText === '+18!' && document.querySelector(%q).innerText === '+12!'`, square("g8"), square("h1")))
	p.waitFor(`/proved/.test(document.querySelector('.progress')?.innerText) && document.querySelector('.analysis .value').innerText === 'Black +18'`)
}

// A click into the graph goes there, and so do its keys; the moves have their losses.
func TestGraph(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url("#moves=F5D6C3D3C4F4C5B3C2E6C6B4B5D2E3A6C1B6F3G3"), wide)
	p.waitFor(`document.querySelector('.graph .curve').getAttribute('d').split('L').length === 21`)
	p.waitFor(`document.querySelector('.graph .mark.blunder') && document.querySelector('.move.blunder')`)
	p.shoot("graph")
	box := eval[[]float64](p, `(() => { const b = document.querySelector('.graph svg').getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()`)
	for _, share := range []float64{0.03, 0.5, 0.99} {
		p.do(chromedp.MouseClickXY(box[0]+share*box[2], box[1]+box[3]/2))
		want := int((share*640-34)/(640-34-8)*20 + 0.5)
		p.waitFor(fmt.Sprintf(`document.querySelector('[role=slider]').getAttribute('aria-valuenow') === '%d'`, max(0, min(want, 20))))
	}
	p.do(chromedp.Focus("[role=slider]"), chromedp.KeyEvent(kb.ArrowLeft))
	p.waitFor(`document.querySelector('[role=slider]').getAttribute('aria-valuenow') === '19'`)
}

// Another move within a game begins a line beside it, and the game is not lost.
func TestAnotherLine(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(opening+"&at=2"), wide)
	p.click(square("c5"))
	p.waitFor(`document.querySelectorAll('.move').length === 3 && document.querySelector('.branch')`)
	p.click(".branch button")
	p.waitFor(`document.querySelectorAll('.move').length === 10 && !document.querySelector('.branch')`)
	p.click(button("Undo"))
	p.waitFor(`document.querySelectorAll('.move').length === 3 && document.querySelector('.branch')`)
}

// The book's moves have names, values and games, in both languages.
func TestBookInBothLanguages(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url("#moves=F5D6C3D3"), wide)
	p.waitFor(`/c4\s+[+−]?\d+\.\d\d\s+[\d,]+\s+Tiger/.test(document.querySelector('.book')?.innerText)`)
	p.click(button("Settings"))
	p.click(`dialog input[value="ja"]`)
	p.waitFor(`document.documentElement.lang === 'ja' && document.querySelector('dialog h2').innerText === '設定'`)
	p.click(`dialog button[aria-label="閉じる"]`)
	p.waitFor(`/c4\s+[+−]?\d+\.\d\d\s+[\d,]+\s+虎/.test(document.querySelector('.book')?.innerText)`)
	p.waitFor(`/黒の番/.test(document.querySelector('.status').innerText)`)
	p.shoot("ja")
	p.do(chromedp.Reload(), chromedp.WaitVisible(".board"))
	p.waitFor(`/黒の番/.test(document.querySelector('.status').innerText)`)
	for _, key := range eval[[]string](p, `import('./js/texts.js').then(texts => texts.untranslated())`) {
		t.Errorf("%s lacks a text in one of the languages", key)
	}
}

// A position is set up by clicks, and by its text; what is wrong in that is said.
func TestSetUp(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(""), wide)
	p.click(button("Set up"))
	p.click(square("a1"))
	p.click(`input[name="tool"][value="O"]`)
	p.click(square("b1"))
	p.click(`input[name="mover"][value="O"]`)
	p.shoot("setup")
	p.click(".setup button.main")
	p.waitFor(`document.querySelectorAll('.square.black, .square.white').length === 6 && /White to move/.test(document.querySelector('.status').innerText)`)
	p.waitFor(`document.querySelectorAll('.square.valued').length > 0`)
	p.click(button("Set up"))
	p.do(chromedp.SetValue(".setup textarea", "XO"))
	eval[bool](p, `document.querySelector('.setup textarea').dispatchEvent(new Event('input', {bubbles: true}))`)
	p.waitFor(`document.querySelector('.setup [role=alert]')`)
	p.click(".setup footer button:first-child")
	p.waitFor(`document.querySelectorAll('.square.black, .square.white').length === 6`)
}

// A phone shows all, one below the other, and nothing to the side.
func TestPhone(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(opening), phone)
	p.waitFor(`document.querySelectorAll('.square.valued').length > 0`)
	p.shoot("phone")
	if width := eval[int](p, `document.documentElement.scrollWidth`); width > 390 {
		t.Errorf("the page is %d wide", width)
	}
	small := eval[[]string](p, `[...document.querySelectorAll('.top button, .steps button, .square')].filter(e => e.getBoundingClientRect().width < 35 || e.getBoundingClientRect().height < 35).map(e => e.outerHTML)`)
	for _, element := range small {
		t.Errorf("too small for a finger: %s", element)
	}
	p.do(chromedp.Tap(square("c6")))
	p.waitFor(`document.querySelectorAll('.move').length === 11`)
}

// The rules of the page are those of the engine: the counts of moves from the start.
func TestRulesOfThePage(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(""), wide)
	counts := eval[[]int](p, `import('./js/rules.js').then(r => {
		const perft = (p, depth) => {
			if (depth === 0) return 1;
			if (r.isOver(p)) return 1;
			const moves = r.mustPass(p) ? [r.PASS] : r.legalMoves(p);
			return moves.reduce((sum, move) => sum + perft(r.play(p, move), depth - 1), 0);
		};
		return [1, 2, 3, 4, 5, 6].map(depth => perft(r.START, depth));
	})`)
	for i, want := range []int{4, 12, 56, 244, 1396, 8200} {
		if counts[i] != want {
			t.Errorf("perft %d is %d, want %d", i+1, counts[i], want)
		}
	}
}
