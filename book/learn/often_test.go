package learn

import (
	"context"
	"errors"
	"testing"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

func TestOftenRegistersFrequentPositionsOnly(t *testing.T) {
	games := [][]notation.Ply{line(t, "F5D6C3D3"), line(t, "F5D6C3F4"), line(t, "D3C5F6"), line(t, "F5F4")}
	wanted := Frequent(games, 3, 2)
	if len(wanted) != 4 { // the start, f5, f5d6, f5d6c3; d3c5f6 is f5d6c3 turned
		t.Fatalf("%d positions: %v", len(wanted), wanted)
	}
	g := book.NewGraph()
	saves := 0
	o := options(&fake{})
	o.Save = func(*book.Graph, []board.Position) error { saves++; return nil }
	if err := Often(context.Background(), g, wanted, o); err != nil {
		t.Fatal(err)
	}
	if g.Len() != 4 || saves != 1 {
		t.Errorf("%d positions in %d changes", g.Len(), saves)
	}
	if faults := book.Verify(g); len(faults) != 0 {
		t.Error(faults)
	}
	for p, e := range g.All() {
		if g.Unplayed(p) != 0 && g.Unplayed(p)&e.Leaf.Bit() == 0 {
			t.Errorf("best unplayed move unknown at\n%v", p)
		}
	}
}

// Two games meet in a position by ways that only one game took each.
func TestFrequentPositionsHangTogether(t *testing.T) {
	games := [][]notation.Ply{line(t, "F5D6C3D3C4F4C5"), line(t, "F5D6C4D3C3F4C5"), line(t, "F5D6C3F4")}
	g := book.NewGraph()
	if err := Often(context.Background(), g, Frequent(games, 7, 2), options(&fake{})); err != nil {
		t.Fatal(err)
	}
	if faults := book.Verify(g); len(faults) != 0 {
		t.Error(faults)
	}
}

func TestOftenLeavesAStepWholeOrUndone(t *testing.T) {
	wanted := Frequent([][]notation.Ply{line(t, "F5D6C3D3C4")}, 5, 1)
	g := book.NewGraph()
	ctx, cancel := context.WithCancel(context.Background())
	err := Often(ctx, g, wanted, options(&cut{left: 3, onEnd: cancel}))
	if !errors.Is(err, context.Canceled) || g.Len() != 0 {
		t.Errorf("%d positions after %v", g.Len(), err)
	}
}

func TestALeafThatIsRegisteredKeepsTheDeeperSearch(t *testing.T) {
	g := book.NewGraph()
	deep := options(&fake{level: 21})
	deep.Depth = 1
	if err := Expand(context.Background(), g, deep); err != nil {
		t.Fatal(err)
	}
	before, _ := g.Entry(positionAfter(t, "F5"))
	wide := options(&fake{level: 3})
	wide.Depth, wide.Error = 2, 0
	if err := Expand(context.Background(), g, wide); err != nil {
		t.Fatal(err)
	}
	after, ok := g.Entry(positionAfter(t, "F5").Play(before.Leaf))
	if !ok || after.LeafValue != -before.LeafValue || after.Depth() != before.Depth()-1 {
		t.Errorf("%+v, want the value of %+v, a ply less deep", after, before)
	}
}

func positionAfter(t *testing.T, moves string) board.Position {
	t.Helper()
	positions := book.Positions(line(t, moves))
	return positions[len(positions)-1]
}
