package browser

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// mostBytes is what the site may have to load, compressed.
const mostBytes = 12_000_000

// The page without a server does the same: values come, the book has names, a game is
// played, a file is read. How long it takes is told, and decides nothing.
func TestSite(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the engine for WebAssembly")
	}
	script, err := filepath.Abs("../../scripts/site.sh")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "site")
	out, err := exec.Command("sh", script, folder).CombinedOutput()
	if err != nil {
		t.Skipf("scripts/site.sh does not run here: %v\n%s", err, out)
	}
	var size int
	if _, err := fmt.Sscanf(string(out[bytes.LastIndexByte(out, ':')+1:]), "%d bytes", &size); err != nil || size > mostBytes {
		t.Errorf("the site has %d bytes, more than %d (%v): %s", size, mostBytes, err, out)
	}
	files := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer files.Close()
	begun := time.Now()
	p := open(t, files.URL+"/#moves=F5D6C3D3", wide)
	p.waitFor(`document.querySelectorAll('.square.valued').length > 0`)
	t.Logf("the first value after %v", time.Since(begun))
	p.waitFor(`/Tiger/.test(document.querySelector('.book')?.innerText)`)
	p.drop("a.sgf", "(;FF[4]GM[2]CA[Shift_JIS]PB[\x90\x6c];B[fe];W[fd])") // which the browser decodes
	p.waitFor(`document.querySelector('.opening').innerText.includes('人')`)
	p.begin("X")
	for n := range 3 {
		p.click(".square.open")
		p.waitFor(fmt.Sprintf(`document.querySelectorAll('.move').length >= %d && document.querySelector('.square.open')`, 2*n+2))
	}
	p.shoot("site")
	slowest := eval[float64](p, levelTen)
	t.Logf("level 10: the slowest of 60 moves took %.2f s", slowest)
}

// levelTen plays a game of level 10 against itself in a worker of its own, and returns
// the longest time of a move in seconds.
const levelTen = `(async () => {
	const r = await import('./js/rules.js');
	const worker = new Worker('js/worker.js');
	const next = () => new Promise(resolve => worker.onmessage = m => resolve(m.data));
	await next();
	let p = r.START, slowest = 0;
	for (let n = 0; !r.isOver(p); n++) {
		if (r.mustPass(p)) { p = r.play(p, r.PASS); continue; }
		const from = performance.now(), heard = next();
		worker.postMessage(JSON.stringify({id: 'm' + n, position: r.format(p), level: 10}));
		const answer = JSON.parse(await heard);
		slowest = Math.max(slowest, (performance.now() - from) / 1000);
		p = r.play(p, r.parsePly(answer.moves[0].move));
	}
	worker.terminate();
	return slowest;
})()`
