package book

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

func randomGraph(rnd *rand.Rand, lines int) *Graph {
	g := build(randomLines(rnd, lines))
	for p, e := range g.All() {
		e.Leaf, e.LeafValue = randomMove(rnd, p), Value(rnd.IntN(2000)-1000)
		e.Level, e.Selectivity, e.Origin = uint8(rnd.IntN(20)), search.Selectivity(rnd.IntN(6)), Origin(rnd.IntN(3))
		e.Visits = rnd.Uint32()
		g.Put(p, e)
	}
	g.Recompute()
	return g
}

func TestFlatBookKeepsWhatItHolds(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for _, lines := range []int{0, 1, 2, 50, 400} {
		g := randomGraph(rnd, lines)
		f, err := openFlat(Flat(g))
		if err != nil {
			t.Fatal(err)
		}
		if n := loaded(t, f).Len(); n != g.Len() {
			t.Fatalf("%d positions, want %d", n, g.Len())
		}
		for p, e := range g.All() {
			e.Own, e.HasOwn, e.Updated = e.Value, true, time.Time{}
			if got, ok := f.find(p); !ok || got != e {
				t.Fatalf("got %+v, want %+v", got, e)
			}
		}
		walked := 0
		for p, e := range f.All() {
			if got, _ := f.find(p); got != e {
				t.Fatalf("walk gives %+v, find %+v", e, got)
			}
			walked++
		}
		if walked != g.Len() {
			t.Errorf("walked over %d of %d", walked, g.Len())
		}
		if _, ok := f.find(board.Position{Player: 1, Opponent: 2}); ok {
			t.Error("finds a position that nobody registered")
		}
	}
}

func TestDamagedFlatBookIsRefused(t *testing.T) {
	data := Flat(randomGraph(rand.New(rand.NewPCG(2, 2)), 3))
	for n := range data {
		if _, err := openFlat(data[:n]); err == nil {
			t.Fatalf("accepts the first %d of %d bytes", n, len(data))
		}
	}
	for i := range data {
		damaged := append([]byte(nil), data...)
		damaged[i] ^= 1 << (i % 8)
		if _, err := openFlat(damaged); err == nil {
			t.Fatalf("accepts a changed byte at %d", i)
		}
	}
	for _, test := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "not a Kaeshi book"},
		{"text", []byte("F5D6C3\n2.0\n"), "not a Kaeshi book"},
		{"header only", data[:flatHeader], "truncated"},
		{"cut", data[:len(data)-1], "truncated"},
		{"longer", append(append([]byte(nil), data...), 0), "1 bytes beyond its end"},
		{"later version", withChecksum(data, func(d []byte) { d[8] = 9 }), "version 9"},
		{"wild directory", withChecksum(data, func(d []byte) { binary.LittleEndian.PutUint32(d[flatHeader:], 1<<31) }), "malformed"},
		{"huge count", withChecksum(data, func(d []byte) { binary.LittleEndian.PutUint64(d[16:], 1<<63) }), "malformed"},
	} {
		if _, err := openFlat(test.data); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one that says %q", test.name, err, test.want)
		}
	}
}

// withChecksum changes a copy of a book and sets the checksum right again.
func withChecksum(data []byte, change func([]byte)) []byte {
	data = append([]byte(nil), data...)
	change(data)
	binary.LittleEndian.PutUint32(data[checksumAt:], flatChecksum(data))
	return data
}

func FuzzOpenFlat(f *testing.F) {
	data := Flat(randomGraph(rand.New(rand.NewPCG(3, 3)), 2))
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte(flatMagic))
	f.Add(Flat(NewGraph()))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > checksumAt+4 { // get past the checksum to what is behind it
			data = withChecksum(data, func([]byte) {})
		}
		flat, err := openFlat(data)
		if err != nil {
			return
		}
		book := New(flat)
		book.Probe(board.Start())
		for p := range flat.All() {
			if p.Valid() {
				book.Probe(p)
			}
		}
	})
}

func BenchmarkProbe(b *testing.B) {
	rnd := rand.New(rand.NewPCG(4, 4))
	f, err := openFlat(Flat(randomGraph(rnd, 4000)))
	if err != nil {
		b.Fatal(err)
	}
	var positions []board.Position
	for p := range f.All() {
		positions = append(positions, p)
	}
	book := New(f)
	for i := 0; b.Loop(); i++ {
		book.Probe(positions[i%len(positions)])
	}
}
