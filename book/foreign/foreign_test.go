package foreign

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kaeshi/engine/board"
)

// randomPosition plays random moves from the start.
func randomPosition(rnd *rand.Rand) board.Position {
	p := board.Start()
	for range rnd.IntN(40) {
		moves := p.Moves()
		if moves == 0 {
			break
		}
		for range rnd.IntN(bits.OnesCount64(moves)) {
			moves &= moves - 1
		}
		p = p.Play(board.Square(bits.TrailingZeros64(moves)))
	}
	return p.Transform(rnd.IntN(board.Symmetries))
}

// randomRecord says as much as a book of the kind can.
func randomRecord(rnd *rand.Rand, kind Kind) Record {
	score := func() int { return rnd.IntN(129) - 64 }
	r := Record{
		Position: randomPosition(rnd), Value: score(), Level: rnd.IntN(61), Lower: Unknown, Upper: UnknownUpper,
		Leaf: Link{Unknown, board.NoSquare}, LeafLevel: -1,
	}
	r.LeafLevel = r.Level
	for rest := r.Position.Moves(); rest != 0; rest &= rest - 1 {
		link := Link{score(), board.Square(bits.TrailingZeros64(rest))}
		switch {
		case rnd.IntN(2) == 0:
			r.Leaf = link
		case kind == Edax:
			r.Links = append(r.Links, link)
		}
	}
	r.Lines = rnd.Uint32()
	if kind == Edax {
		r.Wins, r.Draws, r.Losses = rnd.Uint32(), rnd.Uint32(), rnd.Uint32()
		r.Lower, r.Upper = score(), score()
	} else {
		r.LeafLevel = rnd.IntN(61) - 1
	}
	return r
}

// seeker is a file in memory.
type seeker struct {
	data []byte
	at   int64
}

func (s *seeker) Write(data []byte) (int, error) {
	s.data = append(s.data[:s.at], append(bytes.Clone(data), s.data[min(s.at+int64(len(data)), int64(len(s.data))):]...)...)
	s.at += int64(len(data))
	return len(data), nil
}

func (s *seeker) Seek(offset int64, whence int) (int64, error) {
	s.at = offset
	if whence == io.SeekEnd {
		s.at += int64(len(s.data))
	}
	return s.at, nil
}

