package train

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
	"kaeshi/engine/tt"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/gtp"
	"kaeshi/weights"
	"kaeshi/weights/train"
)

// selectivities are the values of --selectivity.
var selectivities = []search.Selectivity{search.Selectivity73, search.Selectivity87, search.Selectivity95,
	search.Selectivity98, search.Selectivity99, search.NoSelectivity}

func parseSelectivity(percent int) (search.Selectivity, error) {
	i := slices.IndexFunc(selectivities, func(s search.Selectivity) bool { return s.Percent() == percent })
	if i < 0 {
		return 0, fmt.Errorf("--selectivity %d: not one of 73, 87, 95, 98, 99, 100", percent)
	}
	return selectivities[i], nil
}

// searchTest holds searches of a fixed depth against known values.
type searchTest struct {
	values    train.Error
	within    int // values at most nearDiscs off
	withMoves int // positions whose moves have known values
	bestMoves int // of those, how often the search chose one of the best
	nodes     uint64
}

// nearDiscs is what published comparisons call near.
const nearDiscs = 3

// evaltestSearch searches every position to the depth, without solving any, and
// prints how often a best move was found and how far the values were off.
func evaltestSearch(c *cli.Context, w *weights.Weights) error {
	selectivity, err := parseSelectivity(c.Int("selectivity"))
	if err != nil {
		return err
	}
	problems, err := readValued(c)
	if err != nil {
		return err
	}
	table := tt.New(c.Int("hash"))
	searcher := search.New(eval.New(w), table, c.Int("threads"))
	limit := search.Limit{Depth: c.Int("depth"), Selectivity: selectivity}
	bar := core.NewProgress(c, "searching", len(problems))
	begin := gtp.ProcessorTime()
	var test searchTest
	for _, p := range problems {
		table.Clear() // no position profits from another
		info := searcher.Search(c.Context, p.position, limit, nil)
		if err := c.Context.Err(); err != nil {
			return err
		}
		test.add(p, info)
		bar.Add(1)
	}
	bar.Finish()
	return test.print(c.App.Writer, limit, gtp.ProcessorTime()-begin)
}

// labelledPosition is a position with its value, and its best moves if they are
// known.
type labelledPosition struct {
	position board.Position
	value    float64
	best     []board.Square
}

func (t *searchTest) add(p labelledPosition, info search.Info) {
	t.values.Add(info.Score.Discs(), p.value)
	if math.Abs(info.Score.Discs()-p.value) <= nearDiscs {
		t.within++
	}
	t.nodes += info.Nodes
	if len(p.best) > 0 {
		t.withMoves++
		if slices.Contains(p.best, info.Move()) {
			t.bestMoves++
		}
	}
}

func (t *searchTest) print(w io.Writer, limit search.Limit, used time.Duration) error {
	e := &t.values
	fmt.Fprintf(w, "depth %d at %d%%: %d positions\n", limit.Depth, limit.Selectivity.Percent(), e.Count)
	if t.withMoves > 0 {
		fmt.Fprintf(w, "best move found      %7.1f%% of %d\n", 100*float64(t.bestMoves)/float64(t.withMoves), t.withMoves)
	}
	fmt.Fprintf(w, "mean absolute error  %8.3f discs\n", e.MeanAbsolute())
	fmt.Fprintf(w, "RMS                  %8.3f discs\n", e.RootMeanSquare())
	fmt.Fprintf(w, "within %d discs       %7.1f%%\n", nearDiscs, 100*float64(t.within)/float64(e.Count))
	fmt.Fprintf(w, "correlation          %8.4f\n", e.Correlation())
	_, err := fmt.Fprintf(w, "nodes                %8.1f M\nprocessor time       %8.1f s\n", float64(t.nodes)/1e6, used.Seconds())
	return err
}

// readValued reads OBF files with the values of moves, and whatever kaeshi
// train reads.
func readValued(c *cli.Context) ([]labelledPosition, error) {
	var all []labelledPosition
	for _, path := range c.Args().Slice() {
		scored, err := readScoredMoves(path)
		if err != nil {
			return nil, err
		}
		all = append(all, scored...)
	}
	if len(all) > 0 {
		return all, nil
	}
	data, err := readSamples(c)
	if err != nil {
		return nil, err
	}
	for _, s := range data.Samples {
		all = append(all, labelledPosition{position: s.Position, value: float64(s.Score)})
	}
	return all, nil
}

// readScoredMoves reads an OBF file; of another file it returns nothing.
func readScoredMoves(path string) ([]labelledPosition, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	problems, err := notation.ReadOBF(file)
	if err != nil {
		var misplaced *notation.Error
		if errors.As(err, &misplaced) {
			return nil, nil
		}
		return nil, err
	}
	var all []labelledPosition
	for _, p := range problems {
		if len(p.Moves) == 0 {
			continue
		}
		best := slices.MaxFunc(p.Moves, func(a, b notation.ScoredMove) int { return a.Value - b.Value }).Value
		l := labelledPosition{position: p.Position, value: float64(best)}
		for _, m := range p.Moves {
			if m.Value == best {
				l.best = append(l.best, m.Square)
			}
		}
		all = append(all, l)
	}
	return all, nil
}
