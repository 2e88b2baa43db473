package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/jobs"
	"kaeshi/engine/linear"
	"kaeshi/engine/search"
	"kaeshi/engine/tt"
	"kaeshi/weights"
)

// A search's value comes from one position at its end. How far such values are from the
// truth depends on the empties there, since the other side has chosen the position: a
// constant, which differs between even and odd numbers of empties, and between even and
// odd depths, after which the same side is to move as before or the other one. The value
// of a disc depends on the empties at both ends of the search; those in its middle tell
// it best.

// TruthOptions say how values are held against labels.
type TruthOptions struct {
	Weights     *weights.Weights `json:"-"`
	Place       jobs.Place       `json:"-"` // made for these options; nil means this process
	Shallow     int              // the values of these depths and all between are listened to
	Deep        int
	HashMB      int
	Selectivity search.Selectivity
}

// leaf is a search's value and the truth.
type leaf struct {
	empties      int // at its end
	depth        int
	value, label float64
}

// Truth is what FitTruth has found.
type Truth struct {
	Slope  [2][]float32 // of even depths and of odd ones, by the empties in the middle
	Bias   [2][]float32 // by the empties at the end
	leaves []leaf
}

// endEmpties is the fewest empties at the end of a search that are listened to.
const endEmpties = 2

// FitTruth searches the problems and finds the slope and the constants that bring values
// closest to labels, by number of empties.
func FitTruth(ctx context.Context, o TruthOptions, problems []Problem, finished func()) (*Truth, error) {
	t := new(Truth)
	var asked []int
	for i := range problems {
		if problems[i].Position.EmptyCount()-o.Shallow < endEmpties {
			finished()
			continue
		}
		asked = append(asked, i)
	}
	err := placeOf(o.Place, 1, o.Work).Do(ctx, &jobs.Run{
		Count: len(asked), Ordered: true,
		Ask: func(i int) ([]byte, error) { return json.Marshal(problems[asked[i]].Position) },
		Done: func(i int, answer []byte) error {
			var values []float64
			if err := json.Unmarshal(answer, &values); err != nil {
				return err
			}
			p := &problems[asked[i]]
			for k, value := range values {
				depth := o.Shallow + k
				t.leaves = append(t.leaves, leaf{p.Position.EmptyCount() - depth, depth, value, p.Value})
			}
			finished()
			return nil
		},
	})
	if err != nil {
		return nil, err
	}
	return t, t.fit()
}