func write(t *testing.T, h Header, records []Record) []byte {
	t.Helper()
	var file seeker
	w, err := NewWriter(&file, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range records {
		if err := w.Add(&records[i]); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := w.Close(); err != nil || n != int64(len(records)) {
		t.Fatal(n, err)
	}
	return file.data
}

func read(t *testing.T, data []byte) (*File, []Record) {
	t.Helper()
	f, err := NewFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var records []Record
	for _, r := range f.Records() {
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		copied := *r.Record
		copied.Links = append([]Link(nil), r.Links...)
		records = append(records, copied)
	}
	return f, records
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for _, h := range []Header{
		{Kind: Edax, Release: 6, Level: 21, Empties: 24, MidgameError: 2, EndcutError: 1, Year: 2026, Month: 11, Day: 30, Hour: 23, Minute: 1, Second: 59},
		{Kind: Egaroucid3},
	} {
		var want []Record
		for range 500 {
			want = append(want, randomRecord(rnd, h.Kind))
		}
		f, got := read(t, write(t, h, want))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", h.Kind, diff)
		}
		if h.Count = 500; f.Header != h {
			t.Errorf("header %+v, want %+v", f.Header, h)
		}
	}
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The forms byte by byte. The Edax book is one that Edax 4.6 wrote, with level 21.
func TestBytes(t *testing.T) {
	start := board.Start()
	e6 := board.SquareAt(4, 5)
	for name, test := range map[string]struct {
		data string
		kind Kind
		want Record
	}{
		"Edax": {"58414445 4b4f4f42 0406 ea07 0b1e 17101100 15000000 18000000 02000000 01000000 00000000 01000000" +
			"0000001008000000 0000000810000000 00000000 00000000 00000000 01000000 0100 81ff 7f00 00 15 0113",
			Edax, Record{Position: start, Value: 1, Lower: Unknown, Upper: UnknownUpper, Level: 21, LeafLevel: 21, Lines: 1,
				Leaf: Link{1, board.SquareAt(3, 2)}}},
		"Egaroucid 3": {"444943554f52414745 03 01000000 0000001008000000 0000000810000000 fd 15 07000000 fe 2c 05",
			Egaroucid3, Record{Position: start, Value: -3, Lower: Unknown, Upper: UnknownUpper, Level: 21, Lines: 7,
				Leaf: Link{-2, e6}, LeafLevel: 5}},
		"Egaroucid 3, unknown": {"444943554f52414745 03 01000000 0000001008000000 0000000810000000 82 ff 00000000 82 7d ff",
			Egaroucid3, Record{Position: start, Value: Unknown, Lower: Unknown, Upper: UnknownUpper, Level: -1,
				Leaf: Link{Unknown, board.NoSquare}, LeafLevel: -1}},
		"Egaroucid 2": {"444943554f52414745 02 01000000 0000001008000000 0000000810000000 04 11 02 0113 0414",
			Egaroucid2, Record{Position: start, Value: 4, Lower: Unknown, Upper: UnknownUpper, Level: 17,
				Leaf: Link{Unknown, board.NoSquare}, LeafLevel: -1}},
		"Egaroucid 1": {"01000000 0000001008000000 0000000810000000 43",
			Egaroucid1, Record{Position: start, Value: -3, Lower: Unknown, Upper: UnknownUpper, Level: -1,
				Leaf: Link{Unknown, board.NoSquare}, LeafLevel: -1}},
	} {
		t.Run(name, func(t *testing.T) {
			f, got := read(t, unhex(t, test.data))
			if f.Header.Kind != test.kind || f.Header.Count != 1 || len(got) != 1 {
				t.Fatalf("%+v, %d records", f.Header, len(got))
			}
			test.want.Links = nil
			if diff := cmp.Diff(test.want, got[0]); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Egaroucid numbers squares from H8.
func TestEgaroucidSquares(t *testing.T) {
	square := func(name string) board.Square { // as Egaroucid counts
		sq, _ := board.ParseSquare(name)
		return 63 - sq
	}
	var player, opponent uint64
	for _, name := range []string{"D5", "E4"} {
		player |= square(name).Bit()
	}
	for _, name := range []string{"D4", "E5", "C4"} {
		opponent |= square(name).Bit()
	}
	var r Record
	if _, err := parseEgaroucid3(appendEgaroucid(nil, &Record{
		Position: board.Position{Player: player, Opponent: opponent}, Leaf: Link{3, square("C3")},
	}), &r); err != nil {
		t.Fatal(err)
	}
	turned := r.Position.Transform(6) // by half
	want, _ := board.ParseSquare("C3")
	if got := r.Leaf.Square.Transform(6); got != want || turned.Player != 1<<28|1<<35 {
		t.Errorf("leaf %v, want %v, in\n%v", got, want, turned)
	}
}

func save(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// indexed lets indexes be made in files whatever the size of the book.
func indexed(t *testing.T, limit int64) {
	before := inMemory
	inMemory = limit
	t.Cleanup(func() { inMemory = before })
}

// Every position is found, by an index in memory or in a file, the best record of each.
func TestFind(t *testing.T) {
	for _, kind := range []Kind{Edax, Egaroucid3} {
		for name, limit := range map[string]int64{"memory": 1 << 30, "file": 0} {
			t.Run(fmt.Sprint(kind, " ", name), func(t *testing.T) {
				indexed(t, limit)
				rnd := rand.New(rand.NewPCG(2, 2))
				var records []Record
				for range 3000 {
					records = append(records, randomRecord(rnd, kind))
				}
				want := map[board.Position]*Record{}
				for i := range records {
					r := &records[i]
					p := canonical(r)
					if best := want[p]; best == nil || kind != Edax && r.Level >= best.Level {
						want[p] = r
					}
				}
				path := save(t, "some.book", write(t, Header{Kind: kind}, records))
				for range 2 { // the second time with the index that is there
					checkFound(t, path, want, len(records))
				}
				if _, err := os.Stat(path + indexSuffix); (err == nil) != (limit == 0) {
					t.Errorf("index: %v", err)
				}
			})
		}
	}
}

func checkFound(t *testing.T, path string, want map[board.Position]*Record, records int) {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	findAll := func() {
		t.Helper()
		var got Record
		for p, r := range want {
			if _, found, err := f.Find(p, &got); err != nil || !found || got.Position != r.Position || got.Value != r.Value || got.Leaf != r.Leaf {
				t.Fatalf("found %v, %v: %+v, want %+v", found, err, got, *r)
			}
		}
		if _, found, err := f.Find(board.Position{Player: 1, Opponent: 2}, &got); found || err != nil {
			t.Error("finds what is not there", err)
		}
	}
	findAll() // while the index is made
	if err := f.Wait(); err != nil {
		t.Fatal(err)
	}
	if f.Positions() != int64(len(want)) || f.Doubles() != int64(records-len(want)) {
		t.Errorf("%d positions and %d doubles, want %d and %d", f.Positions(), f.Doubles(), len(want), records-len(want))
	}
	findAll()
}

// What the first reading notes is all positions with few discs and no others, and finds what
// the index does.
func TestFirstReading(t *testing.T) {
	for _, kind := range []Kind{Edax, Egaroucid3} {
		indexed(t, 1<<30)
		defer func(before int) { mostEarly = before }(mostEarly)
		mostEarly = 1000
		rnd := rand.New(rand.NewPCG(9, 9))
		var records []Record
		for range 3000 {
			records = append(records, randomRecord(rnd, kind))
		}
		f, err := Open(save(t, "some.book", write(t, Header{Kind: kind}, records)))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		m := &making{stopped: make(chan struct{})}
		if m.early, err = f.firstReading(m); err != nil {
			t.Fatal(err)
		}
		f.making = m
		met := 0
		for i := range records {
			p := canonical(&records[i])
			var got, want Record
			at, found, err := f.findEarly(p, &got)
			if early := 64-p.EmptyCount() <= m.early.discs; err != nil || found != early {
				t.Fatalf("%d discs, up to %d: found %v, %v", 64-p.EmptyCount(), m.early.discs, found, err)
			}
			if indexedAt, _, err := f.Find(p, &want); found && (at != indexedAt || err != nil) {
				t.Fatal("another record than by the index")
			}
			if found {
				met++
			}
		}
		if met < 100 || met > mostEarly {
			t.Errorf("%d of %d records were noted", met, len(records))
		}
		f.making = nil
	}
}

// saveRandom saves an Edax book of random records, and returns its path with them.
func saveRandom(t *testing.T, rnd *rand.Rand, count int) (path string, records []Record) {
	for range count {
		records = append(records, randomRecord(rnd, Edax))
	}
	return save(t, "some.book", write(t, Header{Kind: Edax}, records)), records
}

// A book may be closed while its index is made: then nothing is left behind.
func TestClosedEarly(t *testing.T) {
	indexed(t, 0)
	path, _ := saveRandom(t, rand.New(rand.NewPCG(10, 10)), 3000)
	for range 20 {
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		os.Remove(path + indexSuffix)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// An index of an older state of the book, or a damaged one, is made anew.
func TestIndexIsMadeAnew(t *testing.T) {
	indexed(t, 0)
	rnd := rand.New(rand.NewPCG(3, 3))
	one, two := randomRecord(rnd, Egaroucid3), randomRecord(rnd, Egaroucid3)
	path := save(t, "some.book", write(t, Header{Kind: Egaroucid3}, []Record{one}))
	checkFound(t, path, map[board.Position]*Record{canonical(&one): &one}, 1)
	if err := os.WriteFile(path, write(t, Header{Kind: Egaroucid3}, []Record{one, two}), 0o644); err != nil {
		t.Fatal(err)
	}
	both := map[board.Position]*Record{canonical(&one): &one, canonical(&two): &two}
	checkFound(t, path, both, 2)
	data, err := os.ReadFile(path + indexSuffix)
	if err != nil {
		t.Fatal(err)
	}
	for _, damaged := range [][]byte{nil, data[:len(data)-1], append(bytes.Clone(data), 0), bytes.Repeat([]byte{0xFF}, len(data))} {
		if err := os.WriteFile(path+indexSuffix, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		checkFound(t, path, both, 2)
	}
}

// A book whose folder nobody may write to is opened all the same; nothing stays behind.
func TestIndexElsewhere(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root writes anywhere")
	}
	indexed(t, 0)
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	r := randomRecord(rand.New(rand.NewPCG(4, 4)), Edax)
	path := save(t, "some.book", write(t, Header{Kind: Edax}, []Record{r}))
	if err := os.Chmod(filepath.Dir(path), 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Dir(path), 0o700)
	checkFound(t, path, map[board.Position]*Record{canonical(&r): &r}, 1)
	if left, _ := os.ReadDir(temporary); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
