package book

import "testing"

// Two makers know F5D6, each with a move of its own that the other thinks best outside.
func TestMergeKeepsADeviationOfTheShallowerBook(t *testing.T) {
	make1 := func() *Graph {
		g := build(read(t, "F5D6C3\n1\n"))
		change(g, after(t, "F5D6"), func(e *Entry) {
			e.Leaf, e.LeafValue, e.Level, e.Origin = after2(t, "C4"), 300, 21, FromSearch
		})
		g.Recompute()
		return g
	}
	make2 := func() *Graph {
		g := build(read(t, "F5D6C4\n-2\n"))
		change(g, after(t, "F5D6"), func(e *Entry) {
			e.Leaf, e.LeafValue, e.Level, e.Origin = after2(t, "C5"), -150, 8, FromEdax
		})
		g.Recompute()
		return g
	}
	one, two := make1(), make2()
	one.Merge(make2())
	two.Merge(make1())
	sameBooks(t, two, one)
	e, _ := one.Entry(after(t, "F5D6"))
	if e.Leaf != after2(t, "C5") || e.LeafValue != -150 || e.Origin != FromEdax || e.Depth() != 8 {
		t.Errorf("%+v: the open deviation is lost", e)
	}
	if e.Value != 100 {
		t.Errorf("value %v, want that of C3", e.Value)
	}
	if faults := Verify(one); len(faults) != 0 {
		t.Error(faults)
	}
}

func TestMergeTakesTheDeeperSearchInPlies(t *testing.T) {
	at := func(level uint8, origin Origin, own Value) *Graph {
		g := build(read(t, "F5D6\n0\n"))
		change(g, after(t, "F5D6"), func(e *Entry) { e.Level, e.Origin, e.Own = level, origin, own })
		g.Recompute()
		return g
	}
	for _, test := range []struct {
		level uint8 // of Edax, against our level 21, which is 16 plies
		want  Origin
	}{{15, FromSearch}, {17, FromEdax}} {
		g := at(21, FromSearch, 100)
		g.Merge(at(test.level, FromEdax, -300))
		if e, _ := g.Entry(after(t, "F5D6")); e.Origin != test.want {
			t.Errorf("against %d plies: %v stays", test.level, e.Origin)
		}
	}
	proof := at(1, FromProof, 0)
	proof.Merge(at(60, FromEdax, 500))
	if e, _ := proof.Entry(after(t, "F5D6")); e.Origin != FromProof {
		t.Errorf("%v stays against a proof", e.Origin)
	}
}
