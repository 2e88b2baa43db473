//go:build !wasm

package book

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// grown makes a working book as one grows: in several changes, so that there are free
// pages, with games that were counted and games that wait.
func grown(t *testing.T) (data []byte, g *Graph) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(5, 5))
	path := filepath.Join(t.TempDir(), "work.book")
	s := edit(t, path)
	g = NewGraph()
	for range 3 {
		more := randomGraph(rnd, 16)
		g.Merge(more)
		game := randomLine(rnd, 12).Plies
		err := errors.Join(s.WriteAll(g), s.Wait(randomLine(rnd, 20).Plies),
			s.WriteGame(g, nil, CountedGame{KeyOf(game), 13}))
		if err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data, g
}

// damage changes a copy of a file somewhere: a bit, a byte, a block, two blocks that
// change places, or the end.
func damage(rnd *rand.Rand, data []byte) (damaged []byte, what string) {
	damaged = bytes.Clone(data)
	at := rnd.IntN(len(data))
	const block = 512
	from, to := at/block*block, rnd.IntN(len(data)/block)*block
	switch rnd.IntN(8) {
	case 0, 1, 2:
		bit := byte(1) << rnd.IntN(8)
		damaged[at] ^= bit
		return damaged, fmt.Sprintf("bit %#x of byte %d", bit, at)
	case 3, 4:
		damaged[at] = byte(rnd.Uint32())
		return damaged, fmt.Sprintf("byte %d", at)
	case 5:
		clear(damaged[from:min(from+block, len(data))])
		return damaged, fmt.Sprintf("zeros at %d", from)
	case 6:
		copy(damaged[from:min(from+block, len(data))], data[to:])
		return damaged, fmt.Sprintf("block %d at %d", to, from)
	}
	return damaged[:at], fmt.Sprintf("cut at %d", at)
}

// A damaged working book is refused in one line, or the damage was where nothing
// stands: then all of it is there, and it can go on to be changed.
func TestDamagedStoreIsRefused(t *testing.T) {
	data, g := grown(t)
	path := filepath.Join(t.TempDir(), "damaged.book")
	rnd := rand.New(rand.NewPCG(6, 6))
	refused := 0
	for range damages {
		damaged, what := damage(rnd, data)
		if err := os.WriteFile(path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		b, err := Open(path)
		if err != nil {
			refused++
			if text := err.Error(); strings.Contains(text, "\n") || !strings.HasPrefix(text, path) {
				t.Fatalf("%s: the message is %q", what, text)
			}
			if s, err := EditStore(path); err == nil {
				s.Close()
				t.Fatalf("%s: refused for reading, but not for writing", what)
			}
			continue
		}
		read, err := b.Load()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		b.Close()
		if !maps.Equal(read.entries, g.entries) {
			sameBooks(t, read, g)
			t.Fatal(what)
		}
		changedAgain(t, path, what, g)
	}
	t.Logf("%d of %d damages were refused", refused, damages)
	if refused < damages/8 {
		t.Errorf("only %d of %d damages were noticed", refused, damages)
	}
}

// changedAgain changes a book and finds it whole afterwards.
func changedAgain(t *testing.T, path, what string, g *Graph) {
	t.Helper()
	s, err := EditStore(path)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if waiting, err := s.Waiting(); err != nil || len(waiting) != 3 {
		t.Fatalf("%s: %d games wait: %v", what, len(waiting), err)
	}
	p := g.positions()[g.Len()/2]
	more := &Graph{entries: map[board.Position]Entry{p: NewEntry(FromGame)}}
	if err := errors.Join(s.Write(more, []board.Position{p}), s.Close()); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	again, err := OpenStore(path)
	if err != nil {
		t.Fatalf("%s: after a change: %v", what, err)
	}
	defer again.Close()
	if got := loaded(t, again); got.Len() != g.Len() || got.entries[p].Origin != FromGame {
		t.Fatalf("%s: after a change: %d positions, want %d", what, got.Len(), g.Len())
	}
}

// A book that is damaged after it was opened never ends the program that reads it: it
// is told once, and then there is no book.
func TestDamageWhileABookIsRead(t *testing.T) {
	data, g := grown(t)
	rnd := rand.New(rand.NewPCG(8, 8))
	told := 0
	for range damages / 3 {
		path := filepath.Join(t.TempDir(), "open.book")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := OpenStore(path)
		if err != nil {
			t.Fatal(err)
		}
		b := New(s)
		faults := 0
		b.OnFault = func(error) { faults++ }
		ruin(t, path, rnd, len(data))
		for p, want := range g.All() {
			b.Probe(p)
			if e, ok := b.Entry(p); ok && e != want {
				t.Fatal("an entry that nobody wrote")
			}
		}
		if _, err := b.Load(); b.Err() != nil && (err == nil || b.Probe(board.Start()) != nil) {
			t.Fatal("a damaged book still answers")
		}
		if faults > 1 {
			t.Fatalf("a fault was told %d times", faults)
		}
		told += faults
		s.Close()
	}
	if told == 0 {
		t.Error("no damage was met")
	}
}

// A program that writes notices the damage too: the first change that meets it fails,
// and so do all later ones.
func TestDamageWhileABookIsWritten(t *testing.T) {
	data, g := grown(t)
	path := filepath.Join(t.TempDir(), "open.book")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	s := edit(t, path)
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	heads := 2 * os.Getpagesize()
	if _, err := file.WriteAt(make([]byte, len(data)-heads), int64(heads)); err != nil {
		t.Fatal(err)
	}
	first := s.Write(g, g.positions()[:1])
	if first == nil || !strings.Contains(first.Error(), "was damaged") || strings.Contains(first.Error(), "\n") {
		t.Fatalf("a change of a damaged book: %v", first)
	}
	line := randomLine(rand.New(rand.NewPCG(1, 4)), 10).Plies
	for _, err := range []error{s.WriteAll(g), s.Wait(line), s.WriteGame(g, nil, CountedGame{KeyOf(line), 1}), s.Err()} {
		if !errors.Is(err, first) {
			t.Errorf("afterwards: %v", err)
		}
	}
	if err := s.Close(); err != nil { // and nobody hangs
		t.Error(err)
	}
}

// ruin overwrites a few records of an open book's file.
func ruin(t *testing.T, path string, rnd *rand.Rand, size int) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	noise := make([]byte, 200)
	for i := range noise {
		noise[i] = byte(rnd.Uint32())
	}
	for range 3 {
		if _, err := file.WriteAt(noise, int64(rnd.IntN(size-len(noise)))); err != nil {
			t.Fatal(err)
		}
	}
}

