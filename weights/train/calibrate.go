package train

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"text/tabwriter"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/jobs"
	"kaeshi/engine/linear"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
	"kaeshi/engine/tt"
)

// CalibrateOptions say how ProbCut's errors are measured.
type CalibrateOptions struct {
	Evaluator *eval.Evaluator `json:"-"`
	Place     jobs.Place      `json:"-"` // made for these options; nil means this process
	Positions int             `json:"-"` // how many to search
	Depth     int             // of the deepest midgame search, in plies
	Solve     int             // solve positions of so many empties or fewer, too
	HashMB    int
	Seed      uint64 `json:"-"`
}

// pair is a shallow and a deep search; the deep one may be to the end.
type pair struct{ empties, deep, shallow int }

// spread sums up differences between two searches of the same positions.
type spread struct {
	count        int
	sum, squares float64 // in discs
}

func (s *spread) add(d float64) { s.count, s.sum, s.squares = s.count+1, s.sum+d, s.squares+d*d }

// deviation is the root mean square: ProbCut has no term for the mean.
func (s *spread) deviation() float64 { return math.Sqrt(s.squares / float64(s.count)) }

// Calibration is what Calibrate has measured: the spread of the difference for
// each pair of depths, apart for midgame and end.
type Calibration struct {
	mid, end map[pair]*spread
}

// bucket joins positions of almost as many empties.
const bucket = 4

// Calibrate searches positions drawn from those of the samples to every depth
// without ProbCut, and to the end where few squares are empty.
func Calibrate(ctx context.Context, o CalibrateOptions, samples []Sample, finished func()) (*Calibration, error) {
	c := &Calibration{mid: map[pair]*spread{}, end: map[pair]*spread{}}
	random := rand.New(rand.NewPCG(o.Seed, 0))
	var drawn []board.Position
	for range o.Positions {
		p := samples[random.IntN(len(samples))].Position
		if p.Moves() == 0 || p.EmptyCount() < minCalibrated || p.EmptyCount() > maxCalibrated {
			finished()
			continue
		}
		drawn = append(drawn, p)
	}
	err := placeOf(o.Place, 1, o.Work).Do(ctx, &jobs.Run{
		Count: len(drawn), Ordered: true,
		Ask: func(i int) ([]byte, error) { return json.Marshal(drawn[i]) },
		Done: func(i int, answer []byte) error {
			var m measurement
			if err := json.Unmarshal(answer, &m); err != nil {
				return err
			}
			c.note(drawn[i].EmptyCount(), &m)
			finished()
			return nil
		},
	})
	return c, err
}

// Work returns one thread's work at the positions of Calibrate.
func (o CalibrateOptions) Work() jobs.Work {
	table := tt.New(o.HashMB)
	s := search.New(o.Evaluator, table, 1)
	return func(ctx context.Context, question []byte) ([]byte, error) {
		var p board.Position
		if err := json.Unmarshal(question, &p); err != nil {
			return nil, err
		}
		if !p.Valid() || p.Moves() == 0 {
			return nil, errors.New("a position without a move")
		}
		table.Clear() // what a deeper search left would answer for a shallower one
		m := o.measure(ctx, s, p)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return json.Marshal(m)
	}
}

// measurement is the values of one position by searches of every depth, in discs, and by
// one to the end if it was solved.
type measurement struct {
	Values []float64 `json:"values"`
	Exact  *float64  `json:"exact,omitempty"`
}

// minCalibrated is the number of empties below which ProbCut is not used. Above
// maxCalibrated games share so few positions that these would bend the fit.
const (
	minCalibrated = 12
	maxCalibrated = 51
)

func (o *CalibrateOptions) measure(ctx context.Context, s *search.Searcher, p board.Position) measurement {
	n := p.EmptyCount()
	var state eval.State
	o.Evaluator.Init(&state, p)
	m := measurement{Values: []float64{float64(o.Evaluator.Evaluate(&state, n)) / eval.Disc}}
	depth := min(o.Depth, n-1)
	s.Search(ctx, p, search.Limit{Depth: depth, Selectivity: search.NoSelectivity}, func(i search.Info) {
		m.Values = append(m.Values, i.Score.Discs())
	})
	if n <= o.Solve {
		exact := s.Search(ctx, p, search.Limit{ExactFrom: n}, nil).Score.Discs()
		m.Exact = &exact
	}
	return m
}

