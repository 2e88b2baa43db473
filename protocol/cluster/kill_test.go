//go:build unix && !nohub

package cluster

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"kaeshi/engine/jobs"
)

// The test's own program plays all parts, each in a process that can be killed.
func TestMain(m *testing.M) {
	parts := map[string]func(args []string) error{"hub": hubPart, "worker": workerPart, "coordinator": coordinatorPart}
	if part := parts[os.Getenv("KAESHI_PART")]; part != nil {
		if err := part(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func hubPart(args []string) error {
	err := Serve(context.Background(), HubOptions{Dir: args[0], Listen: args[1], Say: func(text string) { fmt.Println(text) },
		Ready: func(url, _, _ string) { fmt.Println(url) }})
	if errors.Is(err, ErrStuck) {
		return again()
	}
	return err
}

// again starts this process anew, where the system can do that.
var again = func() error { return ErrStuck }

func workerPart(args []string) error {
	hub, err := Dial(context.Background(), Address{URL: args[0], TokenFile: args[1]}, true)
	if err != nil {
		return err
	}
	w := Worker{Hub: hub, Name: args[2], Slots: 2, Identity: us, Timing: short,
		Open: func(context.Context, *Spec) (jobs.Work, error) {
			return func(ctx context.Context, q []byte) ([]byte, error) {
				time.Sleep(2 * time.Millisecond)
				return square(ctx, q)
			}, nil
		}}
	return w.Run(context.Background())
}

// coordinatorPart writes the answers into a file, a line each, and goes on where it ends.
func coordinatorPart(args []string) error {
	count, err := strconv.Atoi(args[3])
	if err != nil {
		return err
	}
	file, err := os.OpenFile(args[2], os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	from, whole := 0, int64(0)
	for lines := bufio.NewReader(file); ; from++ {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		whole += int64(len(line))
	}
	if err := file.Truncate(whole); err != nil {
		return err
	}
	if _, err := file.Seek(whole, 0); err != nil {
		return err
	}
	hub, err := Dial(context.Background(), Address{URL: args[0], TokenFile: args[1]}, true)
	if err != nil {
		return err
	}
	p := Place{Hub: hub, Timing: short, Spec: Spec{Kind: "square", Setup: []byte("{}"), Title: "squares", Identity: us}}
	return p.Do(context.Background(), &jobs.Run{Count: count - from, Ordered: true,
		Ask: func(i int) ([]byte, error) { return fmt.Append(nil, from+i), nil },
		Done: func(i int, answer []byte) error {
			if _, err := fmt.Fprintf(file, "%d:%s\n", from+i, answer); err != nil {
				return err
			}
			return file.Sync()
		}})
}

// process is a part that is started again whenever it was killed.
type process struct {
	part string
	args []string
	out  io.Writer
	*exec.Cmd
	ended chan error
}

func startPart(t *testing.T, part string, args ...string) *process {
	p := &process{part: part, args: args}
	p.start(t)
	t.Cleanup(func() { p.Process.Signal(syscall.SIGCONT); p.kill() })
	return p
}

func (p *process) start(t *testing.T) {
	p.Cmd = exec.Command(os.Args[0], p.args...)
	p.Env = append(os.Environ(), "KAESHI_PART="+p.part)
	p.Stdout, p.Stderr = p.out, os.Stderr
	if err := p.Start(); err != nil {
		t.Error(err)
		return
	}
	p.ended = make(chan error, 1)
	go func(command *exec.Cmd, ended chan error) { ended <- command.Wait() }(p.Cmd, p.ended)
}

func (p *process) kill() {
	p.Process.Kill()
	err := <-p.ended
	p.ended <- err
}

// Whatever is killed, the file is the one of an undisturbed run: no answer is lost, and
// none is there twice.
func TestKills(t *testing.T) {
	const questions = 60 + 20*workerKills
	dir := t.TempDir()
	listen := freeAddress(t)
	hub := startPart(t, "hub", filepath.Join(dir, "hub"), listen)
	token := filepath.Join(dir, "hub", "token")
	until(t, "the hub has made its token", func() bool { _, err := ReadToken(token); return err == nil })
	url, out := "nats://"+listen, filepath.Join(dir, "out")
	var workers []*process
	for i := range 3 {
		workers = append(workers, startPart(t, "worker", url, token, fmt.Sprint("worker ", i)))
	}
	coordinator := startPart(t, "coordinator", url, token, out, strconv.Itoa(questions))

	lines := func() int {
		text, _ := os.ReadFile(out)
		return bytes.Count(text, []byte("\n"))
	}
	var kills atomic.Int64
	progress := func() { // somebody shall have done something in between
		before := lines()
		until(t, "an answer comes", func() bool { return lines() > before || lines() == questions })
	}
	for n := range workerKills {
		if lines() == questions {
			break
		}
		switch {
		case hubKills > 0 && n%(workerKills/hubKills) == 2:
			hub.kill()
			hub.start(t)
		case coordinatorKills > 0 && n%(workerKills/coordinatorKills) == 4:
			coordinator.kill()
			coordinator.start(t)
		}
		w := workers[n%len(workers)]
		if n%(workerKills/workerStops) == 5 {
			w.Process.Signal(syscall.SIGSTOP)
			time.Sleep(2 * short.Lease)
			w.Process.Signal(syscall.SIGCONT)
		}
		w.kill()
		w.start(t)
		kills.Add(1)
		progress()
	}
	if err := <-coordinator.ended; err != nil {
		t.Error(err)
	}
	coordinator.ended <- nil
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Join(wantSquares(questions), "\n") + "\n"; string(got) != want {
		t.Errorf("after %d kills of workers the file has %d lines and is not that of an undisturbed run", kills.Load(), lines())
	}
	t.Logf("%d workers killed of the %d planned, %d answers", kills.Load(), workerKills, lines())
}

func freeAddress(t *testing.T) string {
	h := newHub(t)
	defer h.stop()
	return strings.TrimPrefix(h.url, "nats://")
}
