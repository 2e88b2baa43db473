//go:build !nohub

package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"kaeshi/engine/jobs"
)

// do runs squares to the end and holds them against the right ones.
func do(t *testing.T, p *Place, count int) {
	t.Helper()
	run, kept := squares(count)
	if err := p.Do(limited(t), run); err != nil || !slices.Equal(*kept, wantSquares(count)) {
		t.Errorf("kept %v, %v", *kept, err)
	}
}

// A worker that dies with a job in hand: here one that is deaf to everything.
func TestDeadWorkersJobIsDoneByAnother(t *testing.T) {
	h := newHub(t)
	p, _ := place(t, h)
	taken := make(chan struct{}, 100)
	_, stop := startWorker(t, h, "dies", 1, func(ctx context.Context, q []byte) ([]byte, error) {
		taken <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}, func(w *Worker) { // its connection goes with the first job: no word of it arrives any more
		go func() {
			<-taken
			w.Hub.conn.Close()
		}()
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		do(t, p, 40)
	}()
	until(t, "the worker has died", func() bool { return len(taken) > 0 || isGone(t, h) })
	startWorker(t, h, "lives", 1, square, nil)
	<-done
	stop()
}

// isGone reports whether a job is in hand at the hub.
func isGone(t *testing.T, h *testHub) bool {
	hub := h.dial(t, &lines{t: t})
	s, err := hub.Status(t.Context())
	return err == nil && len(s.Runs) > 0 && s.Runs[0].Running > 0
}

// A worker that answers after its lease has ended answers in vain, and does no harm.
func TestLateAnswersDoNotCountTwice(t *testing.T) {
	h := newHub(t)
	p, _ := place(t, h)
	var calls atomic.Int64
	startWorker(t, h, "slow", 4, func(ctx context.Context, q []byte) ([]byte, error) {
		calls.Add(1)
		return square(ctx, q)
	}, nil)
	do(t, p, 30)
	// The same answers once more, as a worker would send them that was stopped meanwhile.
	run, kept := squares(30)
	old := run.Done
	run.Done = func(i int, text []byte) error {
		for _, wrong := range []string{"first", "second"} {
			message, _ := encode(resultMark, result{Run: p.Spec.id(), Job: name([]byte(wrong)), Worker: "late",
				Answers: []answer{{Name: name([]byte(p.Spec.id()), fmt.Append(nil, i)), Text: []byte("wrong")}}})
			if _, err := p.Hub.js.Publish(t.Context(), resultsSubject+p.Spec.id()+"."+name([]byte(wrong)), message); err != nil {
				return err
			}
		}
		return old(i, text)
	}
	if err := p.Do(limited(t), run); err != nil || !slices.Equal(*kept, wantSquares(30)) {
		t.Errorf("kept %v, %v", *kept, err)
	}
}

// The hub is killed and comes back with what it has; then it comes back with nothing.
func TestHubComesBack(t *testing.T) {
	for _, forgets := range []bool{false, true} {
		dir := t.TempDir()
		h := startHub(t, dir, "127.0.0.1:0", nil)
		listen := strings.TrimPrefix(h.url, "nats://")
		_, _ = startWorker(t, h, "worker", 2, square, nil)
		p, said := place(t, h)
		run, kept := squares(60)
		old := run.Done
		run.Done = func(i int, answer []byte) error {
			if i == 20 {
				h.stop()
				if forgets {
					if err := os.RemoveAll(filepath.Join(dir, "jetstream")); err != nil {
						return err
					}
				}
				startHub(t, dir, listen, nil)
			}
			return old(i, answer)
		}
		if err := p.Do(limited(t), run); err != nil || !slices.Equal(*kept, wantSquares(60)) {
			t.Errorf("kept %v, %v", *kept, err)
		}
		if !said.has("is back") {
			t.Errorf("nobody said that the hub was lost and came back: %q", said.said)
		}
	}
}

// A coordinator dies without a word, and another one goes on: answers that the first had
// not kept are not asked again, and those that it had kept do not come twice.
func TestCoordinatorGoesOn(t *testing.T) {
	h := newHub(t)
	var calls atomic.Int64
	startWorker(t, h, "worker", 2, func(ctx context.Context, q []byte) ([]byte, error) {
		calls.Add(1)
		return square(ctx, q)
	}, nil)
	p, _ := place(t, h)
	died := errors.New("died")
	run, kept := squares(50)
	old := run.Done
	run.Done = func(i int, answer []byte) error {
		if i == 10 {
			p.Hub.conn.Close() // so nothing is tidied up
			return died
		}
		return old(i, answer)
	}
	if err := p.Do(limited(t), run); !errors.Is(err, died) {
		t.Fatal(err)
	}
	first := calls.Load()
	second, _ := place(t, h)
	rest, more := squares(50)
	rest.Count = 40
	rest.Ask = func(i int) ([]byte, error) { return fmt.Append(nil, i+10), nil }
	rest.Done = func(i int, answer []byte) error {
		*more = append(*more, fmt.Sprintf("%d:%s", i+10, answer))
		return nil
	}
	if err := second.Do(limited(t), rest); err != nil {
		t.Fatal(err)
	}
	if got := append(*kept, *more...); !slices.Equal(got, wantSquares(50)) {
		t.Errorf("kept %v", got)
	}
	if all := calls.Load(); all > 50+first/2 {
		t.Errorf("%d questions answered, %d of them for the first coordinator: what it left was done again", all, first)
	}
}

// A connection that is cut now and then, and for a while: a proxy that drops it.
func TestCutConnection(t *testing.T) {
	h := newHub(t)
	proxy := newProxy(t, strings.TrimPrefix(h.url, "nats://"))
	far := &testHub{url: "nats://" + proxy.address, tokenFile: h.tokenFile}
	startWorker(t, far, "far", 2, square, nil)
	p, _ := place(t, far)
	run, kept := squares(60)
	old := run.Done
	run.Done = func(i int, answer []byte) error {
		if i%15 == 0 {
			proxy.cut()
		}
		return old(i, answer)
	}
	if err := p.Do(limited(t), run); err != nil || !slices.Equal(*kept, wantSquares(60)) {
		t.Errorf("kept %v, %v", *kept, err)
	}
}

// The same command runs twice at a time. The first that ends tidies up; the other goes on.
func TestTwoCoordinatorsOfOneRun(t *testing.T) {
	h := newHub(t)
	startWorker(t, h, "worker", 2, square, nil)
	var both sync.WaitGroup
	for _, count := range []int{10, 80} {
		p, _ := place(t, h)
		both.Go(func() { do(t, p, count) })
	}
	both.Wait()
}

// proxy hands on connections until they are cut.
type proxy struct {
	address string
	cut     func()
}

func newProxy(t *testing.T, to string) *proxy {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	ctx, cancel := context.WithCancel(context.Background())
	var now atomic.Pointer[context.Context]
	now.Store(&ctx)
	p := &proxy{address: listener.Addr().String()}
	p.cut = func() {
		cancel()
		var next context.Context
		next, cancel = context.WithCancel(context.Background())
		now.Store(&next)
	}
	t.Cleanup(func() { cancel() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			context.AfterFunc(*now.Load(), func() { near.Close(); far.Close() })
			go pipe(near, far)
			go pipe(far, near)
		}
	}()
	return p
}

func pipe(from, to net.Conn) {
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		if err == nil {
			_, err = to.Write(buffer[:n])
		}
		if err != nil {
			from.Close()
			to.Close()
			return
		}
	}
}

