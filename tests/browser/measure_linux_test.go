//go:build long

package browser

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"
)

// watch notes in a page when each of the steps to its first value was done.
const watch = `(() => {
	const note = name => (window.steps[name] ??= performance.now());
	window.steps = {};
	const Socket = WebSocket;
	window.WebSocket = class extends Socket {
		constructor(...parts) {
			super(...parts);
			note('scripts run');
			this.addEventListener('open', () => note('connected'));
			this.addEventListener('message', m => m.data.includes('"moves":[{') && m.data.includes('nodes') && note('answered'));
		}
	};
	new MutationObserver((_, observer) => {
		if (document.getElementById('page')?.firstChild) note('drawn');
		if (!document.querySelector('.square.valued')) return;
		note('first value');
		requestAnimationFrame(() => setTimeout(() => note('painted')));
		observer.disconnect();
	}).observe(document, {subtree: true, childList: true, attributes: true});
})()`

// told are the steps, in milliseconds of the clock.
const told = `(() => {
	const n = performance.getEntriesByType('navigation')[0];
	const steps = {asked: n.startTime, 'first byte': n.responseStart, ...window.steps};
	return Object.fromEntries(Object.entries(steps).map(([name, at]) => [name, performance.timeOrigin + at]));
})()`

// TestMeasureOpen tells how long it takes from the start of kaeshi web --open to the first
// value on the board, in a browser that runs. Its tab takes the address from the fake
// opener of the system. At first the browser starts a process for the page, as for a site
// that it shows no other page of; then the tab has one.
func TestMeasureOpen(t *testing.T) {
	folder := t.TempDir()
	program, address := filepath.Join(folder, "kaeshi"), filepath.Join(folder, "address")
	if out, err := exec.Command("go", "build", "-o", program, "kaeshi").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := exec.Command("mkfifo", address).Run(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte("#!/bin/sh\necho \"$1\" >"+address+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	p := open(t, serve(t, "127.0.0.1:0").url(""), wide, "WebSocket", "ERR_CONNECTION_REFUSED")
	if _, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: watch}); err != nil {
		t.Fatal(err)
	}
	p.waitFor(`document.querySelector(".square.valued")`)
	for _, fresh := range []bool{true, false} {
		times := map[string][]float64{}
		for range 15 {
			if fresh {
				p.do(chromedp.Navigate("about:blank"))
			}
			begun := time.Now()
			web := exec.Command(program, "web", "--listen", "127.0.0.1:0", "--open")
			if err := web.Start(); err != nil {
				t.Fatal(err)
			}
			url, err := os.ReadFile(address)
			if err != nil {
				t.Fatal(err)
			}
			times["address"] = append(times["address"], float64(time.Since(begun).Microseconds())/1000)
			p.do(chromedp.Navigate(strings.TrimSpace(string(url))))
			p.waitFor("window.steps?.painted")
			for name, at := range eval[map[string]float64](p, told) {
				times[name] = append(times[name], at-float64(begun.UnixMicro())/1000)
			}
			web.Process.Signal(os.Interrupt)
			web.Wait()
		}
		t.Logf("a new process of the browser: %v; milliseconds after the start, lowest, median, highest of %d:", fresh, len(times["address"]))
		for _, name := range slices.SortedFunc(maps.Keys(times), func(a, b string) int { return cmp.Compare(slices.Min(times[a]), slices.Min(times[b])) }) {
			slices.Sort(times[name])
			t.Logf("%14s %4.0f %4.0f %4.0f", name, times[name][0], times[name][len(times[name])/2], times[name][len(times[name])-1])
		}
	}
}

// ticks is the processor time that processes of the browser have taken, those that show
// pages and all, in 1/100 s.
func ticks(t *testing.T) (pages, all int) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stats {
		command, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline")) // of a process that ends, nothing
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(command), "chrom") {
			continue
		}
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		for _, field := range fields[11:13] { // utime, stime
			n, _ := strconv.Atoi(field)
			all += n
			if strings.Contains(string(command), "type=renderer") {
				pages += n
			}
		}
	}
	return pages, all
}

// TestMeasurePage tells how much of a processor the page takes while it analyzes, and
// how often it is drawn. It decides nothing; the machine has to be quiet.
func TestMeasurePage(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url("#moves=F5D6C3D3C4F4C5B3C2E6"), wide)
	p.waitFor(`document.querySelectorAll('.square.valued').length > 0`)
	eval[bool](p, `(() => { window.draws = 0; new MutationObserver(() => window.draws++).observe(document.getElementById('page'),
		{subtree: true, childList: true, characterData: true, attributes: true}); return true; })()`)
	const seconds = 20
	pages, all := ticks(t)
	time.Sleep(seconds * time.Second)
	pagesThen, allThen := ticks(t)
	t.Logf("analyzing, the page takes %.1f%% of a processor, the whole browser %.1f%%; it is drawn %.1f times a second",
		float64(pagesThen-pages)/seconds, float64(allThen-all)/seconds, eval[float64](p, "window.draws")/seconds)
}

// TestMeasureFiftyPages tells how long any of fifty pages that analyze at once waits
// for its next answer, and what memory the process has had.
func TestMeasureFiftyPages(t *testing.T) {
	s := serve(t, "127.0.0.1:0")
	lines := []string{"F5D6C3", "F5D6C4", "F5F6E6", "F5F4E3", "F5D6C5", "F5D6C6", "F5F6D3", "F5F4C3", "F5D6C7", "F5F6F7"}
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	var pages sync.WaitGroup
	var mu sync.Mutex
	var longest time.Duration
	for i := range 50 {
		conn, _, err := websocket.Dial(ctx, "ws://"+s.address+"/ws", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://" + s.address}}})
		if err != nil {
			t.Fatal(err)
		}
		pages.Go(func() {
			defer conn.CloseNow()
			conn.SetReadLimit(1 << 20)
			conn.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"id":"a","endless":true,"multipv":64,"partial":0.1,"moves":"%s"}`, lines[i%len(lines)]))
			for last := time.Now(); ; last = time.Now() {
				_, _, err := conn.Read(ctx)
				mu.Lock()
				longest = max(longest, time.Since(last))
				mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	pages.Wait()
	status, _ := os.ReadFile("/proc/self/status")
	peak := ""
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmHWM") {
			peak = strings.Join(strings.Fields(line)[1:], " ")
		}
	}
	t.Logf("the longest wait of fifty pages is %v, the memory at most %s", longest, peak)
}
