package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/protocol/jsonl"
)

// double is an engine whose search is a function of the test.
type double struct {
	think func(ctx context.Context, report func(engine.Info)) engine.Info
}

func (d *double) SetGame(*engine.Game) {}
func (d *double) Search(ctx context.Context, _ engine.Limit, report func(engine.Info)) (engine.Info, error) {
	return d.think(ctx, report), nil
}

// quick finds f5 at once.
func quick() *double {
	return &double{think: func(_ context.Context, report func(engine.Info)) engine.Info {
		i := engine.Info{Rank: 1, Depth: 1, PV: []board.Square{37}}
		report(i)
		return i
	}}
}

// start serves pages with some engines and returns the server; ended tells that all is
// over.
func start(t *testing.T, address, token string, engines ...jsonl.Engine) *Server {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	pool := jsonl.NewPool(engines, jsonl.Options{Version: "1"})
	s := New(pool, listener, token)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		pool.Close()
	})
	return s
}

func (s *Server) address() string { return s.listener.Addr().String() }

// dial opens a socket as the page does.
func dial(t *testing.T, s *Server) *websocket.Conn {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), "ws://"+s.address()+"/ws", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://" + s.address()}}})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(largeMessage)
	t.Cleanup(func() { conn.CloseNow() })
	return conn
}

