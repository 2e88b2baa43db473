//go:build long && unix && !nohub

// Package cluster holds hub, workers and the verbs with --hub, each a process, against
// the same verbs without a hub, and against what goes wrong between machines.
package cluster

import (
	"bytes"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"kaeshi": func() { os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// text is what a process writes, to be read while it writes.
type text struct {
	mu    sync.Mutex
	bytes bytes.Buffer
}

func (b *text) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes.Write(p)
}

func (b *text) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes.String()
}

// process is a running kaeshi, or another program.
type process struct {
	*exec.Cmd
	out, err text
	ended    chan struct{} // closed when it has ended
}

func start(t *testing.T, dir string, name string, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(name, args...), ended: make(chan struct{})}
	p.Dir, p.Stdout, p.Stderr = dir, &p.out, &p.err
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		p.Process.Kill()
		<-p.ended
		if t.Failed() {
			t.Logf("%s\nstdout: %s\nstderr: %s", p, &p.out, &p.err)
		}
	})
	return p
}

// wait waits for the end, and returns the exit code.
func (p *process) wait(t *testing.T) int {
	t.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience):
		t.Fatalf("%s does not end", p)
	}
	return p.ProcessState.ExitCode()
}

// patience is for what never comes.
const patience = 3 * time.Minute

func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for begun := time.Now(); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > patience {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

// says waits until a process has written something.
func (p *process) says(t *testing.T, what string) {
	t.Helper()
	until(t, fmt.Sprintf("%s says %q", p, what), func() bool {
		if strings.Contains(p.out.String(), what) || strings.Contains(p.err.String(), what) {
			return true
		}
		select {
		case <-p.ended:
			t.Fatalf("%s ended and did not say %q", p, what)
		default:
		}
		return false
	})
}

// hub is a running hub.
type hub struct {
	*process
	dir    string   // of the test
	access []string // flags of those that connect
}

func startHub(t *testing.T, args ...string) *hub {
	t.Helper()
	dir := t.TempDir()
	p := start(t, dir, "kaeshi", append(append([]string{"hub", "--listen", "127.0.0.1:0"}, args...), "hub")...)
	p.says(t, "work --hub ")
	line := regexp.MustCompile(`--hub (\S+)`).FindStringSubmatch(p.out.String())
	return &hub{p, dir, []string{"--hub", line[1]}}
}

func (h *hub) worker(t *testing.T, name string, args ...string) *process {
	t.Helper()
	all := append([]string{"work", "--name", name, "--slots", "1", "--cache", "cache"}, append(h.access, args...)...)
	w := start(t, h.dir, "kaeshi", all...)
	w.says(t, "worker "+name)
	return w
}

// verb starts a verb, at the hub.
func (h *hub) verb(t *testing.T, words string, more ...string) *process {
	t.Helper()
	verb, rest, _ := strings.Cut(words, " ")
	return start(t, h.dir, "kaeshi", append(append([]string{verb}, h.access...), append(strings.Fields(rest), more...)...)...)
}

// local runs a verb without a hub to its end.
func (h *hub) local(t *testing.T, words string) *process {
	t.Helper()
	p := start(t, h.dir, "kaeshi", strings.Fields(words)...)
	if code := p.wait(t); code != 0 {
		t.Fatalf("%s: exit code %d\n%s", p, code, &p.err)
	}
	return p
}

func (h *hub) path(name string) string { return filepath.Join(h.dir, name) }

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// writeGames writes games of random moves, a line each.
func writeGames(t *testing.T, path string, count int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	var lines strings.Builder
	for range count {
		var moves []board.Square
		for p := board.Start(); !p.Over(); {
			if p.MustPass() {
				p = p.Pass()
				continue
			}
			all := p.Moves()
			for range random.IntN(bits.OnesCount64(all)) {
				all &= all - 1
			}
			sq := board.Square(bits.TrailingZeros64(all))
			moves, p = append(moves, sq), p.Play(sq)
		}
		lines.WriteString(notation.FormatMoves(moves) + "\n")
	}
	if err := os.WriteFile(path, []byte(lines.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
