package browser

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The whole page is used without a mouse: a move on the board, steps through the game,
// and every button is reached by Tab.
func TestKeyboard(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(""), wide)
	p.do(chromedp.Focus(square("d3")), chromedp.KeyEvent(kb.Enter))
	p.waitFor(`document.querySelectorAll('.move').length === 1`)
	p.do(chromedp.KeyEvent(kb.ArrowUp)) // which leads to d2
	p.waitFor(`document.activeElement.id === 'square-11'`)
	eval[bool](p, `document.activeElement.blur() ?? true`)
	p.do(chromedp.KeyEvent(kb.ArrowLeft))
	p.waitFor(`document.querySelectorAll('.move.here').length === 0`)
	p.waitFor(`document.querySelectorAll('.lines li').length > 0 && document.querySelectorAll('.book tbody tr').length > 0`)
	missed := eval[[]string](p, `(() => {
		const wanted = [...document.querySelectorAll('button, input, select, textarea, summary, [role=slider]')].filter(e => !e.disabled && e.checkVisibility());
		return wanted.filter(e => e.tabIndex < 0 && !e.closest('[role=grid]')).map(e => e.outerHTML);
	})()`)
	for _, element := range missed {
		t.Errorf("Tab does not reach %s", element)
	}
	if n := eval[int](p, `[...document.querySelectorAll('.square')].filter(s => s.tabIndex === 0).length`); n != 1 {
		t.Errorf("Tab reaches %d squares, from which the arrows lead on", n)
	}
	nameless := eval[[]string](p, `[...document.querySelectorAll('button, input, select, textarea, summary, [role=slider]')]
		.filter(e => !(e.getAttribute('aria-label') || e.innerText || e.labels?.[0]?.innerText)).map(e => e.outerHTML)`)
	for _, element := range nameless {
		t.Errorf("a screen reader has no name for %s", element)
	}
}

// Tab goes through all there is, and one sees where it is. (The board is one of its
// stops, the radio buttons of a name another.)
func TestTabReachesEverything(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(opening), wide)
	p.waitFor(`document.querySelectorAll('.lines li').length > 0 && document.querySelectorAll('.book tbody tr').length > 0`)
	p.click(`.switch`) // so that nothing moves any more
	p.waitFor(`document.querySelectorAll('.lines li').length === 0 && document.querySelector('.graph .curve').getAttribute('d').split('L').length === 11`)
	wanted := eval[[]string](p, `[...document.querySelectorAll('button, input, summary, [role=slider]')].filter(e => !e.disabled && e.checkVisibility() && e.tabIndex >= 0)
		.map(e => e.id || e.getAttribute('aria-label') || e.innerText)`)
	var reached []string
	for range len(wanted) + 5 {
		p.do(chromedp.KeyEvent(kb.Tab))
		name := eval[string](p, `document.activeElement.id || document.activeElement.getAttribute('aria-label') || document.activeElement.innerText`)
		reached = append(reached, name)
		if seen := eval[bool](p, `document.activeElement === document.body || parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 2`); !seen {
			t.Errorf("%s does not show that it has the focus", name)
		}
	}
	for _, name := range wanted {
		if !slices.Contains(reached, name) {
			t.Errorf("Tab does not come to %q", name)
		}
	}
}

// A dialog keeps Tab inside, Escape and its button close it, and the focus is then where
// it was before.
func TestDialogsByKeyboard(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(opening), wide)
	for _, name := range []string{"New game", "Open", "Save", "Report", "Settings", "Help"} {
		for _, leave := range []string{"Escape", "Close"} {
			p.do(chromedp.Focus(button(name)), chromedp.KeyEvent(kb.Enter))
			p.waitFor(`document.querySelector('dialog[open]')`)
			for range 12 {
				p.do(chromedp.KeyEvent(kb.Tab))
				if outside := eval[bool](p, `!document.activeElement.closest('dialog') && document.activeElement !== document.body`); outside {
					t.Errorf("%s: Tab leaves the dialog", name)
				}
			}
			if leave == "Escape" {
				p.do(chromedp.KeyEvent(kb.Escape))
			} else {
				p.do(chromedp.Focus(`dialog button[aria-label="Close"]`), chromedp.KeyEvent(kb.Enter))
			}
			p.waitFor(fmt.Sprintf(`!document.querySelector('dialog') && document.activeElement.getAttribute('aria-label') === %q`, name))
		}
	}
}

// Who moves by the mouse steps back by the arrow keys.
func TestMouseAndArrows(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url(""), wide)
	p.click(square("f5"))
	p.waitFor(`document.querySelectorAll('.move.here').length === 1`)
	p.do(chromedp.KeyEvent(kb.ArrowLeft))
	p.waitFor(`document.querySelectorAll('.move').length === 1 && document.querySelectorAll('.move.here').length === 0`)
}
