package book

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"kaeshi/engine/board"
)

// million makes a book of that many positions from random games.
func million() *Graph {
	rnd := rand.New(rand.NewPCG(1, 1))
	g := NewGraph()
	for g.Len() < 1_000_000 {
		p := board.Start()
		for range 40 {
			if p.Over() {
				break
			}
			p = p.Play(randomMove(rnd, p))
			e := NewEntry(FromSearch)
			e.Own, e.HasOwn = Value(rnd.IntN(2000)-1000), true
			g.Put(p, e)
		}
	}
	g.Recompute()
	return g
}

// BenchmarkMillion opens and probes a book of a million positions of either kind.
func BenchmarkMillion(b *testing.B) {
	g := million()
	dir := b.TempDir()
	flatFile, storeFile := filepath.Join(dir, "flat"), filepath.Join(dir, "store")
	if err := Save(flatFile, g); err != nil {
		b.Fatal(err)
	}
	s, err := EditStore(storeFile)
	if err != nil {
		b.Fatal(err)
	}
	for ps := range slices.Chunk(g.positions(), 50_000) {
		if err := s.Write(g, ps); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	positions := g.positions()
	rand.New(rand.NewPCG(2, 2)).Shuffle(len(positions), func(i, j int) { positions[i], positions[j] = positions[j], positions[i] })
	for _, file := range []string{flatFile, storeFile} {
		b.Run("open "+filepath.Base(file), func(b *testing.B) {
			for b.Loop() {
				opened, err := Open(file)
				if err != nil {
					b.Fatal(err)
				}
				opened.Close()
			}
		})
		b.Run("probe "+filepath.Base(file), func(b *testing.B) {
			opened, err := Open(file)
			if err != nil {
				b.Fatal(err)
			}
			defer opened.Close()
			for i := 0; b.Loop(); i++ {
				opened.Probe(positions[i%len(positions)])
			}
		})
	}
}