// answer reads the next answer.
func answer(t *testing.T, conn *websocket.Conn) map[string]any {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	_, text, err := conn.Read(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var found map[string]any
	if err := json.Unmarshal(text, &found); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return found
}

func write(t *testing.T, conn *websocket.Conn, text string) {
	t.Helper()
	if err := conn.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func TestPageAndQuery(t *testing.T) {
	s := start(t, "127.0.0.1:0", "", quick())
	for path, kind := range map[string]string{"/": "text/html; charset=utf-8", "/js/app.js": "text/javascript; charset=utf-8", "/style.css": "text/css; charset=utf-8"} {
		r, err := http.Get("http://" + s.address() + path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != kind || r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %s %v", path, r.Status, r.Header)
		}
	}
	conn := dial(t, s)
	write(t, conn, `{"id":"a"}`)
	if a := answer(t, conn); a["id"] != "a" || a["final"] != true {
		t.Errorf("got %v", a)
	}
}

// Nobody but the page itself gets through: neither another site's page, nor a name that
// was made to point here, nor what says nothing of where it comes from.
func TestGuard(t *testing.T) {
	s := start(t, "127.0.0.1:0", "", quick())
	port := s.listener.Addr().(*net.TCPAddr).Port
	for _, test := range []struct {
		path, host, origin string
		status             int
	}{
		{"/", "", "", http.StatusOK},
		{"/", fmt.Sprintf("localhost:%d", port), "", http.StatusOK},
		{"/", fmt.Sprintf("[::1]:%d", port), "", http.StatusOK},
		{"/", "evil.example", "", http.StatusForbidden},
		{"/", fmt.Sprintf("evil.example:%d", port), "", http.StatusForbidden},
		{"/", "127.0.0.1:1", "", http.StatusForbidden},
		{"/", "", "http://evil.example", http.StatusForbidden},
		{"/ws", "", "", http.StatusForbidden},
		{"/ws", "", "null", http.StatusForbidden},
		{"/ws", "", "http://evil.example", http.StatusForbidden},
		{"/ws", fmt.Sprintf("evil.example:%d", port), fmt.Sprintf("http://evil.example:%d", port), http.StatusForbidden},
		{"/ws", "", "http://" + s.address(), http.StatusSwitchingProtocols},
		{"/ws", "", fmt.Sprintf("http://localhost:%d", port), http.StatusForbidden}, // not the host that it asks
		{"/etc/passwd", "", "", http.StatusNotFound},
		{"/../server.go", "", "", http.StatusTemporaryRedirect}, // to where nothing is
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.address(), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.URL.Path, r.Host = test.path, test.host
		if test.origin != "" {
			r.Header.Set("Origin", test.origin)
		}
		if test.path == "/ws" {
			for name, value := range map[string]string{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="} {
				r.Header.Set(name, value)
			}
		}
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != test.status {
			t.Errorf("%+v: %s", test, answer.Status)
		}
	}
	r, err := http.Post("http://"+s.address()+"/", "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %s", r.Status)
	}
}

// Who comes from elsewhere needs the token, once; the address is free of it then.
func TestToken(t *testing.T) {
	s := start(t, "0.0.0.0:0", "", quick())
	if urls := s.URLs(); len(urls) == 0 || !strings.Contains(urls[0], "/?token=") || len(s.guard.token) < 20 {
		t.Errorf("addresses %v", urls)
	}
	base := fmt.Sprintf("http://127.0.0.1:%d/", s.listener.Addr().(*net.TCPAddr).Port)
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	for _, test := range []struct {
		path   string
		status int
		ends   string
	}{
		{"", http.StatusForbidden, base},
		{"ws", http.StatusForbidden, base + "ws"},
		{"?token=wrong", http.StatusForbidden, base + "?token=wrong"},
		{"?token=" + s.guard.token, http.StatusOK, base},
		{"js/app.js", http.StatusOK, base + "js/app.js"},
	} {
		r, err := client.Get(base + test.path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != test.status || r.Request.URL.String() != test.ends {
			t.Errorf("%s: %s at %s", test.path, r.Status, r.Request.URL)
		}
	}
}

// Ten thousand damaged messages have an error each, and then the page is served as
// before.
func TestDamagedMessages(t *testing.T) {
	s := start(t, "127.0.0.1:0", "", quick())
	conn := dial(t, s)
	random := rand.New(rand.NewPCG(1, 2))
	good := []string{
		`{"id":"x","moves":"F5D6C3","multipv":64,"endless":true,"partial":0.1}`, `{"id":"x","action":"read","name":"a.ggf","text":"(;GM[Othello];)"}`,
		`{"id":"x","action":"write","format":"sgf","games":[{"moves":"F5"}]}`, `{"id":"x","action":"report","game":{"moves":"F5"},"level":3}`,
		`{"id":"x","action":"book","position":"` + strings.Repeat("-", 64) + ` X"}`,
	}
	const count = 10_000
	go func() {
		for i := range count {
			conn.Write(t.Context(), websocket.MessageText, damaged(random, good[i%len(good)]))
		}
	}()
	for range count {
		if a := answer(t, conn); a["error"] == nil || a["error"] == "" {
			t.Fatalf("no error but %v", a)
		}
	}
	write(t, conn, `{"id":"still here"}`)
	if a := answer(t, conn); a["id"] != "still here" || a["error"] != nil {
		t.Errorf("got %v", a)
	}
}

// damaged returns a text that is no query: it is cut short, or has bytes that JSON does
// not have there.
func damaged(random *rand.Rand, text string) []byte {
	if random.IntN(2) == 0 {
		return []byte(text[:1+random.IntN(len(text)-1)])
	}
	at := 1 + random.IntN(len(text)-2)
	return []byte(text[:at] + "\x01" + text[at:])
}

// What is no text, or larger than a message may be, ends the connection and no other.
func TestWrongFrames(t *testing.T) {
	s := start(t, "127.0.0.1:0", "", quick())
	other := dial(t, s)
	for name, send := range map[string]func(*websocket.Conn) error{
		"bytes": func(c *websocket.Conn) error { return c.Write(t.Context(), websocket.MessageBinary, []byte{1}) },
		"large": func(c *websocket.Conn) error {
			return c.Write(t.Context(), websocket.MessageText, make([]byte, largeMessage+1))
		},
	} {
		conn := dial(t, s)
		send(conn) // which may fail when the server closes first
		if _, _, err := conn.Read(t.Context()); err == nil {
			t.Errorf("%s: there is an answer", name)
		}
	}
	write(t, other, `{"id":"a"}`)
	if a := answer(t, other); a["id"] != "a" {
		t.Errorf("got %v", a)
	}
}

// Fifty pages at once that all analyze without end: each has an answer, and again one.
func TestFiftyPages(t *testing.T) {
	deepening := func() *double {
		return &double{think: func(ctx context.Context, report func(engine.Info)) engine.Info {
			last := engine.Info{Rank: 1, PV: []board.Square{37}}
			for ctx.Err() == nil {
				last.Depth++
				report(last)
				time.Sleep(time.Millisecond)
			}
			return last
		}}
	}
	s := start(t, "127.0.0.1:0", "", deepening(), deepening())
	var pages sync.WaitGroup
	for range 50 {
		conn := dial(t, s)
		pages.Go(func() {
			conn.Write(t.Context(), websocket.MessageText, []byte(`{"id":"a","endless":true,"partial":0.001}`))
			for range 2 {
				if _, _, err := conn.Read(t.Context()); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	pages.Wait()
}

// Beyond the most pages another one is told so.
func TestTooManyPages(t *testing.T) {
	s := start(t, "127.0.0.1:0", "", quick())
	for range mostSockets {
		dial(t, s)
	}
	_, r, err := websocket.Dial(t.Context(), "ws://"+s.address()+"/ws", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://" + s.address()}}})
	if err == nil || r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("%v %v", r, err)
	}
}

// A page that closes ends its search.
func TestClosedPageEndsItsSearch(t *testing.T) {
	begun, ended := make(chan bool, 1), make(chan bool, 1)
	s := start(t, "127.0.0.1:0", "", &double{think: func(ctx context.Context, _ func(engine.Info)) engine.Info {
		begun <- true
		<-ctx.Done()
		ended <- true
		return engine.Info{}
	}})
	conn := dial(t, s)
	write(t, conn, `{"id":"a","endless":true}`)
	<-begun
	conn.CloseNow()
	<-ended
}

// A page that reads nothing holds no search up, and only so much of its answers is kept.
func TestUnreadAnswersAreBounded(t *testing.T) {
	out := newOutbox()
	for range 100_000 {
		out.put(partial{strings.Repeat("x", 100)})
	}
	if out.size > mostStale+1000 {
		t.Errorf("%d bytes of partial answers are kept", out.size)
	}
	out.put(strings.Repeat("x", mostUnread))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if out.waitForRoom(ctx) {
		t.Error("another question would be taken")
	}
}

// partial is an answer that a later one replaces.
type partial struct{ Text string }

func (partial) IsPartial() bool { return true }

// The server ends with its context, whoever is connected.
func TestEnd(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	pool := jsonl.NewPool([]jsonl.Engine{quick()}, jsonl.Options{})
	s := New(pool, listener, "")
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(ctx) }()
	conn := dial(t, s)
	write(t, conn, `{"id":"a"}`)
	answer(t, conn)
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, _, err := conn.Read(t.Context()); err == nil || errors.Is(err, io.ErrNoProgress) {
		t.Error("the connection is still open")
	}
	pool.Close()
}
