package book

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// Whoever reads a whole book of any kind is told of every position once, and can end it.
func TestWatch(t *testing.T) {
	g := build(randomLines(rand.New(rand.NewPCG(1, 1)), 300))
	if g.Len() <= watchEvery {
		t.Fatalf("%d positions are too few", g.Len())
	}
	dir := t.TempDir()
	flatPath, storePath, foreignPath := filepath.Join(dir, "x.kbook"), filepath.Join(dir, "x.book"), filepath.Join(dir, "x.egbk3")
	if err := Save(flatPath, g); err != nil {
		t.Fatal(err)
	}
	store, err := EditStore(storePath)
	if err == nil {
		err = errors.Join(store.WriteAll(g), store.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(foreignPath)
	if err == nil {
		_, err = New(g).WriteEgaroucid(file)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	for name, read := range map[string]func(b *Book) error{
		"load": func(b *Book) error { _, err := b.Load(); return err },
		"flat": func(b *Book) error {
			file, err := os.Create(filepath.Join(dir, "copy"))
			if err == nil {
				_, err = b.WriteFlat(file)
				file.Close()
			}
			return err
		},
		"verify": func(b *Book) error { _, err := b.VerifyForeign(func(Fault) {}); return err },
	} {
		for _, path := range []string{flatPath, storePath, foreignPath} {
			if name == "verify" && path != foreignPath {
				continue
			}
			b, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			told, want := 0, g.Len()
			if path == foreignPath { // without passes and finished games
				want = b.Len()
			}
			b.Watch(func(more int) error { told += more; return nil })
			if err := read(b); err != nil || told != want {
				t.Errorf("%s of %s: %d positions told of %d (%v)", name, filepath.Base(path), told, want, err)
			}
			b.Watch(func(int) error { return enough })
			if err := read(b); !errors.Is(err, enough) {
				t.Errorf("%s of %s goes on: %v", name, filepath.Base(path), err)
			}
			b.Close()
		}
	}
	d, err := DraftOf(g)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for name, read := range map[string]func(Watch) error{
		"verify": func(w Watch) error { return d.Verify(func(Fault) {}, w) },
		"settle": d.Settle,
	} {
		told := 0
		if err := read(func(more int) error { told += more; return nil }); err != nil || told != g.Len() {
			t.Errorf("%s: %d positions told of %d (%v)", name, told, g.Len(), err)
		}
		if err := read(func(int) error { return enough }); !errors.Is(err, enough) {
			t.Errorf("%s goes on: %v", name, err)
		}
	}
}
