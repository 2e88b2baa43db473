package book

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kaeshi/book/foreign"
	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// edaxBook is one that Edax 4.6 made: new, play, deviate.
var edaxBook = filepath.Join("testdata", "edax.dat")

// written returns the file that write writes.
func written(t *testing.T, name string, write func(*os.File) error) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := write(file); err != nil {
		t.Fatal(err)
	}
	return path
}

func opened(t *testing.T, path string) *Book {
	t.Helper()
	b, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func writtenEdax(t *testing.T, g *Graph) string {
	return written(t, "ours.dat", func(f *os.File) error {
		_, err := WriteEdax(f, g, time.Now())
		return err
	})
}

// rawRecord is what a book of another program says of a position, without what Kaeshi does not
// keep.
type rawRecord struct {
	Value, Level int
	Links        []foreign.Link
	Leaf         foreign.Link
}

func rawRecords(t *testing.T, path string) map[board.Position]rawRecord {
	t.Helper()
	f, err := foreign.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all := map[board.Position]rawRecord{}
	for _, r := range f.Records() {
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		links := slices.SortedFunc(slices.Values(r.Links), func(a, b foreign.Link) int { return int(a.Square) - int(b.Square) })
		all[r.Position] = rawRecord{r.Value, r.Level, links, r.Leaf}
	}
	return all
}

// Through a working book an Edax book stays the same in every position, value, level, link
// and leaf.
func TestEdaxThereAndBack(t *testing.T) {
	b := opened(t, edaxBook)
	faults := 0
	if n, err := b.VerifyForeign(func(f Fault) { t.Error(f); faults++ }); n != 28 || err != nil {
		t.Fatal(n, err)
	}
	g, err := b.Load()
	if err != nil {
		t.Fatal(err)
	}
	g.Recompute()
	s, err := OpenStore(stored(t, g))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	back := writtenEdax(t, loaded(t, s))
	if diff := cmp.Diff(rawRecords(t, edaxBook), rawRecords(t, back)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	copied := written(t, "copy.dat", func(f *os.File) error { _, err := b.CopyEdax(f); return err })
	want, _ := os.ReadFile(edaxBook)
	if got, _ := os.ReadFile(copied); !bytes.Equal(got, want) {
		t.Error("the copy is not the same")
	}
}

// known gives every position a leaf that wants one, in whole discs.
func known(rnd *rand.Rand, g *Graph) *Graph {
	for p, e := range g.All() {
		e.Leaf, e.LeafValue = board.NoSquare, 0
		if rest := g.Unplayed(p); rest != 0 {
			for rest&e.Leaf.Bit() == 0 || e.Leaf > 63 {
				e.Leaf = randomMove(rnd, p)
			}
			e.LeafValue = Value((rnd.IntN(41) - 20) * search.Disc)
		}
		e.Own = e.Own / search.Disc * search.Disc
		if p.Over() {
			e.Own, e.HasOwn = Value(p.Score()*search.Disc), true
		}
		e.Level, e.Origin = 12, FromEdax
		g.Put(p, e)
	}
	g.Recompute()
	return g
}

// What is written for Edax has no fault, passes included, and gives the same values.
func TestWriteEdax(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	passes := 0
	for range 20 {
		g := known(rnd, build(randomLines(rnd, 40)))
		for p := range g.All() { // let some positions of passes be looked through
			if p.MustPass() {
				passes++
				if rnd.IntN(2) == 0 {
					g.Remove(p)
				}
			}
		}
		g.Recompute()
		b := opened(t, writtenEdax(t, g))
		if _, err := b.VerifyForeign(func(f Fault) { t.Error(f) }); err != nil {
			t.Fatal(err)
		}
		for p, e := range g.All() {
			if got, ok := b.Entry(p); !ok || got.Value != e.Value {
				t.Fatalf("value %v, want %v", got.Value, e.Value)
			}
		}
	}
	if passes == 0 {
		t.Error("no passes were tried")
	}
}

func TestEdaxWantsLeaves(t *testing.T) {
	g := build(read(t, "F5D6C3D3C4\n2\n"))
	leafless := 0
	for p, e := range g.All() {
		if Leafless(g, p, e) {
			leafless++
		}
	}
	if leafless != 5 { // but for the start, whose moves are all one
		t.Errorf("%d positions want a leaf, want 5", leafless)
	}
	_, err := WriteEdax(&os.File{}, g, time.Now())
	if err == nil {
		t.Error("it is written without leaves")
	}
}

// A level that is not Edax's becomes that of the plies it looks ahead, one for the whole
// book.
func TestEdaxLevels(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	g := known(rnd, build(randomLines(rnd, 20)))
	i := 0
	for p, e := range g.All() {
		e.Origin, e.Level = FromSearch, uint8(14+i%3)
		g.Put(p, e)
		i++
	}
	want := Entry{Level: 14, Origin: FromSearch}.Depth()
	for _, r := range rawRecords(t, writtenEdax(t, g)) {
		if r.Level != want {
			t.Fatalf("level %d, want %d", r.Level, want)
		}
	}
}

// Through a working book an Egaroucid book keeps every position, value, level and leaf.
func TestEgaroucidThereAndBack(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	write := func(b *Book) string {
		return written(t, "ours.egbk3", func(f *os.File) error { _, err := b.WriteEgaroucid(f); return err })
	}
	passes := 0
	for range 20 {
		g := known(rnd, build(randomLines(rnd, 40)))
		path := write(New(g))
		b := opened(t, path)
		again, err := b.Load()
		if err != nil {
			t.Fatal(err)
		}
		for p, e := range g.All() {
			got, ok := again.Entry(p)
			if p.MustPass() {
				passes++
				got, ok = again.Entry(p.Pass())
				got.Value = -got.Value
			}
			if ok == p.Over() || ok && (got.Value != e.Value || got.Level != e.Level) {
				t.Fatalf("%+v, want %+v", got, e)
			}
		}
		again.Recompute()
		if diff := cmp.Diff(rawRecords(t, path), rawRecords(t, write(New(again)))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	if passes == 0 {
		t.Error("no passes were tried")
	}
}

// From Edax to Egaroucid and back the values stay.
func TestEdaxToEgaroucid(t *testing.T) {
	b := opened(t, edaxBook)
	path := written(t, "theirs.egbk3", func(f *os.File) error { _, err := b.WriteEgaroucid(f); return err })
	theirs := opened(t, path)
	for p, e := range loaded(t, b.open()).All() {
		if got, ok := theirs.Entry(p); !ok || got.Value != e.Value || got.Leaf != e.Leaf || got.Level != e.Level {
			t.Errorf("%+v, want %+v", got, e)
		}
	}
}

// The end of a line that Egaroucid searched deeper than its leaf keeps its value; where
// the line goes on, the leaf is another move and keeps its own.
func TestShallowLeafOfAnEnd(t *testing.T) {
	p := after(t, "F5")
	record := foreign.Record{Position: p, Value: 2, Level: 21, Leaf: foreign.Link{Score: -7, Square: after64("F6")}, LeafLevel: 5}
	next := foreign.Record{Position: after(t, "F5D6"), Value: -2, Level: 21, Leaf: foreign.Link{Square: board.NoSquare}}
	for want, records := range map[Value][]foreign.Record{
		2 * search.Disc:  {record},
		-7 * search.Disc: {record, next},
	} {
		path := written(t, "theirs.egbk3", func(f *os.File) error {
			w, err := foreign.NewWriter(f, foreign.Header{Kind: foreign.Egaroucid3})
			if err != nil {
				return err
			}
			for i := range records {
				if err := w.Add(&records[i]); err != nil {
					return err
				}
			}
			_, err = w.Close()
			return err
		})
		if e, ok := opened(t, path).Entry(p); !ok || e.LeafValue != want || e.Leaf != after64("F6") {
			t.Errorf("leaf %v %v, want %v", e.Leaf, e.LeafValue, want)
		}
	}
}

// A book that is written flat in pieces is the book written at once.
func TestWriteFlatInPieces(t *testing.T) {
	b := opened(t, edaxBook)
	g := loaded(t, b.open())
	path := written(t, "a.kbook", func(f *os.File) error { _, err := b.WriteFlat(f); return err })
	got, _ := os.ReadFile(path)
	if !bytes.Equal(got, Flat(g)) {
		t.Error("an Edax book differs")
	}
	rnd := rand.New(rand.NewPCG(6, 6))
	for _, lines := range []int{0, 1, 300} {
		g := randomGraph(rnd, lines)
		path := written(t, "b.kbook", func(f *os.File) error { _, err := New(g).WriteFlat(f); return err })
		if got, _ := os.ReadFile(path); !bytes.Equal(got, Flat(g)) {
			t.Errorf("%d lines differ", lines)
		}
		opened(t, path)
	}
}

// Of levels that different programs count, the plies are compared.
func TestDeeperAcrossPrograms(t *testing.T) {
	ours := Entry{Level: 21, Origin: FromSearch} // 16 plies
	for level, want := range map[uint8]bool{15: false, 17: true} {
		if got := deeper(Entry{Level: level, Origin: FromEdax}, ours); got != want {
			t.Errorf("Edax's level %d is deeper: %v, want %v", level, got, want)
		}
	}
}

// What Verify of an Edax book looks for.
func TestFaultsOfEdaxBooks(t *testing.T) {
	for name, change := range map[string]func(*foreign.Record){
		"level":                  func(r *foreign.Record) { r.Level++ },
		"above its upper bound":  func(r *foreign.Record) { r.Lower, r.Upper = 5, 4 },
		"the moves give":         func(r *foreign.Record) { r.Value += 2 },
		"is not legal":           func(r *foreign.Record) { r.Leaf = foreign.Link{Score: -64, Square: 0} },
		"is missing":             func(r *foreign.Record) { r.Links = append(r.Links, foreign.Link{Score: -64, Square: r.Leaf.Square}) },
		"is a link, too":         func(r *foreign.Record) { r.Leaf = foreign.Link{Score: -64, Square: r.Links[0].Square} },
		"is there twice":         func(r *foreign.Record) { r.Links = append(r.Links, r.Links[0]) },
		"but is no link":         func(r *foreign.Record) { r.Links = r.Links[1:] },
		"but the position after": func(r *foreign.Record) { r.Links[0].Score-- },
		"no leaf, but":           func(r *foreign.Record) { r.Leaf = foreign.Link{Score: foreign.Unknown, Square: board.NoSquare} },
		"not the canonical form": func(r *foreign.Record) { r.Position = r.Position.Transform(6) },
	} {
		t.Run(name, func(t *testing.T) {
			path := written(t, "wrong.dat", func(f *os.File) error { return changedEdax(f, change) })
			told := false
			_, err := opened(t, path).VerifyForeign(func(f Fault) { told = told || bytes.Contains([]byte(f.Text), []byte(name)) })
			if err != nil || !told {
				t.Errorf("not told: %v", err)
			}
		})
	}
}

// changedEdax writes the Edax book with one record changed, which has links and a leaf.
func changedEdax(f *os.File, change func(*foreign.Record)) error {
	theirs, err := foreign.Open(edaxBook)
	if err != nil {
		return err
	}
	defer theirs.Close()
	w, err := foreign.NewWriter(f, theirs.Header)
	if err != nil {
		return err
	}
	changed := false
	for _, r := range theirs.Records() {
		if r.Err != nil {
			return r.Err
		}
		if !changed && len(r.Links) == 1 && r.Leaf.Square < board.Pass && r.Position.EmptyCount() < 59 {
			change(r.Record)
			changed = true
		}
		if err := w.Add(r.Record); err != nil {
			return err
		}
	}
	_, err = w.Close()
	return err
}
