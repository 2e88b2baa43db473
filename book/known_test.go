package book

import (
	"strings"
	"testing"

	"kaeshi/engine/board"
)

const provenTable = "position(mover=X, canonical symmetry)\tempties\tlower\tupper\n" +
	"---------------------------OX------XO--------------------------- X\t60\t0\t0\n"

func TestKnownTablesAreRead(t *testing.T) {
	proven, err := ReadKnown("p", strings.NewReader(provenTable))
	if err != nil || len(proven) != 1 || !proven[0].Proven || proven[0].Position != board.Start() {
		t.Fatalf("%+v, %v", proven, err)
	}
	// White is to move after f5, and loses by as much as Black wins.
	lines, err := ReadKnown("l", strings.NewReader("line\tproven\ta\tb\nf5\t[0,64]\t+1\t3\nf5d6\t\t-0\t\n"))
	if err != nil || len(lines) != 3 {
		t.Fatalf("%+v, %v", lines, err)
	}
	for i, want := range []struct {
		lower, upper Value
		proven       bool
	}{{-6400, 0, true}, {-500, 100, false}, {-200, 200, false}} {
		if k := lines[i]; k.Lower != want.lower || k.Upper != want.upper || k.Proven != want.proven {
			t.Errorf("row %d: %+v, want %+v", i, k, want)
		}
	}
}

func TestWrongKnownTablesAreRefusedWithTheirPlace(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "no known value",
		"hello\tworld\n":                        "t:1: the first column",
		"line\tx\nf5z9\t1\n":                    "t:2: ",
		"line\tx\nf5\tone\n":                    "t:2: \"one\" is no number",
		"line\tx\nf5\t[5,3]\n":                  "t:2: [5,3]: bounds",
		"line\tx\nf5\t1\t2\n":                   "t:2: 3 columns under a heading of 2",
		provenTable + "XO X\t1\t0\t0\n":         "t:3: ",
		"position\tlower\n" + board64 + "\t0\n": "t:2: there is no column upper",
		"position\tlower\tupper\n" + board64 + "\t2\t0\n":                                       "t:2: the lower bound is above",
		"position\tlower\tupper\n" + board64 + "\t0\t65\n":                                      "t:2: \"65\" is no number",
		"# a note\n\nposition\tlower\tupper\n" + board64 + "\t0\t64\n" + board64 + "\tNaN\t0\n": "t:5: \"NaN\"",
	} {
		if _, err := ReadKnown("t", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

const board64 = "---------------------------OX------XO--------------------------- X"

func TestEveryContradictionIsNamed(t *testing.T) {
	g := build(read(t, "F5D6\n2\nF5F4C3\n-5\n"))
	change(g, after(t, "F5D6"), func(e *Entry) { e.Leaf, e.LeafValue = after2(t, "C3"), 900 })
	g.Recompute()
	known, err := ReadKnown("k", strings.NewReader("line\tproven\tother\n"+
		"\t[0,64]\t\n"+ // the start, whose value is -5: wrong
		"f5\t\t-4\n"+ // -5 is within two discs
		"f5d6\t[0,64]\t-1\n"+ // +9: right, and far from -1
		"f5d6c3\t[-64,0]\t\n"+ // +9, a best move outside
		"f5f6\t[1,2]\t\n")) // not in the book
	if err != nil {
		t.Fatal(err)
	}
	met, wrong, err := New(g).Against(known)
	if err != nil || met != 5 || len(wrong) != 3 {
		t.Fatalf("%d met, %v, %v", met, wrong, err)
	}
	for i, want := range []string{
		"k:2: : the book says -5.00, it is proven +0.00 to +64.00",
		"k:4: f5d6: the book says +9.00, programs say, with two discs to spare, -3.00 to +1.00",
		"k:5: f5d6c3: the book says +9.00 as a best move outside, it is proven -64.00 to +0.00",
	} {
		if wrong[i].String() != want {
			t.Errorf("%q, want %q", wrong[i], want)
		}
	}
}

func after2(t *testing.T, square string) board.Square {
	t.Helper()
	sq, ok := board.ParseSquare(square)
	if !ok {
		t.Fatal(square)
	}
	return sq
}

func TestCutAtProofRaisesAndLowers(t *testing.T) {
	for _, test := range []struct{ lines, proof string }{
		{"F5D6\n2\nF5F4C3\n-5\n", "\t[0,64]"},                   // one line is raised
		{"F5D6\n2\nF5D6C3\n8\nF5D6C4\n6\nF5F6\n3\n", "\t[0,1]"}, // several are lowered
		{"F5D6C3\n8\nF5D6C4\n6\n", "f5d6\t[-64,-2]"},
		{"F5D6C3\n-8\nF5D6C4\n6\n", "f5d6\t[64,64]"},
	} {
		g := build(read(t, test.lines))
		known, err := ReadKnown("k", strings.NewReader("line\tproven\n"+test.proof+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		_, wrong, _ := New(g).Against(known)
		if len(wrong) != 1 {
			t.Fatalf("%q: %v", test.lines, wrong)
		}
		if cuts := g.CutAtProof(wrong[0]); cuts == 0 {
			t.Errorf("%q: nothing was cut", test.lines)
		}
		if _, wrong, _ := New(g).Against(known); len(wrong) != 0 {
			t.Errorf("%q: still %v", test.lines, wrong)
		}
		if faults := Verify(g); len(faults) != 0 {
			t.Errorf("%q: %v", test.lines, faults)
		}
		proofs := 0
		for _, e := range g.All() {
			if e.Origin == FromProof {
				proofs++
			}
		}
		if proofs == 0 {
			t.Errorf("%q: no end is marked", test.lines)
		}
	}
}
