package learn

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

const learnerVariable = "KAESHI_TEST_LEARN"

// TestLearnerProcess is the program that TestKilledLearner kills: it grows a book
// and names every position as soon as the change that brought it is stored.
func TestLearnerProcess(t *testing.T) {
	path := os.Getenv(learnerVariable)
	if path == "" {
		return // nothing, but as a process of TestKilledLearner
	}
	store, err := book.EditStore(path)
	if err != nil {
		t.Fatal(err)
	}
	o := options(&fake{}, &fake{})
	o.Error, o.Depth = 6400, 60
	o.Save = func(g *book.Graph, changed []board.Position) error {
		if err := store.Write(g, changed); err != nil {
			return err
		}
		for _, p := range changed {
			fmt.Println("stored", notation.FormatPosition(p, board.Black))
		}
		return nil
	}
	g, err := book.Load(store)
	if err != nil {
		t.Fatal(err)
	}
	if err := Expand(context.Background(), g, o); err != nil {
		t.Fatal(err)
	}
}

func TestKilledLearner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "work.book")
	rnd := rand.New(rand.NewPCG(1, 1))
	stored := map[board.Position]bool{}
	for range kills {
		learnAndKill(t, path, 1+rnd.IntN(200), stored)
		s, err := book.OpenStore(path)
		if err != nil {
			t.Fatalf("after a kill: %v", err)
		}
		g, err := book.Load(s)
		if err != nil {
			t.Fatalf("after a kill: %v", err)
		}
		if faults := book.Verify(g); len(faults) != 0 {
			t.Fatalf("after a kill: %v", faults)
		}
		b := book.New(s)
		for p := range stored {
			if _, ok := b.Entry(p); !ok {
				t.Fatalf("a stored position is gone:\n%v", p)
			}
		}
		s.Close()
	}
	if len(stored) < kills {
		t.Errorf("only %d positions were stored", len(stored))
	}
	t.Logf("%d kills, %d positions", kills, len(stored))
}

// learnAndKill lets a learner run until it has told of so many stored positions, kills
// it in what it does next, and notes all that it told of.
func learnAndKill(t *testing.T, path string, positions int, stored map[board.Position]bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestLearnerProcess$", "-test.v")
	cmd.Env = append(os.Environ(), learnerVariable+"="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var squares, side string
		if n, _ := fmt.Sscanf(lines.Text(), "stored %s %s", &squares, &side); n != 2 {
			continue
		}
		if p, _, err := notation.ParsePosition(squares + " " + side); err == nil {
			stored[p] = true
		}
		if positions--; positions == 0 {
			cmd.Process.Kill() // what it wrote until then is still read
		}
	}
	cmd.Wait()
}
