package train

import (
	"context"
	"math"
	"math/bits"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/pattern"
	"kaeshi/engine/search"
	"kaeshi/weights"
)

const startText = "---------------------------OX------XO--------------------------- X"

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6 {
		t.Errorf("%s %g, want %g", what, got, want)
	}
}

// Worked out by hand: values 0, 2, 4, 6 with labels 1, 4, 9, 10. Sums of products
// about the means 3 and 6: 5*3+2*1+3*1+4*3 = 32, of squares 20, so the slope is 1.6 and
// the line 1.2 + 1.6x; it misses by 0.2, 0.4, 1.4, 0.8.
func TestErrorOfALine(t *testing.T) {
	var e, first, rest Error
	for i, label := range []float64{1, 4, 9, 10} {
		e.Add(float64(2*i), label)
		if i == 0 {
			first.Add(0, label)
		} else {
			rest.Add(float64(2*i), label)
		}
	}
	first.merge(&rest)
	for name, e := range map[string]*Error{"in one": &e, "merged": &first} {
		near(t, name+": mean absolute error", e.MeanAbsolute(), 3)
		near(t, name+": bias", e.Bias(), -3)
		near(t, name+": slope", e.Slope(), 1.6)
		near(t, name+": error after the fit", e.Fitted(), 0.7)
		near(t, name+": RMS", e.RootMeanSquare(), math.Sqrt(46.0/4))
	}
}

// fourMoves is a position with moves of the values 8, 10, 8 and 2.
func fourMoves() *Problem {
	return &Problem{Position: board.Start(), Value: 10, Moves: []MoveValue{{19, 8}, {26, 10}, {37, 8}, {44, 2}}}
}

func TestYardstick(t *testing.T) {
	var y Yardstick
	for _, test := range []struct {
		moves []board.Square
		value float64
		loss  float64
		place int
	}{
		{[]board.Square{26}, 9, 0, 1},
		{[]board.Square{44, 26}, 14, 8, 2},
		{[]board.Square{19, 37, 26}, 10, 2, 3},
		{[]board.Square{37, 19, 44}, 13, 2, 0},
		{[]board.Square{0, 1, 2}, 5, 8, 0}, // no value is known: it counts as the worst
	} {
		loss, place := y.Add(fourMoves(), Verdict{Value: test.value, Moves: test.moves, Nodes: 7})
		if loss != test.loss || place != test.place {
			t.Errorf("%v loses %g in place %d, want %g in place %d", test.moves, loss, place, test.loss, test.place)
		}
	}
	y.Add(&Problem{Position: board.Start(), Value: 3}, Verdict{Value: 3}) // the values of its moves are not known
	var sum Yardstick
	sum.merge(&y)
	near(t, "regret", sum.Regret(), 20.0/5)
	near(t, "first", sum.Share(1), 1.0/5)
	near(t, "of two", sum.Share(2), 2.0/5)
	near(t, "of three", sum.Share(3), 3.0/5)
	if sum.Values.Count != 6 || sum.Chosen != 5 || sum.Guess != 1 || sum.Within != 4 || sum.Nodes != 35 {
		t.Errorf("%d values, %d choices, %d unknown, %d within %d discs, %d nodes; want 6, 5, 1, 4, 35",
			sum.Values.Count, sum.Chosen, sum.Guess, sum.Within, NearDiscs, sum.Nodes)
	}
}

// The moves of a file in OBF, and the value of the static choice among them: weights
// of zero see no difference, so the first square is chosen.
func TestStaticChoice(t *testing.T) {
	d := read(t, startText+"; e6:+1; d3:-3; c4:+2.5; f5:+2; % known\n")
	problems := d.Problems()
	if len(problems) != 1 || problems[0].Value != 2.5 || len(problems[0].Moves) != 4 {
		t.Fatalf("%+v, want one position of the value 2.5 with four moves", problems)
	}
	set, _ := pattern.ByName("origin")
	v := Static(eval.New(weights.New("", set, 1)), &problems[0])
	if diff := cmp.Diff([]board.Square{19, 26, 37}, v.Moves); diff != "" {
		t.Errorf("the moves chosen differ from the first squares:\n%s", diff)
	}
	var y Yardstick
	if loss, place := y.Add(&problems[0], v); loss != 5.5 || place != 2 {
		t.Errorf("D3 loses %g, C4 comes in place %d; want 5.5 and 2", loss, place)
	}
}