// note takes in the measurement of a position with n empties.
func (c *Calibration) note(n int, m *measurement) {
	empties := n / bucket * bucket
	for deep := range m.Values {
		for shallow := deep & 1; shallow < deep; shallow += 2 {
			note(c.mid, pair{empties, deep, shallow}, m.Values[deep]-m.Values[shallow])
		}
	}
	if m.Exact == nil {
		return
	}
	for shallow := n & 1; shallow < len(m.Values); shallow += 2 {
		note(c.end, pair{n, n, shallow}, *m.Exact-m.Values[shallow])
	}
}

func note(m map[pair]*spread, at pair, difference float64) {
	if m[at] == nil {
		m[at] = &spread{}
	}
	m[at].add(difference)
}

// fewSpread is the least number of differences that a fit listens to.
const fewSpread = 20

// Tables fits the standard errors, and returns them as the tables that the
// search looks for beside the weights.
func (c *Calibration) Tables() (map[string][]float32, error) {
	mid, err := fit(c.mid, search.ProbCutMid.Features)
	if err != nil {
		return nil, fmt.Errorf("midgame: %w", err)
	}
	end, err := fit(c.end, search.ProbCutEnd.Features)
	if err != nil {
		return nil, fmt.Errorf("endgame: %w", err)
	}
	return map[string][]float32{search.ProbCutMid.Name: mid, search.ProbCutEnd.Name: end}, nil
}

// fit finds the coefficients that bring the exponential of their product with
// the features closest to the measured deviations, each as heavy as it was
// measured often.
func fit(measured map[pair]*spread, features func(empties, deep, shallow int) []float64) ([]float32, error) {
	columns, points := len(features(0, 0, 0)), 0
	equations := linear.New(columns)
	for at, s := range measured {
		if s.count < fewSpread || s.deviation() == 0 {
			continue
		}
		weight := math.Sqrt(float64(s.count))
		row := features(at.empties, at.deep, at.shallow)
		for i := range row {
			row[i] *= weight
		}
		equations.Add(weight*math.Log(s.deviation()), row)
		points++
	}
	if points < 2*columns {
		return nil, fmt.Errorf("only %d pairs of depths were met %d times or more; take more positions", points, fewSpread)
	}
	solution, err := equations.Solve()
	if err != nil {
		return nil, fmt.Errorf("the measured pairs of depths do not determine a fit: %w", err)
	}
	coefficients := make([]float32, columns)
	for i := range coefficients {
		coefficients[i] = float32(solution[i])
	}
	return coefficients, nil
}

// Report writes measured and fitted standard errors side by side.
func (c *Calibration) Report(w io.Writer, tables map[string][]float32) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "empties\tdeep\tshallow\tpositions\tmean\tdeviation\tfitted\t")
	for _, part := range []struct {
		measured map[pair]*spread
		model    search.ProbCutTable
	}{{c.mid, search.ProbCutMid}, {c.end, search.ProbCutEnd}} {
		for _, at := range sortedPairs(part.measured) {
			s := part.measured[at]
			if s.count < fewSpread || at.shallow != part.model.Shallow(at.deep) {
				continue
			}
			deep := fmt.Sprint(at.deep)
			if at.deep == at.empties {
				deep = "end"
			}
			fmt.Fprintf(out, "%d\t%s\t%d\t%d\t%s\t%.2f\t%.2f\t\n", at.empties, deep, at.shallow, s.count,
				notation.FormatScore(s.sum/float64(s.count), 2), s.deviation(), part.model.Error(tables[part.model.Name], at.empties, at.deep, at.shallow))
		}
	}
	return out.Flush()
}

func sortedPairs(measured map[pair]*spread) []pair {
	return slices.SortedFunc(maps.Keys(measured), func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.empties, b.empties), cmp.Compare(a.deep, b.deep), cmp.Compare(a.shallow, b.shallow))
	})
}
