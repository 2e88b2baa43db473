package train

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"kaeshi/engine/disk"
	"kaeshi/engine/eval"
	"kaeshi/engine/notation"
	"kaeshi/engine/pattern"
	"kaeshi/weights"
)

// LearnOptions say how weights learn from their own games.
type LearnOptions struct {
	SelfplayOptions     // the games; its evaluator is replaced as the weights change
	Every           int // games between two updates
	Recent          int // games that an update learns from, the latest ones
	Passes          int // over them in an update
	Rate            float64
	Ridge           float64
}

// LearnState is weights that learn, and how well they foresaw each batch of
// games before they learnt from it.
type LearnState struct {
	Weights *weights.Weights
	Curve   []float32 // correlation of the evaluation with the results, by update
}

// curveTable is the name under which the curve is kept with the weights.
const curveTable = "learning-curve"

// NewLearnState begins with given weights, or with weights of zero, or goes on
// with those that an earlier run saved, which carry their curve.
func NewLearnState(w *weights.Weights) *LearnState {
	own := weights.New(w.Name, w.Set, unitsPerDisc)
	own.Values = roundWeights(inDiscs(w), unitsPerDisc)
	return &LearnState{Weights: own, Curve: w.Tables[curveTable]}
}

// Save writes the weights and their curve to a file.
func (s *LearnState) Save(path string) error {
	s.Weights.Tables = map[string][]float32{curveTable: s.Curve}
	return s.Weights.Save(path)
}

// Learn plays until the file holds the wanted games, and updates the weights
// after every few. save is called after each update, finished after each game.
func Learn(ctx context.Context, o LearnOptions, s *LearnState, games string, recipe string, save func() error, finished func()) error {
	if set := s.Weights.Set; set.Lanes > 1 {
		return fmt.Errorf("pattern set %q is a network, which games of its own alone cannot teach", set.Name)
	}
	out, err := OpenRecords(games, recipe)
	if err != nil {
		return err
	}
	defer out.Close()
	l := newLearner(o, s)
	total := o.Games
	for played := len(s.Curve) * o.Every; played < total; {
		played = min(played+o.Every, total)
		o.Games, o.Evaluator = played, eval.New(s.Weights)
		if err := Selfplay(ctx, o.SelfplayOptions, out, func(int) { finished() }); err != nil {
			return err
		}
		if err := l.update(ctx, games, played); err != nil {
			return err
		}
		if err := save(); err != nil {
			return err
		}
	}
	return nil
}

// learner updates weights; they are kept in discs beside the rounded ones, so
// that small corrections add up.
type learner struct {
	LearnOptions
	state   *LearnState
	set     *pattern.Set
	fitter  *fitter
	weights []float32
}

func newLearner(o LearnOptions, s *LearnState) *learner {
	set := s.Weights.Set
	l := &learner{LearnOptions: o, state: s, set: set, weights: inDiscs(s.Weights)}
	l.fitter = newFitter(Options{
		Set: set, Batch: 4096, Rate: o.Rate, Ridge: o.Ridge, Results: 1, HeldOut: heldOutNothing,
		Window: 6, Threads: o.Threads, Seed: o.Seed,
	})
	return l
}

func inDiscs(w *weights.Weights) []float32 {
	var discs []float32
	for n := range w.Set.Phases {
		for _, v := range w.Phase(n) {
			discs = append(discs, float32(v)/float32(w.Scale))
		}
	}
	return discs
}

// heldOutNothing trains on every group but one of the 65,536.
const heldOutNothing = 65535

// update notes how well the weights foresaw the newest games, and fits them to
// the recent ones.
func (l *learner) update(ctx context.Context, games string, played int) error {
	fresh, recent, err := l.readGames(games, played)
	if err != nil {
		return err
	}
	before := Measure(eval.New(l.state.Weights), fresh.Samples, func(*Sample) bool { return true }).Total()
	foreseen := before.Values.Correlation()
	if math.IsNaN(foreseen) {
		foreseen = 0 // weights of zero foresee nothing
	}
	l.state.Curve = append(l.state.Curve, float32(foreseen))
	w := l.set.Weights
	order := rand.New(rand.NewPCG(l.Seed, uint64(played)))
	for phase := l.set.Phases - 1; phase >= 0; phase-- {
		own := &State{Current: l.weights[phase*w : (phase+1)*w]}
		l.fitter.load(recent, phase, slices.Clone(own.Current))
		for range l.Passes {
			if _, err := l.fitter.pass(ctx, own, order.Perm(l.fitter.batches()), 1); err != nil {
				return err
			}
		}
	}
	next := *l.state.Weights // an evaluator may still be reading the old ones
	next.Values = roundWeights(l.weights, unitsPerDisc)
	l.state.Weights = &next
	return nil
}

// readGames returns the samples of the newest games and of the recent ones,
// labelled with the results, from those below played.
func (l *learner) readGames(path string, played int) (fresh, recent *Data, err error) {
	file, err := disk.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	fresh, recent = new(Data), new(Data)
	err = ScanRecords(file, func(job int, records []Record) error {
		if job >= played || job < played-l.Recent {
			return nil
		}
		for i := range records {
			r := &records[i]
			s := Sample{Position: r.Position, Score: float32(r.Result), Group: r.Group, Label: ByResult}
			recent.Samples = append(recent.Samples, s)
			if job >= played-l.Every {
				fresh.Samples = append(fresh.Samples, s)
			}
		}
		return nil
	}, func(err error) error { return err })
	return fresh, recent, notation.WithName(path, err)
}

// WriteCurve prints the curve as a line for each of some twenty stages, with a
// bar that shows it at a glance.
func (s *LearnState) WriteCurve(w io.Writer, every int) error {
	const lines, width = 20, 40
	step := max(1, (len(s.Curve)+lines-1)/lines)
	for from := 0; from < len(s.Curve); from += step {
		to := min(from+step, len(s.Curve))
		sum := float32(0)
		for _, c := range s.Curve[from:to] {
			sum += c
		}
		mean := sum / float32(to-from)
		bar := make([]byte, int(max(0, min(mean, 1))*width))
		for i := range bar {
			bar[i] = '#'
		}
		if _, err := fmt.Fprintf(w, "%7d %7.3f %s\n", to*every, mean, bar); err != nil {
			return err
		}
	}
	return nil
}
