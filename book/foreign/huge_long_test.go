//go:build long

package foreign

import (
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/board"
)

// A made-up book as large as you like is written and measured in two processes, so that
// the memory of the one does not count in the other:
//
//	go test -tags long ./book/foreign -run WriteHuge -timeout 1h -huge HUGE.dat -positions 50000000
//	go test -tags long ./book/foreign -run OpenHuge -v -timeout 1h -huge HUGE.dat
var (
	huge      = flag.String("huge", "", "the made-up book, .dat or .egbk3")
	positions = flag.Int("positions", 1_000_000, "how many positions it has, about")
	faultless = flag.Bool("faultless", true, "list all links of an Edax book, which takes a while")
)

// set holds positions in as little memory as may be: open addressing, at most half full.
type set struct {
	slots []board.Position
	count int
}

func (s *set) slot(p board.Position) *board.Position {
	for i := hash(p); ; i++ {
		at := &s.slots[i&uint64(len(s.slots)-1)]
		if *at == p || *at == (board.Position{}) {
			return at
		}
	}
}

func (s *set) has(p board.Position) bool {
	p, _ = p.Canonical()
	return *s.slot(p) == p
}

func (s *set) add(p board.Position) {
	p, _ = p.Canonical()
	if at := s.slot(p); *at != p {
		*at = p
		s.count++
	}
}

// madeUp returns the positions of a book: those of random games from the start, up to 44
// discs, so that a line leads to each of them.
func madeUp(n int) *set {
	rnd := rand.New(rand.NewPCG(1, 1))
	s := &set{slots: make([]board.Position, 1<<bits.Len(uint(2*n)))}
	for s.count < n {
		for p := board.Start(); p.EmptyCount() >= 20 && !p.Over(); {
			s.add(p)
			moves := p.Moves()
			if moves == 0 {
				p = p.Pass()
				continue
			}
			for range rnd.IntN(bits.OnesCount64(moves)) {
				moves &= moves - 1
			}
			p = p.Play(board.Square(bits.TrailingZeros64(moves)))
		}
	}
	return s
}

// record makes what an Edax book says of a position, without a fault: every game is drawn, the
// leaf loses two discs.
func (s *set) record(p board.Position) Record {
	r := Record{Position: p, Level: 21, LeafLevel: 21, Lower: Unknown, Upper: UnknownUpper, Leaf: Link{Unknown, board.NoSquare}, Lines: 1}
	if p.MustPass() {
		r.Leaf = Link{0, board.Pass}
		if s.has(p.Pass()) {
			r.Links, r.Leaf = []Link{{0, board.Pass}}, Link{Unknown, board.NoSquare}
		}
		return r
	}
	for rest := p.Moves(); rest != 0; rest &= rest - 1 {
		sq := board.Square(bits.TrailingZeros64(rest))
		if *faultless && s.has(p.Play(sq)) {
			r.Links = append(r.Links, Link{0, sq})
		} else {
			r.Leaf = Link{-2, sq}
		}
	}
	if len(r.Links) == 0 {
		r.Leaf.Score = 0
	}
	return r
}

func TestWriteHuge(t *testing.T) {
	if *huge == "" {
		t.Skip("-huge names no file")
	}
	kind := Edax
	if strings.HasSuffix(*huge, ".egbk3") {
		kind = Egaroucid3
	}
	file, err := os.Create(*huge)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := NewWriter(file, Header{Kind: kind, Release: 6, Level: 21, Empties: 20, MidgameError: 2, EndcutError: 1, Verbosity: 1, Year: 2026, Month: 1, Day: 1})
	if err != nil {
		t.Fatal(err)
	}
	made := madeUp(*positions)
	for _, p := range made.slots { // in no order that Kaeshi knows
		if p == (board.Position{}) || kind != Edax && p.MustPass() {
			continue
		}
		if r := made.record(p); err == nil {
			err = w.Add(&r)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestOpenHuge(t *testing.T) {
	if *huge == "" {
		t.Skip("-huge names no file")
	}
	begun := time.Now()
	since := func() time.Duration { return time.Since(begun).Round(time.Millisecond) }
	f, err := Open(*huge)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	t.Logf("opened after %v", since())
	var r Record
	if _, found, err := f.Find(canonical(&Record{Position: board.Start()}), &r); !found || err != nil {
		t.Fatal("the start is not found", err)
	}
	t.Logf("first look-up after %v; %s", since(), resident())
	if f.making != nil {
		t.Logf("positions of up to %d discs need no index", f.making.early.discs)
	}
	if err := f.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d positions indexed after %v; %s", f.Positions(), since(), resident())
	var wanted []board.Position
	for _, r := range f.Records() {
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		if p := canonical(r.Record); p.Player*0x9E3779B97F4A7C15>>52 == 0 {
			wanted = append(wanted, p)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 1))
	rnd.Shuffle(len(wanted), func(i, j int) { wanted[i], wanted[j] = wanted[j], wanted[i] })
	for _, name := range []string{"there, for the first time", "there, once more", "not there"} {
		there := name != "not there"
		var took []time.Duration
		for _, p := range wanted {
			if !there {
				p.Player ^= 1 << 63 // no such position, in all likelihood
			}
			begun := time.Now()
			_, found, err := f.Find(p, &r)
			took = append(took, time.Since(begun))
			if err != nil || found != there {
				t.Fatal(name, found, err)
			}
		}
		slices.Sort(took)
		t.Logf("%d look-ups of what is %s: half within %v, 99 of 100 within %v, the longest %v; %s",
			len(took), name, took[len(took)/2], took[len(took)*99/100], took[len(took)-1], resident())
	}
}

// resident tells the most memory that the process had, where that can be known.
func resident() string {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			return fmt.Sprintf("%s at most", strings.TrimSpace(rest))
		}
	}
	return "memory unknown"
}