func TestIllegalMoveIsNoLabel(t *testing.T) {
	d := new(Data)
	if err := d.Read("bad.obf", strings.NewReader(startText+"; a1:+1;\n")); err != nil {
		t.Fatal(err)
	}
	if len(d.Samples) != 0 || len(d.Bad) != 1 || !strings.Contains(d.Bad[0].Error(), "bad.obf:1: A1 is not legal here") {
		t.Errorf("%d samples, faults %v; want none, and A1 named", len(d.Samples), d.Bad)
	}
}

// A search for the verdict goes on until it meets a best move, and counts the nodes of
// its choice alone.
func TestSeekerFindsThePlace(t *testing.T) {
	seeker := NewSeeker(quickJudge(t).Evaluator, search.Limit{Depth: 1, Selectivity: search.NoSelectivity}, 1, 1)
	p := fourMoves()
	p.Moves = p.Moves[:2]
	for i := range p.Moves {
		p.Moves[i].Value = 1
	}
	plain := seeker.Verdict(context.Background(), &Problem{Position: p.Position})
	p.Moves[0].Square, p.Moves[1].Square = plain.Moves[0], plain.Moves[0]
	if v := seeker.Verdict(context.Background(), p); len(v.Moves) != 1 {
		t.Errorf("%v were looked at, though the first is a best move", v.Moves)
	}
	p.Moves = []MoveValue{{0, 64}} // none of the legal ones
	v := seeker.Verdict(context.Background(), p)
	if len(v.Moves) != 3 || v.Moves[0] == v.Moves[1] || v.Moves[1] == v.Moves[2] || v.Moves[0] == v.Moves[2] {
		t.Errorf("%v were looked at, want three different moves", v.Moves)
	}
	if v.Nodes != plain.Nodes {
		t.Errorf("%d nodes, want the %d of the first search", v.Nodes, plain.Nodes)
	}
}

// All that a position's moves lead to is labelled, and its own value is the best of
// these: held against solving each.
func TestFamilies(t *testing.T) {
	d := read(t, "f5d6c4d3c3f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6\n")
	o := LabelOptions{Judge: quickJudge(t), MinEmpties: 1, MaxEmpties: 9, Siblings: 1, Threads: 1, Shard: Shard{1, 1}, Seed: 1}
	o.Choose(d)
	path := filepath.Join(t.TempDir(), "families.kd")
	out, err := OpenRecords(path, "families")
	if err != nil {
		t.Fatal(err)
	}
	if err := Label(context.Background(), o, d, out, func(int) {}); err != nil {
		t.Fatal(err)
	}
	out.Close()
	labelled := new(Data)
	if err := labelled.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, records := range readBack(t, path) {
		for i := range records {
			text.WriteString(records[i].Line() + "\n")
		}
	}
	problems := labelled.Problems()
	if diff := cmp.Diff(problems, read(t, text.String()).Problems(), cmpopts.IgnoreFields(Problem{}, "Group")); diff != "" {
		t.Errorf("records and their print are not the same families:\n%s", diff)
	}
	judge, parents := newSearcher(o.Judge), 0
	for i := range problems {
		p := &problems[i]
		if p.Child {
			continue
		}
		parents++
		if want := bits.OnesCount64(p.Position.Moves()); len(p.Moves) != want {
			t.Fatalf("%d moves have values, want %d at\n%v", len(p.Moves), want, p.Position)
		}
		best := math.Inf(-1)
		for _, m := range p.Moves {
			best = max(best, m.Value)
			child, ok := judge.judgeChild(context.Background(), p.Position.Play(m.Square))
			if !ok || m.Value != -float64(child.Score)/scoreUnit {
				t.Errorf("%v has the value %g, solved alone %g at\n%v", m.Square, m.Value, -float64(child.Score)/scoreUnit, p.Position)
			}
		}
		if p.Value != best {
			t.Errorf("value %g, the best move %g at\n%v", p.Value, best, p.Position)
		}
	}
	if parents != 9 {
		t.Errorf("%d positions with what their moves lead to, want those of 1 to 9 empties", parents)
	}
}

// Games that are held out are those that train holds out.
func TestChooseHeldOut(t *testing.T) {
	d := randomSamples(200, discDifference)
	want := 0
	for i := range d.Samples {
		if d.Samples[i].Group%5 == 0 {
			want++
		}
	}
	o := LabelOptions{MinEmpties: 0, MaxEmpties: 60, HeldOut: 5}
	o.Choose(d)
	if len(d.Samples) == 0 || len(d.Samples) > want {
		t.Errorf("%d positions chosen, at most %d are of games that are held out", len(d.Samples), want)
	}
	for i := range d.Samples {
		if d.Samples[i].Group%5 != 0 {
			t.Fatal("a position of a game that train would learn from")
		}
	}
}
