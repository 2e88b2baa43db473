package book

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaeshi/engine/notation"
)

// The book made of the right lines of any file is settled.
func FuzzBuild(f *testing.F) {
	f.Add("F5D6C3\n2.0\n")
	f.Add("f5 d6 -- c3\r\n-1e1\r\n# comment\n\nF5\n")
	f.Add("F5D6A1\n3\n2\nsix\n\x00\xff\n+\n")
	f.Add("f5d6c3f3e3f4d7d3g3\n64\n")
	f.Fuzz(func(t *testing.T, text string) {
		transcripts, err := notation.ReadTranscripts("t", strings.NewReader(text), func(error) error { return nil })
		if err != nil {
			return
		}
		g := build(transcripts)
		if changed := g.Recompute(); len(changed) != 0 {
			t.Errorf("%d values were not settled", len(changed))
		}
	})
}

// The file that this project began with. Its numbers were found by a second
// program, written in another language for this test.
func TestOriginTranscripts(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "data", "openings", "origin_transcripts.txt"))
	if err != nil {
		data, err = os.ReadFile(filepath.Join("..", "tests", "data", "openings", "origin_transcripts.txt"))
	}
	if err != nil {
		t.Fatal(err)
	}
	g := build(read(t, string(data)))
	if g.Len() != 140 {
		t.Errorf("%d positions, want 140", g.Len())
	}
	for moves, want := range map[string]Value{"F5": 0, "F5F4": 600, "F5F6": 0, "F5F4E3": -600} {
		if e, ok := g.Entry(after(t, moves)); !ok || e.Value != want {
			t.Errorf("%s: value %v, want %v", moves, e.Value, want)
		}
	}
}
