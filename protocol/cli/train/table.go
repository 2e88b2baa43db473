package train

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
	"kaeshi/weights/train"
)

// evaltestPrinter prints what evaltest measures.
type evaltestPrinter struct {
	w          io.Writer
	json, each bool
	limit      search.Limit
}

// evaltestPosition is a position in JSON.
type evaltestPosition struct {
	Index    int      `json:"index"`
	Position string   `json:"position"`
	Empties  int      `json:"empties"`
	Label    float64  `json:"label"`           // discs for the side to move
	Value    float64  `json:"value"`           // the same as the evaluation sees it
	Move     string   `json:"move,omitempty"`  // that it chooses, where the values of moves are known
	Loss     *float64 `json:"loss,omitempty"`  // against the best move
	Place    int      `json:"place,omitempty"` // that it gives one of the best moves, if that is 1, 2 or 3
	Nodes    uint64   `json:"nodes,omitempty"`
}

func (o *evaltestPrinter) position(index int, p *train.Problem, v train.Verdict, loss float64, place int) error {
	if !o.each {
		return nil
	}
	line := evaltestPosition{
		Index: index, Position: notation.FormatPosition(p.Position, board.Black), Empties: p.Position.EmptyCount(),
		Label: p.Value, Value: v.Value, Place: place, Nodes: v.Nodes,
	}
	if len(p.Moves) > 0 {
		line.Move, line.Loss = v.Moves[0].String(), &loss
	}
	if o.json {
		return json.NewEncoder(o.w).Encode(line)
	}
	text := fmt.Sprintf("%6d %s %2d empties, label %6s, value %6s", index, line.Position, line.Empties,
		notation.FormatScore(line.Label, 2), notation.FormatScore(line.Value, 2))
	if line.Loss != nil {
		text += fmt.Sprintf(", %s loses %.2f", line.Move, loss)
	}
	_, err := fmt.Fprintln(o.w, text)
	return err
}

// evaltestResult is the positions of a number of empties, or all, in JSON. What is
// not defined, such as the slope of one position, is left out.
type evaltestResult struct {
	Total        bool     `json:"total,omitempty"`
	Empties      *int     `json:"empties,omitempty"`
	Positions    int      `json:"positions"`
	MeanAbsolute float64  `json:"mean_absolute"`
	RMS          float64  `json:"rms"`
	Correlation  *float64 `json:"correlation,omitempty"`
	Bias         float64  `json:"bias"`
	Slope        *float64 `json:"slope,omitempty"`
	Fitted       *float64 `json:"fitted,omitempty"`
	Within       float64  `json:"within_3"`
	Choices      int      `json:"choices"`
	Regret       *float64 `json:"regret,omitempty"`
	First        *float64 `json:"first,omitempty"` // shares, 1 being all
	FirstTwo     *float64 `json:"first_two,omitempty"`
	FirstThree   *float64 `json:"first_three,omitempty"`
	Unknown      int      `json:"unknown,omitempty"` // choices without a known value
	Nodes        uint64   `json:"nodes,omitempty"`
	Seconds      *float64 `json:"seconds,omitempty"` // of processor time, in the total
}

func resultOf(y *train.Yardstick) evaltestResult {
	e := &y.Values
	r := evaltestResult{
		Positions: e.Count, MeanAbsolute: e.MeanAbsolute(), RMS: e.RootMeanSquare(), Correlation: defined(e.Correlation()),
		Bias: e.Bias(), Slope: defined(e.Slope()), Fitted: defined(e.Fitted()),
		Within: float64(y.Within) / float64(e.Count), Choices: y.Chosen, Unknown: y.Guess, Nodes: y.Nodes,
	}
	if y.Chosen > 0 {
		r.Regret, r.First, r.FirstTwo, r.FirstThree = defined(y.Regret()), defined(y.Share(1)), defined(y.Share(2)), defined(y.Share(3))
	}
	return r
}

func defined(f float64) *float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return &f
}

func (o *evaltestPrinter) result(measured *train.ByEmpties, used time.Duration) error {
	switch {
	case o.json:
		return o.jsonResult(measured, used)
	case o.limit.Depth == 0:
		return printErrors(o.w, measured)
	}
	total := measured.Total()
	kinds := 0
	for i := range measured {
		kinds += min(measured[i].Values.Count, 1)
	}
	if kinds > 1 {
		if err := printErrors(o.w, measured); err != nil {
			return err
		}
	}
	return o.searched(total, used)
}

func (o *evaltestPrinter) jsonResult(measured *train.ByEmpties, used time.Duration) error {
	lines := json.NewEncoder(o.w)
	for empties := range measured {
		if measured[empties].Values.Count == 0 {
			continue
		}
		r := resultOf(&measured[empties])
		r.Empties = &empties
		if err := lines.Encode(r); err != nil {
			return err
		}
	}
	r := resultOf(measured.Total())
	r.Total, r.Seconds = true, defined(used.Seconds())
	return lines.Encode(r)
}

func (o *evaltestPrinter) searched(y *train.Yardstick, used time.Duration) error {
	e := &y.Values
	fmt.Fprintf(o.w, "depth %d at %d%%: %d positions\n", o.limit.Depth, o.limit.Selectivity.Percent(), e.Count)
	if y.Chosen > 0 {
		fmt.Fprintf(o.w, "best move found      %7.1f%% of %d\n", 100*y.Share(1), y.Chosen)
		fmt.Fprintf(o.w, "among the first two  %7.1f%%\n", 100*y.Share(2))
		fmt.Fprintf(o.w, "... three            %7.1f%%\n", 100*y.Share(3))
		fmt.Fprintf(o.w, "regret               %8.3f discs\n", y.Regret())
	}
	if y.Guess > 0 {
		fmt.Fprintf(o.w, "... of which %d moves without a known value count as the worst that has one\n", y.Guess)
	}
	fmt.Fprintf(o.w, "mean absolute error  %8.3f discs\n", e.MeanAbsolute())
	fmt.Fprintf(o.w, "RMS                  %8.3f discs\n", e.RootMeanSquare())
	fmt.Fprintf(o.w, "within %d discs       %7.1f%%\n", train.NearDiscs, 100*float64(y.Within)/float64(e.Count))
	fmt.Fprintf(o.w, "correlation          %8.4f\n", e.Correlation())
	fmt.Fprintf(o.w, "bias                 %8s discs\n", notation.FormatScore(e.Bias(), 3))
	fmt.Fprintf(o.w, "slope                %8.3f\n", e.Slope())
	fmt.Fprintf(o.w, "error after the fit  %8.3f discs\n", e.Fitted())
	_, err := fmt.Fprintf(o.w, "nodes                %8.1f M\nprocessor time       %8.1f s\n", float64(y.Nodes)/1e6, used.Seconds())
	return err
}
