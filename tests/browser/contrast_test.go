package browser

import (
	"testing"
)

// lowContrast lists the texts that stand out from what is behind them by less than 4.5,
// as WCAG 2 computes it.
const lowContrast = `(() => {
	const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
	const rgba = colour => { // whatever way the style writes it
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = colour;
		canvas.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
		return [r, g, b, a / 255];
	};
	const over = (top, below) => top.slice(0, 3).map((c, i) => c * top[3] + below[i] * (1 - top[3]));
	const light = colour => {
		const [r, g, b] = colour.map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const behind = element => {
		const layers = [];
		for (let e = element; e; e = e.parentElement) layers.push(rgba(getComputedStyle(e).backgroundColor));
		return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
	};
	const found = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const element = node.parentElement, style = getComputedStyle(element);
		if (!node.data.trim() || !element.checkVisibility() || element.closest('title, noscript, .hidden, option, script')) continue;
		const ground = behind(element), colour = over(rgba(element.closest('svg') ? style.fill : style.color), ground);
		const [a, b] = [light(colour), light(ground)], ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (ratio < 4.5) found.push(node.data.trim().slice(0, 40) + ' in ' + element.className + ': ' + ratio.toFixed(2));
	}
	return found;
})()`

// Every text stands out enough, in light and in dark, on the page and in each dialog.
func TestContrast(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url("#moves=F5D6C3D3C4F4C5B3C2E6C6B4B5D2E3A6C1B6F3G3"), wide)
	p.waitFor(`document.querySelector('.move.blunder') && document.querySelector('.graph .mark')`)
	check := func(where string) {
		for _, text := range eval[[]string](p, lowContrast) {
			t.Errorf("%s: %s", where, text)
		}
	}
	for _, theme := range []string{"dark", "light"} {
		p.click(button("Settings"))
		p.click(`dialog input[value="` + theme + `"]`)
		p.waitFor(`document.documentElement.dataset.theme === '` + theme + `'`)
		check(theme + " Settings")
		p.click(`dialog button[aria-label="Close"]`)
		check(theme)
		p.shoot(theme)
		for _, name := range []string{"New game", "Open", "Save", "Report", "Help"} {
			p.click(button(name))
			p.waitFor(`document.querySelector('dialog[open]')`)
			check(theme + " " + name)
			p.shoot(theme + "-" + name)
			p.click(`dialog button[aria-label="Close"]`)
			p.waitFor(`!document.querySelector('dialog')`)
		}
		p.click(button("Set up"))
		check(theme + " Set up")
		p.click(".setup footer button:first-child")
	}
}
