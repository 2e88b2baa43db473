package book

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// A book that stays in its file says the same as one in memory, and its faults are
// found when it is opened.
func TestLargeFlatBookIsReadWhereItLies(t *testing.T) {
	defer func(before int64) { largeFlat = before }(largeFlat)
	largeFlat = 0
	rnd := rand.New(rand.NewPCG(5, 6))
	g := build(randomLines(rnd, 300))
	path := filepath.Join(t.TempDir(), "large.kbook")
	if err := Save(path, g); err != nil {
		t.Fatal(err)
	}
	b, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := b.open().(*flatFile); !ok {
		t.Fatalf("%T", b.open())
	}
	want, err := openFlat(Flat(g))
	if err != nil {
		t.Fatal(err)
	}
	sameBooks(t, loaded(t, b.open()), loaded(t, want))
	for p := range g.entries {
		e, ok := b.open().find(p)
		if other, _ := want.find(p); !ok || e != other {
			t.Fatalf("%+v, want %+v", e, other)
		}
		p.Player, p.Opponent = p.Opponent, p.Player
		if _, known := g.entries[p]; known {
			continue
		}
		if _, ok := b.open().find(p); ok {
			t.Fatal("a position that is not there is found")
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	whole, _ := os.ReadFile(path)
	for range 200 {
		data := append([]byte(nil), whole...)
		data[rnd.IntN(len(data))] ^= 1 << rnd.IntN(8)
		os.WriteFile(path, data[:len(data)-rnd.IntN(2)*rnd.IntN(60)], 0o600)
		if b, err := Open(path); err == nil {
			b.Close()
			t.Fatal("a damaged book is opened")
		}
	}
}
