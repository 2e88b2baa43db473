//go:build !nohub

package cluster

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kaeshi/engine/jobs"
)

// short makes leases end soon, so that tests need not wait.
var short = Timing{Lease: 500 * time.Millisecond, Sign: 100 * time.Millisecond}

var us = Identity{Version: "test", Signature: 1}

// lines collects what is said.
type lines struct {
	t    testing.TB
	mu   sync.Mutex
	said []string
}

func (l *lines) say(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.said = append(l.said, text)
}

func (l *lines) has(text string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.said, func(line string) bool { return strings.Contains(line, text) })
}

// waitFor waits until something is said.
func (l *lines) waitFor(text string) {
	l.t.Helper()
	until(l.t, "somebody says "+text, func() bool { return l.has(text) })
}

// until waits until something is so; it fails only if that never comes.
func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	for range 6000 {
		if is() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("waited in vain until %s", what)
}

// limited is a context for what ends long before it, unless somebody waits for ever.
func limited(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// testHub is a hub in this process.
type testHub struct {
	url, token, tokenFile, dir string
	lines
	stop func()
}

// startHub starts a hub in dir; listen may be the address of one before it.
func startHub(t testing.TB, dir, listen string, change func(*HubOptions)) *testHub {
	t.Helper()
	h := &testHub{dir: dir, lines: lines{t: t}}
	ready, ended := make(chan struct{}), make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	o := HubOptions{Dir: dir, Listen: listen, Say: h.say, Ready: func(url, token, file string) {
		h.url, h.token, h.tokenFile = url, token, file
		close(ready)
	}}
	if change != nil {
		change(&o)
	}
	go func() { ended <- Serve(ctx, o) }()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	h.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(h.stop)
	return h
}

func newHub(t testing.TB) *testHub { return startHub(t, t.TempDir(), "127.0.0.1:0", nil) }

func (h *testHub) dial(t testing.TB, l *lines) *Hub {
	t.Helper()
	hub, err := Dial(t.Context(), Address{URL: h.url, TokenFile: h.tokenFile, Say: l.say}, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hub.Close)
	return hub
}

// square answers with the square of the number in a question.
func square(_ context.Context, q []byte) ([]byte, error) {
	n, err := strconv.Atoi(string(q))
	return []byte(strconv.Itoa(n * n)), err
}

// startWorker starts a worker; it ends with the test, or by the function returned.
func startWorker(t testing.TB, h *testHub, name string, slots int, work jobs.Work, change func(*Worker)) (l *lines, stop func()) {
	t.Helper()
	l = &lines{t: t}
	w := &Worker{Hub: h.dial(t, l), Name: name, Slots: slots, Identity: us, Timing: short, Say: l.say,
		Open: func(context.Context, *Spec) (jobs.Work, error) { return work, nil }}
	if change != nil {
		change(w)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		<-ended
	})
	t.Cleanup(stop)
	return l, stop
}

// place is the coordinator's end of a run of squares.
func place(t testing.TB, h *testHub) (*Place, *lines) {
	l := &lines{t: t}
	return &Place{Hub: h.dial(t, l), Timing: short, Spec: Spec{Kind: "square", Setup: []byte("{}"), Title: "squares", Identity: us}}, l
}

// squares returns a run of so many questions, and the answers as they are kept.
func squares(count int) (run *jobs.Run, kept *[]string) {
	kept = new([]string)
	return &jobs.Run{Count: count, Ordered: true,
		Ask:  func(i int) ([]byte, error) { return []byte(strconv.Itoa(i)), nil },
		Done: func(i int, answer []byte) error { *kept = append(*kept, fmt.Sprintf("%d:%s", i, answer)); return nil },
	}, kept
}

func wantSquares(count int) (want []string) {
	for i := range count {
		want = append(want, fmt.Sprintf("%d:%d", i, i*i))
	}
	return want
}

func TestWorkersAnswerEverythingOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 5} {
		h := newHub(t)
		for i := range workers {
			startWorker(t, h, fmt.Sprint("worker ", i), 2, square, nil)
		}
		p, _ := place(t, h)
		p.Timing.Batch = 50 * time.Millisecond
		run, kept := squares(300)
		if err := p.Do(limited(t), run); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(*kept, wantSquares(300)) {
			t.Errorf("%d workers: kept %v", workers, *kept)
		}
		runs, _, err := p.Hub.runs(t.Context())
		if err != nil || len(runs) > 0 {
			t.Errorf("a run that has ended is still at the hub: %v, %v", runs, err)
		}
		h.stop()
	}
}

// A run begins anew with the same questions as soon as it has ended: the server must not
// take them for duplicates.
func TestTheSameRunAgain(t *testing.T) {
	h := newHub(t)
	startWorker(t, h, "worker", 2, square, nil)
	p, _ := place(t, h)
	for range 3 {
		run, kept := squares(20)
		if err := p.Do(limited(t), run); err != nil || !slices.Equal(*kept, wantSquares(20)) {
			t.Fatalf("kept %v, %v", *kept, err)
		}
	}
}

// A question is answered as often as it is asked, also when an answer has come and is not
// kept yet, or is kept for some only.
func TestTheSameQuestionAgain(t *testing.T) {
	h := newHub(t)
	startWorker(t, h, "worker", 1, square, nil)
	p, _ := place(t, h)
	session, err := p.Hub.open(t.Context(), p.Spec, p.Timing, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(session.Close)
	session.adopt(nil)
	session.start()
	answers := make(chan answer, 4)
	tell := func(a answer) { answers <- a }
	session.submit([]byte("12"), "", tell)
	session.submit([]byte("12"), "", tell)
	key := ""
	for n := range 4 {
		switch n {
		case 2:
			key = session.submit([]byte("12"), "", tell)
			session.keep(key)
		case 3: // two of the three are kept
			session.keep(key)
			session.submit([]byte("12"), "", tell)
			session.keep(key)
		}
		select {
		case a := <-answers:
			if string(a.Text) != "144" {
				t.Errorf("answer %d is %q", n, a.Text)
			}
		case <-time.After(time.Minute):
			t.Fatalf("answer %d does not come", n)
		}
	}
	session.keep(key)
	session.mu.Lock()
	defer session.mu.Unlock()
	if len(session.asked) > 0 {
		t.Errorf("what is kept is still waited for: %v", session.asked)
	}
}

func TestTokenIsForTheOwnerAlone(t *testing.T) {
	h := newHub(t)
	token, err := ReadToken(filepath.Join(h.dir, "token"))
	if err != nil || token != h.token || len(token) != 32 {
		t.Errorf("token %q, %v", token, err)
	}
	wrong := Address{URL: strings.Replace(h.url, "://", "://wrong@", 1)}
	if _, err := Dial(t.Context(), wrong, true); err == nil || !strings.Contains(err.Error(), "refuses the token") {
		t.Errorf("with a wrong token: %v", err)
	}
	if _, err := Dial(t.Context(), Address{URL: "nats://127.0.0.1:1"}, false); err == nil || !strings.Contains(err.Error(), "start one with kaeshi hub") {
		t.Errorf("without a hub: %v", err)
	}
}