func TestFailuresAreNamedAndTheRestGoesOn(t *testing.T) {
	h := newHub(t)
	var tries atomic.Int64
	startWorker(t, h, "worker", 2, func(ctx context.Context, q []byte) ([]byte, error) {
		switch string(q) {
		case "7":
			tries.Add(1)
			return nil, errors.New("seven is too much")
		case "9":
			panic("nine")
		}
		return square(ctx, q)
	}, nil)
	p, _ := place(t, h)
	run, kept := squares(20)
	err := p.Do(limited(t), run)
	var givenUp *jobs.GivenUp
	if !errors.As(err, &givenUp) || givenUp.Count != 2 || !strings.Contains(err.Error(), "job 8 (worker: seven is too much)") ||
		!strings.Contains(err.Error(), "panic: nine") {
		t.Errorf("error %v", err)
	}
	if n := tries.Load(); n != most {
		t.Errorf("tried %d times, want %d", n, most)
	}
	want := slices.DeleteFunc(wantSquares(20), func(s string) bool { return strings.HasPrefix(s, "7:") || strings.HasPrefix(s, "9:") })
	if !slices.Equal(*kept, want) {
		t.Errorf("kept %v", *kept)
	}
}

func TestWorkerOfAnotherVersionGetsNothing(t *testing.T) {
	h := newHub(t)
	var calls atomic.Int64
	other, _ := startWorker(t, h, "other", 1, func(ctx context.Context, q []byte) ([]byte, error) {
		calls.Add(1)
		return square(ctx, q)
	}, func(w *Worker) { w.Identity.Signature++ })
	without, _ := startWorker(t, h, "without", 1, func(ctx context.Context, q []byte) ([]byte, error) {
		calls.Add(1)
		return square(ctx, q)
	}, nil)
	p, _ := place(t, h)
	p.Spec.Needs = []string{"edax"}
	seen := make(chan Crew, 1000)
	p.Crew = func(c Crew) { seen <- c }
	go func() {
		other.waitFor("of kaeshi test, bench 1, this is test, bench 2")
		without.waitFor(`needs the engines ["edax"]`)
		startWorker(t, h, "fits", 1, square, func(w *Worker) { w.Engines = []string{"edax"} })
	}()
	do(t, p, 10)
	if calls.Load() > 0 {
		t.Error("a worker that does not fit got a job")
	}
	found := false
	for len(seen) > 0 {
		crew := <-seen
		found = found || len(crew.Others) == 2
	}
	if !found {
		t.Error("the coordinator was not told of the workers that do not fit")
	}
}

