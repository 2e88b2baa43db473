package book

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/board"
)

func edit(t *testing.T, path string) *Store {
	t.Helper()
	s, err := EditStore(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func stored(t *testing.T, g *Graph) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "work.book")
	s := edit(t, path)
	if err := s.WriteAll(g); err != nil {
		t.Fatal(err)
	}
	s.Close()
	return path
}

// Every kind of Reader answers alike.
func TestReadersAgree(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(1, 1)), 60)
	f, err := openFlat(Flat(g))
	if err != nil {
		t.Fatal(err)
	}
	s, err := OpenStore(stored(t, g))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for name, r := range map[string]Reader{"graph": g, "flat": f, "store": s} {
		t.Run(name, func(t *testing.T) {
			if n := loaded(t, r).Len(); n != g.Len() {
				t.Errorf("%d positions, want %d", n, g.Len())
			}
			want, got := New(g), New(r)
			for p := range r.All() {
				turned := p.Transform(5)
				a, b := want.Probe(turned), got.Probe(turned)
				if fmt.Sprint(a) != fmt.Sprint(b) {
					t.Fatalf("probe gives %v, want %v", b, a)
				}
			}
			if moves := got.Moves(board.Position{Player: 1, Opponent: 2}); moves != nil {
				t.Errorf("moves of an unknown position: %v", moves)
			}
		})
	}
}

func TestStoreKeepsWhatItHolds(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(2, 2)), 60)
	for p, e := range g.All() {
		e.Updated = time.Unix(1<<33, 0)
		g.Put(p, e)
	}
	s, err := OpenStore(stored(t, g))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sameBooks(t, loaded(t, s), g)
}

func TestStoreForgetsWhatIsRemoved(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(3, 3)), 20)
	s := edit(t, filepath.Join(t.TempDir(), "b"))
	if err := s.WriteAll(g); err != nil {
		t.Fatal(err)
	}
	gone := g.positions()[3]
	g.Remove(gone)
	if err := s.Write(g, []board.Position{gone}); err != nil {
		t.Fatal(err)
	}
	sameBooks(t, loaded(t, s), g)
}

func TestReadersShareAndWritersDoNot(t *testing.T) {
	path := stored(t, randomGraph(rand.New(rand.NewPCG(4, 4)), 5))
	first, err := OpenStore(path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := OpenStore(path)
	if err != nil {
		t.Fatalf("a second reader is refused: %v", err)
	}
	if _, err := EditStore(path); err == nil || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("a writer beside readers: %v", err)
	}
	first.Close()
	second.Close()
	writer := edit(t, path)
	if _, err := EditStore(path); err == nil || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("a second writer: %v", err)
	}
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("a reader beside a writer: %v", err)
	}
	writer.Close()
	b, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	b.Close()
}

func TestForeignFilesAreRefused(t *testing.T) {
	for name, data := range map[string]string{"empty": "", "text": "F5D6C3\n2.0\n", "zeros": strings.Repeat("\x00", 40000)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "not a Kaeshi book") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "missing")); !os.IsNotExist(err) {
		t.Errorf("missing: %v", err)
	}
}

const writerVariable = "KAESHI_TEST_BOOK"

// TestWriterProcess is the program that TestKilledWriter kills: it registers line
// after line and says the number of each as soon as it is committed.
func TestWriterProcess(t *testing.T) {
	path := os.Getenv(writerVariable)
	if path == "" {
		return // nothing, but as a process of TestKilledWriter
	}
	s := edit(t, path)
	g := loaded(t, s)
	for i := g.Len(); ; i++ {
		p := numbered(i)
		e := NewEntry(FromFile)
		e.Own, e.HasOwn = Value(i%MaxValue), true
		g.Put(p, e)
		if err := s.Write(g, g.Settle(p)); err != nil {
			t.Fatal(err)
		}
		fmt.Println("committed", i)
	}
}

// numbered returns a canonical position of its own for every number.
func numbered(i int) board.Position {
	p, _ := board.Position{Player: 1, Opponent: uint64(i) << 20}.Canonical()
	return p
}

func TestKilledWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "work.book")
	rnd := rand.New(rand.NewPCG(7, 7))
	committed := -1
	for range kills {
		committed = max(committed, runAndKill(t, path, 1+rnd.IntN(8)))
		s, err := OpenStore(path)
		if err != nil {
			t.Fatalf("after a kill: %v", err)
		}
		for i := range committed + 1 {
			if e, ok := s.find(numbered(i)); !ok || e.Own != Value(i%MaxValue) {
				t.Fatalf("position %d was committed and is gone", i)
			}
		}
		s.Close()
	}
	if committed < kills-1 {
		t.Errorf("only %d commits in %d runs", committed+1, kills)
	}
	t.Logf("%d kills, %d commits", kills, committed+1)
}

// runAndKill lets a writer run until it has told of so many commits, kills it in what
// it does next, and returns the last commit that it told of.
func runAndKill(t *testing.T, path string, commits int) int {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestWriterProcess$", "-test.v")
	cmd.Env = append(os.Environ(), writerVariable+"="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	last := -1
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if n, _ := fmt.Sscanf(lines.Text(), "committed %d", &last); n == 1 {
			if commits--; commits == 0 {
				cmd.Process.Kill() // what it wrote until then is still read
			}
		}
	}
	cmd.Wait()
	return last
}
