package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"

	"gonum.org/v1/gonum/mat"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/jobs"
	"kaeshi/engine/search"
	"kaeshi/engine/tt"
	"kaeshi/weights"
)

// A search's value comes from one position at its end. How far such values are from the
// truth depends on the empties there: what a disc is worth, and, since the other side
// has chosen the position, a constant for the side to move, which differs between even
// and odd numbers of empties. Searches of even and odd depth are off in opposite
// directions by it.

// TruthOptions say how values are held against labels.
type TruthOptions struct {
	Weights     *weights.Weights `json:"-"`
	Place       jobs.Place       `json:"-"` // made for these options; nil means this process
	Shallow     int              // search to these depths and all between
	Deep        int
	HashMB      int
	Selectivity search.Selectivity
}

// leaf is a search's value, as the side to move at its end sees it, and the truth.
type leaf struct {
	empties      int
	value, label float64
}

// Truth is what FitTruth has found.
type Truth struct {
	Slope, Tempo []float32 // by number of empties
	leaves       []leaf
}

// endEmpties is the fewest empties at the end of a search that are listened to.
const endEmpties = 2

// FitTruth searches the problems and finds the slope and the constant that bring values
// closest to labels, by number of empties.
func FitTruth(ctx context.Context, o TruthOptions, problems []Problem, finished func()) (*Truth, error) {
	t := new(Truth)
	var asked []probe
	var labels []float64
	for depth := o.Shallow; depth <= o.Deep; depth++ {
		for i := range problems {
			if problems[i].Position.EmptyCount()-depth < endEmpties {
				finished()
				continue
			}
			asked, labels = append(asked, probe{problems[i].Position, depth}), append(labels, problems[i].Value)
		}
	}
	err := placeOf(o.Place, 1, o.Work).Do(ctx, &jobs.Run{
		Count: len(asked), Ordered: true,
		Ask: func(i int) ([]byte, error) { return json.Marshal(asked[i]) },
		Done: func(i int, answer []byte) error {
			var value float64
			if err := json.Unmarshal(answer, &value); err != nil {
				return err
			}
			sign := float64(1 - asked[i].Depth%2*2)
			t.leaves = append(t.leaves, leaf{asked[i].Position.EmptyCount() - asked[i].Depth, sign * value, sign * labels[i]})
			finished()
			return nil
		},
	})
	if err != nil {
		return nil, err
	}
	return t, t.fit()
}

// probe is a search whose value is held against a label.
type probe struct {
	Position board.Position
	Depth    int
}

// Work returns one thread's work at the searches of FitTruth.
func (o TruthOptions) Work() jobs.Work {
	e := eval.New(WithoutTruth(o.Weights))
	table := tt.New(o.HashMB)
	s := search.New(e, table, 1)
	return func(ctx context.Context, question []byte) ([]byte, error) {
		var p probe
		if err := json.Unmarshal(question, &p); err != nil {
			return nil, err
		}
		if !p.Position.Valid() || p.Position.Over() {
			return nil, errors.New("a position without a move")
		}
		table.Clear() // no position profits from another
		info := s.Search(ctx, p.Position, search.Limit{Depth: p.Depth, Selectivity: o.Selectivity}, nil)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return json.Marshal(info.Score.Discs())
	}
}

// knots are the numbers of empties between which the constant is taken to change along
// a line; beyond the outermost it stays.
var knots = [...]float64{5, 15, 25, 35}

// tempoTerms are the shares of the knots in the constant: first for even numbers of
// empties, then for odd ones.
func tempoTerms(empties int) []float64 {
	terms := make([]float64, 2*len(knots))
	own := terms[empties%2*len(knots):][:len(knots)]
	n := max(knots[0], min(float64(empties), knots[len(knots)-1]))
	for k := 1; k < len(knots); k++ {
		if from, to := knots[k-1], knots[k]; n <= to {
			own[k-1], own[k] = (to-n)/(to-from), (n-from)/(to-from)
			break
		}
	}
	return terms
}

// slopeTerms are those of the slope, a line.
func slopeTerms(empties int) []float64 { return []float64{1, float64(empties) / 30} }

// alike is how strongly, in searches, the constants of neighbouring knots are drawn
// together: what no search came to has the value of the nearest knot that one did.
const alike = 3

func (t *Truth) fit() error {
	columns := len(slopeTerms(0)) + len(tempoTerms(0))
	if len(t.leaves) < 10*columns {
		return fmt.Errorf("only %d searches to fit to; give more labelled positions", len(t.leaves))
	}
	var rows, labels []float64
	lowest, highest := 64, 0
	for _, l := range t.leaves {
		for _, term := range slopeTerms(l.empties) {
			rows = append(rows, term*l.value)
		}
		for _, term := range tempoTerms(l.empties) {
			rows = append(rows, -term)
		}
		labels = append(labels, l.label)
		lowest, highest = min(lowest, l.empties), max(highest, l.empties)
	}
	for at := len(slopeTerms(0)); at < columns; at++ {
		pull := make([]float64, columns)
		pull[at] = alike / 1000.0 // towards 0, lest a kind that was not met have any value
		if (at-len(slopeTerms(0)))%len(knots) > 0 {
			pull[at], pull[at-1] = alike, -alike
		}
		rows, labels = append(rows, pull...), append(labels, 0)
	}
	var solution mat.VecDense
	if err := solution.SolveVec(mat.NewDense(len(labels), columns, rows), mat.NewVecDense(len(labels), labels)); err != nil {
		return errors.New("the positions have too few different numbers of empties for a fit")
	}
	dot := func(terms []float64, from int) (sum float64) {
		for i, term := range terms {
			sum += term * solution.AtVec(from+i)
		}
		return sum
	}
	for empties := range 65 {
		t.Slope = append(t.Slope, float32(dot(slopeTerms(max(lowest, min(empties, highest))), 0)))
		t.Tempo = append(t.Tempo, float32(dot(tempoTerms(empties), len(slopeTerms(0)))))
	}
	return nil
}

// WithoutTruth returns the weights without the tables that make values true.
func WithoutTruth(w *weights.Weights) *weights.Weights {
	plain := *w
	plain.Tables = maps.Clone(w.Tables)
	delete(plain.Tables, eval.SlopeTable)
	delete(plain.Tables, eval.TempoTable)
	return &plain
}

// Apply returns the weights with the tables of t.
func (t *Truth) Apply(w *weights.Weights) *weights.Weights {
	with := *w
	with.Tables = maps.Clone(w.Tables)
	if with.Tables == nil {
		with.Tables = map[string][]float32{}
	}
	with.Tables[eval.SlopeTable], with.Tables[eval.TempoTable] = t.Slope, t.Tempo
	return &with
}

// Report writes for each number of empties at the end of searches how far their values
// are from the labels, and what is taken off.
func (t *Truth) Report(w io.Writer) error {
	var by [65]Error
	for _, l := range t.leaves {
		by[l.empties].Add(l.value, l.label)
	}
	fmt.Fprintf(w, "%7s %8s %7s %7s %7s %7s\n", "empties", "searches", "bias", "slope", "tempo", "true")
	for empties := range by {
		if e := &by[empties]; e.Count > 0 {
			_, err := fmt.Fprintf(w, "%7d %8d %+7.2f %7.3f %+7.2f %7.3f\n", empties, e.Count, e.Bias(), e.Slope(), t.Tempo[empties], t.Slope[empties])
			if err != nil {
				return err
			}
		}
	}
	return nil
}
