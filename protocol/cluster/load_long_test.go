//go:build long && linux && !nohub

package cluster

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
)

// The lease of the program, not of tests: a job whose worker dies is with another one
// within a minute.
func TestDeadWorkersJobWaitsOneLease(t *testing.T) {
	h := newHub(t)
	p, _ := place(t, h)
	p.Timing = Usual
	usual := func(w *Worker) { w.Timing = Usual }
	taken, again := make(chan struct{}, 1), make(chan struct{}, 1)
	startWorker(t, h, "dies", 1, func(ctx context.Context, q []byte) ([]byte, error) {
		taken <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}, func(w *Worker) {
		usual(w)
		go func() {
			<-taken
			w.Hub.conn.Close()
			taken <- struct{}{}
		}()
	})
	var died time.Time
	go func() {
		until(t, "the worker has died", func() bool { return isGone(t, h) })
		<-taken
		died = time.Now()
		startWorker(t, h, "lives", 1, func(ctx context.Context, q []byte) ([]byte, error) {
			again <- struct{}{}
			return square(ctx, q)
		}, usual)
	}()
	do(t, p, 1)
	<-again
	if took := time.Since(died); took > time.Minute {
		t.Errorf("the job was done again after %v", took)
	} else {
		t.Logf("done again after %v", took)
	}
}

// peak is the most memory that a process has had, in MB.
func peak(t *testing.T, pid int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(text)
	if found == nil {
		t.Fatalf("no memory in %s", text)
	}
	kB, _ := strconv.Atoi(string(found[1]))
	return kB >> 10
}

// 64 workers whose jobs only take time: what waits at the hub does not grow. How many jobs a
// second that are is a matter of the disk, which has each result on it before it counts.
func TestManyWorkers(t *testing.T) {
	const workers, questions = 64, 12000
	dir := t.TempDir()
	listen := freeAddress(t)
	hub := startPart(t, "hub", filepath.Join(dir, "hub"), listen)
	h := &testHub{url: "nats://" + listen, tokenFile: filepath.Join(dir, "hub", "token")}
	until(t, "the hub listens", func() bool {
		_, err := ReadToken(h.tokenFile)
		if err != nil {
			return false
		}
		other, err := Dial(t.Context(), Address{URL: h.url, TokenFile: h.tokenFile}, false)
		if err == nil {
			other.Close()
		}
		return err == nil
	})
	work := func(ctx context.Context, q []byte) ([]byte, error) {
		pause(ctx, 50*time.Millisecond)
		return square(ctx, q)
	}
	for i := range workers {
		startWorker(t, h, fmt.Sprint("worker ", i), 1, work, func(w *Worker) { w.Timing = Usual })
	}
	p, _ := place(t, h)
	p.Timing = Usual
	p.Timing.Batch = 0 // a question is a job
	until(t, "all workers are known", func() bool {
		signs, _, err := p.Hub.workers(t.Context())
		return err == nil && len(signs) == workers
	})
	var most atomic.Int64
	run, kept := squares(questions)
	begun := time.Now()
	old := run.Done
	var half time.Time
	run.Done = func(i int, a []byte) error {
		if i == questions/4 {
			half = time.Now()
		}
		if i%1000 == 999 {
			stream, err := p.Hub.js.Stream(t.Context(), jobsStream)
			if err != nil {
				return err
			}
			n := int64(stream.CachedInfo().State.Msgs)
			most.Store(max(most.Load(), n))
		}
		return old(i, a)
	}
	if err := p.Do(limited(t), run); err != nil || len(*kept) != questions {
		t.Fatalf("%d answers, %v", len(*kept), err)
	}
	rate := questions * 3 / 4 / time.Since(half).Seconds()
	t.Logf("%.0f jobs/s, %.0f in the first quarter too; at most %d at the hub; its memory at most %d MB", rate,
		questions/time.Since(begun).Seconds(), most.Load(), peak(t, hub.Process.Pid))
	if most.Load() > 4*workers {
		t.Errorf("%d jobs waited at the hub", most.Load())
	}
}
