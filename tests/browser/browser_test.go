// Package browser drives the page of kaeshi web in a real Chromium, as a person does:
// with clicks, keys and dropped files.
package browser

import (
	"context"
	"encoding/base64"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"kaeshi/book"
	"kaeshi/engine"
	"kaeshi/protocol/jsonl"
	"kaeshi/protocol/web"
)

// patience is how long anything may take before a test fails. It decides no result of
// a test that passes.
const patience = 3 * time.Minute

// server is a kaeshi web of the test.
type server struct {
	address string
	stop    context.CancelFunc
	done    chan error
}

// serve starts a server; the address may be that of one that was stopped.
func serve(t *testing.T, address string) *server {
	t.Helper()
	return serveElo(t, address, 0)
}

// serveElo starts one with --elo.
func serveElo(t *testing.T, address string, elo int) *server {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	var engines []jsonl.Engine
	for range 2 {
		e, err := engine.New(engine.Options{Threads: 1, HashMB: 32, Seed: 1, Book: book.Embedded()})
		if err != nil {
			t.Fatal(err)
		}
		engines = append(engines, e)
	}
	pool := jsonl.NewPool(engines, jsonl.Options{Version: "0.0.0-test", Level: 10, Elo: elo, Book: book.Embedded()})
	ctx, stop := context.WithCancel(context.Background())
	s := &server{address: listener.Addr().String(), stop: stop, done: make(chan error, 1)}
	go func() {
		err := web.New(pool, listener, "").Serve(ctx)
		pool.Close()
		s.done <- err
	}()
	t.Cleanup(s.end)
	return s
}

// end stops the server and waits for it. It may be called again.
func (s *server) end() {
	s.stop()
	<-s.done
	s.done <- nil
}

func (s *server) url(fragment string) string { return "http://" + s.address + "/" + fragment }

// chromium is the browser, which all tests share; each has a page of its own.
var chromium = sync.OnceValues(func() (context.Context, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.Flag("disable-dev-shm-usage", true))
		if os.Geteuid() == 0 {
			options = append(options, chromedp.NoSandbox) // Chromium refuses root otherwise
		}
		ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
		stopBrowser = stop
		ctx, _ = chromedp.NewContext(ctx)
		return ctx, chromedp.Do(ctx)
	}
	return nil, exec.ErrNotFound
})

var stopBrowser = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	stopBrowser()
	os.Exit(code)
}

// page is a tab of the browser.
type page struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	faults []string // that the console told of
}

// wide is the size of a window on a desk, phone that of a screen in a hand.
var (
	wide  = [2]int64{1300, 850}
	phone = [2]int64{390, 844}
)

// open shows an address in a new tab, or skips the test without a browser. At the end
// of the test the console must have told of no error.
func open(t *testing.T, url string, size [2]int64, allow ...string) *page {
	t.Helper()
	if testing.Short() {
		t.Skip("drives a browser")
	}
	browser, err := chromium()
	if err != nil {
		t.Skipf("no Chromium here: %v", err)
	}
	ctx, stop := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	p := &page{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	screen := chromedp.EmulateViewport(size[0], size[1])
	if size == phone {
		screen = chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	p.do(screen, chromedp.Navigate(url), chromedp.WaitVisible(".board"))
	p.hearAtEnd(allow)
	return p
}

// tab is another tab, whose address begins so.
func (p *page) tab(prefix string) *page {
	p.t.Helper()
	var id target.ID
	for until := time.Now().Add(patience); id == ""; time.Sleep(20 * time.Millisecond) {
		tabs, err := chromedp.Targets(p.ctx)
		if err != nil || time.Now().After(until) {
			p.t.Fatalf("no tab has %s (%v)", prefix, err)
		}
		for _, tab := range tabs {
			if strings.HasPrefix(tab.URL, prefix) {
				id = tab.TargetID
			}
		}
	}
	ctx, stop := chromedp.NewContext(p.ctx, chromedp.WithTargetID(id))
	p.t.Cleanup(stop)
	other := &page{t: p.t, ctx: ctx}
	if err := chromedp.Listen(ctx, other.listen); err != nil {
		p.t.Fatal(err)
	}
	other.hearAtEnd(nil)
	return other
}

// hearAtEnd fails the test for what the console says, but for what is allowed.
func (p *page) hearAtEnd(allow []string) {
	p.t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, fault := range p.faults {
			allowed := false
			for _, part := range allow {
				allowed = allowed || strings.Contains(fault, part)
			}
			if !allowed {
				p.t.Errorf("the console says: %s", fault)
			}
		}
	})
}

func (p *page) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.faults = append(p.faults, fmt.Sprintf("%s %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			p.faults = append(p.faults, fmt.Sprint(e.Type, e.Args))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			p.faults = append(p.faults, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.shoot("failed")
		p.t.Fatal(err)
	}
}

// eval returns the value of an expression.
func eval[T any](p *page, expression string) T {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.shoot("failed")
		p.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// waitFor waits until an expression is true.
func (p *page) waitFor(expression string) {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	poll := chromedp.Poll[bool]("Boolean("+expression+")", chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(patience))
	if _, err := chromedp.Run(ctx, poll); err != nil {
		p.shoot("failed")
		p.t.Fatalf("waiting for %s: %v", expression, err)
	}
}

// click clicks what a selector finds first.
func (p *page) click(selector string) {
	p.t.Helper()
	p.do(chromedp.WaitVisible(selector), chromedp.Click(selector))
}

// button is the selector of a button by its name.
func button(name string) string { return fmt.Sprintf(`button[aria-label=%q]`, name) }

// square is the selector of a square such as f5.
func square(name string) string {
	return fmt.Sprintf("#square-%d", int(name[0]-'a')+8*int(name[1]-'1'))
}

// drop drops files on the page, given as name and content in turn.
func (p *page) drop(files ...string) {
	p.t.Helper()
	var items strings.Builder
	for i := 0; i < len(files); i += 2 {
		fmt.Fprintf(&items, "data.items.add(new File([Uint8Array.from(atob(%q), c => c.charCodeAt(0))], %q));",
			base64.StdEncoding.EncodeToString([]byte(files[i+1])), files[i])
	}
	eval[bool](p, `(() => { const data = new DataTransfer(); `+items.String()+`
		for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true})); return true; })()`)
}

// text is what a selector finds, as a text.
func (p *page) text(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

// discs is the board, as 64 of X, O and -.
func (p *page) discs() string {
	p.t.Helper()
	return eval[string](p, `[...document.querySelectorAll('.square')].map(s => s.classList.contains('black') ? 'X' : s.classList.contains('white') ? 'O' : '-').join('')`)
}

// shoot keeps a picture of the page where KAESHI_SHOTS says, for people.
func (p *page) shoot(name string) {
	folder := os.Getenv("KAESHI_SHOTS")
	if folder == "" {
		return
	}
	ctx, stop := context.WithTimeout(p.ctx, 10*time.Second)
	defer stop()
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Log(err)
		return
	}
	if err := os.WriteFile(filepath.Join(folder, strings.ReplaceAll(p.t.Name(), "/", "_")+"-"+name+".png"), picture, 0o644); err != nil {
		p.t.Log(err)
	}
}
