package book

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// doubted are the lines of which the built-in book says something else than known theory,
// after searches of 20 plies to all ends of their best lines.
var doubted = []string{"f5f4d3d6"} // +5.78 for Black; one program alone, and no proof, says +2

// The built-in book is held against what is known: no value contradicts a proof, and
// none but a doubted one is more than two discs beyond what two strong programs say of a
// short line.
func TestBuiltInBookAgainstWhatIsKnown(t *testing.T) {
	for _, test := range []struct {
		path  string
		least int // known values that the book must have
	}{
		{filepath.Join("testdata", "proven.tsv"), 25},
		{filepath.Join("..", "..", "shared", "data", "openings", "theory_values.tsv"), 60},
		{filepath.Join("..", "..", "shared", "data", "special", "proven_openings.tsv"), 700},
	} {
		t.Run(filepath.Base(test.path), func(t *testing.T) {
			file, err := os.Open(test.path)
			if os.IsNotExist(err) {
				t.Skip("the shared data is not here")
			}
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			known, err := ReadKnown(filepath.Base(test.path), file)
			if err != nil {
				t.Fatal(err)
			}
			met, wrong, err := Embedded().Against(known)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range wrong {
				if c.Proven || !slices.Contains(doubted, c.Name) {
					t.Error(c)
				}
			}
			if met < test.least {
				t.Errorf("%d of %d known values are in the book, want at least %d", met, len(known), test.least)
			}
		})
	}
}