func TestGarbageHarmsNobody(t *testing.T) {
	h := newHub(t)
	worker, _ := startWorker(t, h, "worker", 1, square, nil)
	p, said := place(t, h)
	run, kept := squares(30)
	old := run.Done
	id := p.Spec.id()
	forged, _ := encode(jobMark, job{Run: id, Name: name([]byte("other")), Questions: []question{{Name: "../../etc/passwd", Text: []byte("x")}}})
	run.Done = func(i int, answer []byte) error {
		if i == 3 {
			for n, garbage := range [][]byte{nil, []byte("garbage"), []byte(resultMark + "\x00\x00\x00\x00{}"), forged} {
				for _, subject := range []string{jobsSubject + id, resultsSubject + id} {
					_, err := p.Hub.js.Publish(t.Context(), subject+"."+name([]byte{byte(n)}), garbage)
					if err != nil {
						return err
					}
				}
			}
			p.Hub.conn.Publish(cancelSubject+id, []byte("garbage"))
			p.Hub.conn.Publish(newsSubject, []byte("garbage"))
			for _, bucket := range []string{runsBucket, workersBucket} {
				if _, err := p.Hub.js.Publish(t.Context(), "$KV."+bucket+".garbage", []byte("garbage")); err != nil {
					return err
				}
			}
		}
		return old(i, answer)
	}
	if err := p.Do(limited(t), run); err != nil || !slices.Equal(*kept, wantSquares(30)) {
		t.Errorf("kept %v, %v", *kept, err)
	}
	worker.waitFor("leaves out what is no job")
	if !said.has("leaves out what is no result") {
		t.Errorf("said %q", said.said)
	}
}

func TestForeignStreams(t *testing.T) {
	for _, test := range []struct {
		name, subject, want string
	}{
		{jobsStream, "orders.>", "belongs to another program"},
		{"ORDERS", jobsSubject + "x.*", "another program's stream there"},
	} {
		h := newHub(t)
		plain, err := nats.Connect(h.url, nats.Token(h.token))
		if err != nil {
			t.Fatal(err)
		}
		defer plain.Close()
		js, _ := jetstream.New(plain)
		if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: test.name, Subjects: []string{test.subject}}); err != nil {
			t.Fatal(err)
		}
		if _, err := Dial(t.Context(), Address{URL: h.url, TokenFile: h.tokenFile}, true); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s with %s: %v", test.name, test.subject, err)
		}
	}
}

// At its end a worker hands back what it has not done, at once and not with its lease.
func TestStoppedWorkerHandsBack(t *testing.T) {
	h := newHub(t)
	p, _ := place(t, h)
	p.Timing.Lease = time.Hour
	began := make(chan struct{}, 100)
	_, stop := startWorker(t, h, "stopped", 2, func(ctx context.Context, q []byte) ([]byte, error) {
		began <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}, nil)
	go func() {
		<-began
		<-began
		stop()
		startWorker(t, h, "other", 2, square, nil)
	}()
	do(t, p, 20)
}

// What is enough for the coordinator ends the run, and what the workers have in hand.
func TestEnoughCallsOffTheRest(t *testing.T) {
	h := newHub(t)
	var stopped atomic.Int64
	startWorker(t, h, "worker", 3, func(ctx context.Context, q []byte) ([]byte, error) {
		if string(q) == "0" {
			return square(ctx, q)
		}
		<-ctx.Done()
		stopped.Add(1)
		return nil, ctx.Err()
	}, nil)
	p, _ := place(t, h)
	run, _ := squares(20)
	run.Done = func(int, []byte) error { return jobs.Enough }
	if err := p.Do(limited(t), run); err != nil {
		t.Fatal(err)
	}
	until(t, "the worker stops what is of no use", func() bool {
		s, err := p.Hub.Status(t.Context())
		return err == nil && len(s.Runs) == 0 && len(s.Workers) == 1 && s.Workers[0].Busy == 0
	})
}
