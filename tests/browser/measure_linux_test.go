//go:build long

package browser

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// ticks is the processor time that the browser's renderers have taken, in 1/100 s.
func ticks(t *testing.T) (sum int) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stats {
		command, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline")) // of a process that ends, nothing
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(command), "type=renderer") {
			continue
		}
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		for _, field := range fields[11:13] { // utime, stime
			n, _ := strconv.Atoi(field)
			sum += n
		}
	}
	return sum
}

// TestMeasurePage tells how soon the first value is there, how much of a processor the
// page takes while it analyzes, and how often it is drawn. It decides nothing; the
// machine has to be quiet.
func TestMeasurePage(t *testing.T) {
	t.Run("warm", func(t *testing.T) { open(t, serve(t, "127.0.0.1:0").url(""), wide) }) // so that the browser runs
	begun := time.Now()
	s := serve(t, "127.0.0.1:0")
	p := open(t, s.url("#moves=F5D6C3D3C4F4C5B3C2E6"), wide)
	p.waitFor(`document.querySelectorAll('.square.valued').length > 0`)
	t.Logf("first value %v after the start of the server, %.0f ms after that of the page", time.Since(begun), eval[float64](p, "performance.now()"))
	eval[bool](p, `(() => { window.draws = 0; new MutationObserver(() => window.draws++).observe(document.getElementById('page'),
		{subtree: true, childList: true, characterData: true, attributes: true}); return true; })()`)
	const seconds = 20
	before := ticks(t)
	time.Sleep(seconds * time.Second)
	t.Logf("analyzing, the page takes %.1f%% of a processor and is drawn %.1f times a second", float64(ticks(t)-before)/seconds, eval[float64](p, "window.draws")/seconds)
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