// Every byte of a flat book counts.
func TestDamagedFlatFileIsRefused(t *testing.T) {
	data := Flat(randomGraph(rand.New(rand.NewPCG(2, 2)), 30))
	path := filepath.Join(t.TempDir(), "damaged.kbook")
	rnd := rand.New(rand.NewPCG(9, 9))
	for range damages {
		damaged, what := damage(rnd, data)
		if err := os.WriteFile(path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Open(path)
		if same := bytes.Equal(data, damaged); same != (err == nil) {
			t.Fatalf("%s: %v", what, err)
		}
		if err != nil && (strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), path)) {
			t.Fatalf("%s: the message is %q", what, err)
		}
	}
}

// What is no plain file is not waited for, and a promise of length not believed.
func TestOddFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	huge := filepath.Join(dir, "huge")
	file, err := os.Create(huge)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write(Flat(NewGraph())); err != nil {
		t.Fatal(err)
	}
	if err := file.Truncate(1 << 40); err != nil {
		t.Skip("no large files here")
	}
	file.Close()
	for _, path := range []string{dir, huge, os.DevNull} {
		if _, err := Open(path); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestBooksOfVersion1(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(3, 3)), 40)
	path := filepath.Join(t.TempDir(), "old.book")
	old := edit(t, path)
	err := old.update(func(w *writing) error { // as the first form was
		return errors.Join(w.positions(g, g.positions()), w.tx.DeleteBucket(gamesBucket), w.tx.DeleteBucket(waitingBucket))
	})
	if err != nil {
		t.Fatal(err)
	}
	forget(t, old)
	old.Close()
	s := edit(t, path)
	sameBooks(t, loaded(t, s), g)
	line := randomLine(rand.New(rand.NewPCG(1, 4)), 10).Plies
	if n, err := s.Counted(KeyOf(line)); n != 0 || err != nil {
		t.Errorf("counted %d, %v", n, err)
	}
	if waiting, err := s.Waiting(); len(waiting) != 0 || err != nil {
		t.Errorf("waiting %v, %v", waiting, err)
	}
	if err := s.Wait(line); err != nil {
		t.Fatal(err)
	}
	s.Close()
	again := edit(t, path)
	sameBooks(t, loaded(t, again), g)
	if waiting, err := again.Waiting(); err != nil || len(waiting) != 1 || fmt.Sprint(waiting[0]) != fmt.Sprint([]notation.Ply(line)) {
		t.Errorf("waiting %v, %v", waiting, err)
	}
}

// forget makes a book one without a tally.
func forget(t *testing.T, s *Store) {
	t.Helper()
	err := s.db.Update(func(tx *bbolt.Tx) error {
		meta := tx.Bucket(metaBucket)
		return errors.Join(meta.Delete(tallyKey), meta.Put(versionKey, []byte{1}))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A book that is new is in its folder for good.
func TestFoldersAreSynced(t *testing.T) {
	var synced []string
	before := syncFolder
	t.Cleanup(func() { syncFolder = before })
	syncFolder = func(path string) error {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("synced before the book is there: %v", err)
		}
		synced = append(synced, path)
		return before(path)
	}
	dir := t.TempDir()
	working := filepath.Join(dir, "a.book")
	edit(t, working).Close()
	if want := fmt.Sprint([]string{working}); fmt.Sprint(synced) != want {
		t.Errorf("synced %v, want %s", synced, want)
	}
	if err := before(filepath.Join(dir, "missing", "c.book")); err == nil {
		t.Error("a folder that is not there is synced")
	}
}