// Work returns one thread's work at the searches of FitTruth: to a position it answers
// with the values of all depths.
func (o TruthOptions) Work() jobs.Work {
	table := tt.New(o.HashMB)
	s := search.New(eval.New(WithoutTruth(o.Weights)), table, 1)
	return func(ctx context.Context, question []byte) ([]byte, error) {
		var p board.Position
		if err := json.Unmarshal(question, &p); err != nil {
			return nil, err
		}
		if !p.Valid() || p.Over() {
			return nil, errors.New("a position without a move")
		}
		table.Clear() // no position profits from another
		limit := search.Limit{Depth: min(o.Deep, p.EmptyCount()-endEmpties), Selectivity: o.Selectivity}
		var values []float64
		s.Search(ctx, p, limit, func(i search.Info) {
			if i.Stage == search.Midgame && i.Depth >= o.Shallow && i.Rank == 1 {
				values = append(values, i.Score.Discs())
			}
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return json.Marshal(values)
	}
}

// knots are the numbers of empties, in the middle of a search, between which the slope is
// taken to change along a line; beyond the outermost it stays.
var knots = [...]float64{10, 20, 30, 40}

// columns is the terms of a fit, for even and for odd depths: the slope at each knot, and a
// constant for each number of empties.
const columns = 2 * (len(knots) + ends)

const ends = 65

// slope and constant return where these terms begin.
func slope(depth int) int    { return depth % 2 * len(knots) }
func constant(depth int) int { return 2*len(knots) + depth%2*ends }

// shares returns each knot's share in the slope at so many empties.
func shares(empties int) (of [len(knots)]float64) {
	n := max(knots[0], min(float64(empties), knots[len(knots)-1]))
	for k := 1; k < len(knots); k++ {
		if from, to := knots[k-1], knots[k]; n <= to {
			of[k-1], of[k] = (to-n)/(to-from), (n-from)/(to-from)
			break
		}
	}
	return of
}

// alike is how strongly, in searches, constants are drawn to those of two empties more
// and less, which makes up for few searches and goes on where none came to. Its square
// is how many searches weigh as much as that pull.
const alike = 10

// fewest searches are enough to say anything.
const fewest = 200

func (t *Truth) fit() error {
	if len(t.leaves) < fewest {
		return fmt.Errorf("only %d searches to fit to; give more labelled positions", len(t.leaves))
	}
	equations := linear.New(columns)
	add := func(label float64, fill func(row []float64)) {
		row := make([]float64, columns)
		fill(row)
		equations.Add(label, row)
	}
	for _, l := range t.leaves {
		add(l.label, func(row []float64) {
			for k, share := range shares(l.empties + l.depth/2) {
				row[slope(l.depth)+k] = share * l.value
			}
			row[constant(l.depth)+l.empties] = -1
		})
	}
	for depth := range 2 {
		at := slope(depth)
		add(1, func(row []float64) { row[at] = 1 }) // a slope of 1, if nothing is known
		for k := 1; k < len(knots); k++ {
			add(0, func(row []float64) { row[at+k-1], row[at+k] = -1, 1 })
		}
		for empties := range ends {
			at := constant(depth) + empties
			add(0, func(row []float64) { row[at] = 0.01 }) // and no constant
			if empties >= 2 {
				add(0, func(row []float64) { row[at], row[at-2] = alike, -alike })
			}
		}
	}
	solution, err := equations.Solve()
	if err != nil {
		return errors.New("the positions have too few different numbers of empties for a fit")
	}
	for depth := range 2 {
		for empties := range ends {
			factor := 0.0
			for k, share := range shares(empties) {
				factor += share * solution[slope(depth)+k]
			}
			t.Slope[depth] = append(t.Slope[depth], float32(factor))
			t.Bias[depth] = append(t.Bias[depth], float32(solution[constant(depth)+empties]))
		}
	}
	return nil
}

// WithoutTruth returns the weights without the tables that make values true.
func WithoutTruth(w *weights.Weights) *weights.Weights {
	plain := *w
	plain.Tables = maps.Clone(w.Tables)
	for depth := range 2 {
		delete(plain.Tables, eval.SlopeTables[depth])
		delete(plain.Tables, eval.BiasTables[depth])
	}
	return &plain
}

// Apply returns the weights with the tables of t.
func (t *Truth) Apply(w *weights.Weights) *weights.Weights {
	with := *w
	with.Tables = maps.Clone(w.Tables)
	if with.Tables == nil {
		with.Tables = map[string][]float32{}
	}
	for depth := range 2 {
		with.Tables[eval.SlopeTables[depth]] = t.Slope[depth]
		with.Tables[eval.BiasTables[depth]] = t.Bias[depth]
	}
	return &with
}

// Report writes for each number of empties at the end of searches how far their values
// are from the labels, of even and of odd depths, and what is taken off; then the
// factors.
func (t *Truth) Report(w io.Writer) error {
	var by [ends][2]Error
	for _, l := range t.leaves {
		by[l.empties][l.depth%2].Add(l.value, l.label)
	}
	fmt.Fprintf(w, "%7s %6s %8s %7s %7s %7s\n", "empties", "depths", "searches", "bias", "slope", "taken")
	for empties := range by {
		for depth, parity := range []string{"even", "odd"} {
			e := &by[empties][depth]
			if e.Count == 0 {
				continue
			}
			_, err := fmt.Fprintf(w, "%7d %6s %8d %+7.2f %7.3f %+7.2f\n", empties, parity, e.Count, e.Bias(), e.Slope(),
				t.Bias[depth][empties])
			if err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(w, "%7s %7s %7s\n", "middle", "even", "odd")
	for _, middle := range knots {
		n := int(middle)
		if _, err := fmt.Fprintf(w, "%7d %7.3f %7.3f\n", n, t.Slope[0][n], t.Slope[1][n]); err != nil {
			return err
		}
	}
	return nil
}
