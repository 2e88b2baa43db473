package learn

import (
	"context"
	"strings"
	"testing"

	"kaeshi/book"
	"kaeshi/engine/board"
)

// optimist gives every position the value of a disc for each ply that it does not look
// ahead.
type optimist struct{ level uint8 }

func (o optimist) Search(_ context.Context, _ board.Position, only uint64) (Finding, error) {
	for sq := range board.Square(64) {
		if only&sq.Bit() != 0 {
			return Finding{Move: sq, Value: book.Value(100 * (20 - depthOf(o.level))), Level: o.level}, nil
		}
	}
	panic("nothing to search")
}

func TestRefuteSearchesDeeperUntilNothingContradicts(t *testing.T) {
	for _, test := range []struct {
		upper string
		left  int
	}{{"5", 0}, {"0", 0}, {"-1", 1}} {
		g := book.NewGraph()
		o := options(optimist{3})
		o.Depth = 1
		if err := Expand(context.Background(), g, o); err != nil {
			t.Fatal(err)
		}
		known, err := book.ReadKnown("k", strings.NewReader("line\tproven\nf5\t[-"+test.upper[len(test.upper)-1:]+",64]\n"))
		if test.left > 0 {
			known, err = book.ReadKnown("k", strings.NewReader("line\tproven\nf5\t[1,64]\n"))
		}
		if err != nil {
			t.Fatal(err)
		}
		var used []uint8
		left, err := Refute(context.Background(), g, known, o, []uint8{14, 21, 26}, func(level uint8) ([]Searcher, error) {
			used = append(used, level)
			return []Searcher{optimist{level}}, nil
		})
		if err != nil || len(left) != test.left {
			t.Errorf("at most %s: %v are left, %v", test.upper, left, err)
		}
		if last := used[len(used)-1]; test.upper == "5" && last != 21 || test.upper != "5" && last != 26 {
			t.Errorf("at most %s: levels %v", test.upper, used)
		}
		if changed := g.Recompute(); len(changed) != 0 {
			t.Errorf("%d values were not settled", len(changed))
		}
	}
}
