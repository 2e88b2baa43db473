package book

import (
	"os"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
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
	if changed := Load(Embedded()).Recompute(); len(changed) != 0 {
		t.Errorf("%d values are not settled", len(changed))
	}
}

func TestEmbeddedBookIsMadeOfItsSource(t *testing.T) {
	source, err := os.Open("openings.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	transcripts, err := notation.ReadTranscripts("openings.txt", source, func(err error) error { return err })
	if err != nil {
		t.Fatal(err)
	}
	if string(Flat(build(transcripts).All())) != string(embedded) {
		t.Error("default.kbook is not what openings.txt gives; run scripts/book.sh")
	}
}

func BenchmarkLoadEmbedded(b *testing.B) {
	for b.Loop() {
		if _, err := openFlat(embedded); err != nil {
			b.Fatal(err)
		}
	}
}
