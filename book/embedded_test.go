package book

import (
	"os"
	"testing"

	"kaeshi/engine/board"
)

func TestEmbeddedBookKnowsTheNamedOpenings(t *testing.T) {
	known := 0
	for p := range names() {
		if _, ok := Embedded().Entry(p); ok {
			known++
		}
	}
	if known < 60 {
		t.Errorf("knows %d named openings, want at least 60", known)
	}
	if moves := Embedded().Probe(board.Start()); len(moves) != 4 {
		t.Errorf("moves at the start: %v, want all four, which are one", moves)
	}
	if changed := loaded(t, Embedded().open()).Recompute(); len(changed) != 0 {
		t.Errorf("%d values are not settled", len(changed))
	}
}

func TestEmbeddedBookIsSound(t *testing.T) {
	g := loaded(t, Embedded().open())
	if faults := Verify(g); len(faults) != 0 {
		t.Errorf("%d faults, first %v", len(faults), faults[0])
	}
	if n := g.Len(); n < 100_000 {
		t.Errorf("%d positions, want at least 100000", n)
	}
	if n := len(embedded); n > 12<<20 {
		t.Errorf("%d bytes, more than 12 MB", n)
	}
}

// Every scored opening is in the book that was grown from it.
func TestEmbeddedBookHoldsItsSource(t *testing.T) {
	source, err := os.ReadFile("openings.txt")
	if err != nil {
		t.Fatal(err)
	}
	transcripts := read(t, string(source))
	if len(transcripts) < 60 {
		t.Errorf("%d openings, want at least 60", len(transcripts))
	}
	for _, transcript := range transcripts {
		for _, p := range Positions(transcript.Plies) {
			if _, ok := Embedded().Entry(p); !ok {
				t.Fatalf("line %d: a position is missing", transcript.Line)
			}
		}
	}
}

func BenchmarkLoadEmbedded(b *testing.B) {
	for b.Loop() {
		if _, err := openFlat(embedded); err != nil {
			b.Fatal(err)
		}
	}
}
