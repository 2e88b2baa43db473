//go:build !wasm

package book

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// However much changes, in one transaction or in a new file, the book holds what it is to
// hold, and the games that were counted or wait.
func TestWriteAll(t *testing.T) {
	for name, most := range map[string]int{"transaction": 1 << 30, "new file": 0, "either": 60} {
		t.Run(name, func(t *testing.T) {
			defer func(before int) { mostChanged = before }(mostChanged)
			mostChanged = most
			rnd := rand.New(rand.NewPCG(1, 1))
			path := filepath.Join(t.TempDir(), "work.book")
			s := edit(t, path)
			waiting := randomLine(rnd, 20).Plies
			if err := s.Wait(waiting); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, 0o600); err != nil {
				t.Fatal(err)
			}
			g := NewGraph()
			for range 6 {
				g.Merge(searched(rnd, 20))
				for p := range g.entries {
					if rnd.IntN(8) == 0 {
						g.Remove(p)
					}
				}
				game := CountedGame{KeyOf(randomLine(rnd, 12).Plies), 13}
				if err := s.WriteAll(g, game); err != nil {
					t.Fatal(err)
				}
				sameBooks(t, loaded(t, s), g)
				if n, err := s.Counted(game.Key); n != 13 || err != nil {
					t.Errorf("%d positions counted: %v", n, err)
				}
			}
			s.Close()
			s = edit(t, path) // checks the whole file
			sameBooks(t, loaded(t, s), g)
			if games, err := s.Waiting(); len(games) != 1 || len(games[0]) != len(waiting) || err != nil {
				t.Errorf("%d games wait: %v", len(games), err)
			}
			if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
				t.Errorf("mode %v", info.Mode())
			}
			if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// broken is a book that cannot be read to its end.
type broken struct{ *Graph }

func (broken) Err() error { return errors.New("broken") }

// What cannot be read to its end leaves the book as it was.
func TestWriteAllOfABrokenBook(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 2))
	g := searched(rnd, 10)
	path := stored(t, g)
	s := edit(t, path)
	if err := s.WriteAll(broken{searched(rnd, 10)}); err == nil {
		t.Error("no error")
	}
	s.Close()
	sameBooks(t, loaded(t, edit(t, path)), g)
}

// Whoever has waited for a book that a new file has replaced gets the new one, and another
// name for the book stays one.
func TestNewFileTakesTheName(t *testing.T) {
	defer func(before int) { mostChanged = before }(mostChanged)
	mostChanged = 0
	rnd := rand.New(rand.NewPCG(3, 3))
	path := stored(t, searched(rnd, 10))
	link := filepath.Join(t.TempDir(), "link.book")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	g := searched(rnd, 20)
	s := edit(t, link)
	before, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	if err := s.WriteAll(g); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is none any more", err)
	}
	if !s.current() || (&Store{path: path, file: before}).current() {
		t.Error("the new file has not taken the name")
	}
	s.Close()
	sameBooks(t, loaded(t, edit(t, path)), g)
}
