package pattern

import (
	"math/bits"
	"strings"
	"testing"

	"kaeshi/engine/board"
)

// Counted by hand from the shapes: a line on the board's middle axes has 4
// images, the two long diagonals 2, the others 4, an edge with one X square 8,
// a corner that its diagonal mirrors 4.
func TestOriginImages(t *testing.T) {
	want := map[string]int{
		"line-4": 4, "line-3": 4, "line-2": 4,
		"diagonal-8": 2, "diagonal-7": 4, "diagonal-6": 4, "diagonal-5": 4, "diagonal-4": 4,
		"edge-x": 8, "corner-8": 4,
	}
	set, err := ByName("origin")
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Patterns)+len(set.Terms) != 11 {
		t.Errorf("%d patterns and %d terms, want eleven tables", len(set.Patterns), len(set.Terms))
	}
	got := map[string]int{}
	for _, f := range set.Features {
		got[set.Patterns[f.Pattern].Name]++
	}
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%s has %d images, want %d", name, got[name], n)
		}
	}
}

func TestSetsKeepTheBounds(t *testing.T) {
	for _, name := range Names() {
		set, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(set.Features) > MaxFeatures {
			t.Errorf("%s: %d features, at most %d fit", name, len(set.Features), MaxFeatures)
		}
		for _, p := range set.Patterns {
			if len(p.Squares) > MaxSquares {
				t.Errorf("%s: pattern %s has %d squares", name, p.Name, len(p.Squares))
			}
			if bits.OnesCount64(bitboard(p.Squares)) != len(p.Squares) {
				t.Errorf("%s: pattern %s names a square twice", name, p.Name)
			}
		}
	}
}

// Each square of the board must matter to some feature, or its disc would have
// no value.
func TestSetsCoverTheBoard(t *testing.T) {
	for _, name := range Names() {
		set, _ := ByName(name)
		var covered uint64
		for _, f := range set.Features {
			covered |= bitboard(f.Squares)
		}
		if missing := ^covered; missing != 0 {
			t.Errorf("%s: no feature holds the squares %064b", name, missing)
		}
	}
}

// Palindromes: of 3^8 configurations of a line 3^4 mirror into themselves, so
// (6561+81)/2 differ.
func TestMirroredConfigurationsShare(t *testing.T) {
	set, _ := ByName("origin")
	for _, p := range set.Patterns {
		if p.Name == "line-4" && p.Weights != 3321 {
			t.Errorf("line-4 has %d weights, want 3321", p.Weights)
		}
		if p.Name == "edge-x" && p.Weights != 6561 {
			t.Errorf("edge-x has %d weights, want 6561: no symmetry maps it onto itself", p.Weights)
		}
	}
}

// The images of a position under the symmetries use the same weights, each as
// often.
func TestSymmetricPositionsUseTheSameWeights(t *testing.T) {
	p := board.Start()
	for range 20 {
		p = p.Play(board.Square(bits.TrailingZeros64(p.Moves())))
		if p.Moves() == 0 {
			break
		}
		for _, name := range Names() {
			set, _ := ByName(name)
			want := usedWeights(set, p)
			for s := 1; s < board.Symmetries; s++ {
				if got := usedWeights(set, p.Transform(s)); !equal(got, want) {
					t.Fatalf("%s: symmetry %d uses other weights at\n%v", name, s, p)
				}
			}
		}
	}
}

func usedWeights(set *Set, p board.Position) map[int]int {
	used := map[int]int{}
	for _, f := range set.Features {
		from := set.Patterns[f.Pattern]
		used[from.First+int(from.Shared[f.Index(p)])]++
	}
	return used
}

func equal(a, b map[int]int) bool {
	for k, n := range a {
		if b[k] != n {
			return false
		}
	}
	return len(a) == len(b)
}

func TestPhaseGrowsWithTheDiscs(t *testing.T) {
	for _, name := range Names() {
		set, _ := ByName(name)
		for empties := 60; empties > 0; empties-- {
			if set.Phase(empties) > set.Phase(empties-1) {
				t.Errorf("%s: phase falls from %d to %d empties", name, empties, empties-1)
			}
		}
		if set.Phase(64) != 0 || set.Phase(0) != set.Phases-1 {
			t.Errorf("%s: phases run from %d to %d of %d", name, set.Phase(64), set.Phase(0), set.Phases)
		}
	}
}

func TestUnknownSetNamesTheKnown(t *testing.T) {
	_, err := ByName("best")
	if err == nil || !strings.Contains(err.Error(), `"best"`) || !strings.Contains(err.Error(), "origin") {
		t.Errorf("error %v, want it to name the set and the known ones", err)
	}
}

func TestSlopeRunsOverEachPhase(t *testing.T) {
	set, err := ByName("quarters")
	if err != nil {
		t.Fatal(err)
	}
	if first, last := set.Slope(60), set.Slope(0); first != -1 || last != 1 {
		t.Errorf("slope %v at 60 empties and %v at 0, want -1 and 1", first, last)
	}
	for empties := range 60 {
		if set.Phase(empties) == set.Phase(empties+1) {
			continue
		}
		if first, last := set.Slope(empties), set.Slope(empties+1); first != -1 || last != 1 {
			t.Errorf("slope %v at %d empties, where a phase begins, and %v at the end of the one before; want -1 and 1",
				first, empties, last)
		}
	}
}

// Quarters that can be read off a board: bit 0 is that of a1, bit 1 of h1, bit 2
// of a8, bit 3 of h8.
func TestFeaturesBelongToQuarters(t *testing.T) {
	set, _ := ByName("quarters")
	want := map[string]uint8{
		"a1 b1 c1 d1 e1 f1 g1 h1 b2 g2": 0b0011,
		"a1 b1 c1 d1 e1 a2 b2 c2 d2 e2": 0b0001,
		"h8 g8 f8 h7 g7 f7 h6 g6 f6":    0b1000,
		"a1 b2 c3 d4 e5 f6 g7 h8":       0b1001,
		"a2 b3 c4 d5 e6 f7 g8":          0b1001,
		"a3 b4 c5 d6 e7 f8":             0,
		"a4 b5 c6 d7 e8":                0b0100,
	}
	found, slot := 0, 0
	for _, group := range set.Groups {
		for range group.Features {
			f := set.Features[slot]
			slot++
			if f.Quarters != group.Quarters {
				t.Errorf("%v belongs to %04b and is among those of %04b", f.Squares, f.Quarters, group.Quarters)
			}
			for squares, quarters := range want {
				if bitboard(parseSquares(squares)) != bitboard(f.Squares) {
					continue
				}
				found++
				if f.Quarters != quarters {
					t.Errorf("%s belongs to %04b, want %04b", squares, f.Quarters, quarters)
				}
			}
		}
	}
	if found != len(want) || slot != len(set.Features) {
		t.Errorf("%d of %d features are there, and %d of %d in groups", found, len(want), slot, len(set.Features))
	}
}

// What the evaluation's kernel and the fit take for granted.
func TestNetworksHaveOneShape(t *testing.T) {
	for _, name := range Names() {
		set, _ := ByName(name)
		if set.Lanes == 1 {
			continue
		}
		if set.Lanes != 16 || len(set.Terms) != 3 || set.Terms[0].Name != Empties {
			t.Errorf("%s: %d lanes and %d terms, the first %s; want 16 and 3, the first %s",
				name, set.Lanes, len(set.Terms), set.Terms[0].Name, Empties)
		}
	}
}
