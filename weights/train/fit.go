package train

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"kaeshi/engine/pattern"
	"kaeshi/weights"
)

// Options say how to fit.
type Options struct {
	Set      *pattern.Set
	Epochs   int     // passes over the samples of a phase at most
	Patience int     // passes without a smaller held-out error before a phase ends
	Batch    int     // samples between two corrections
	Rate     float64 // size of a correction, 1 being a step of Newton's method for one weight alone
	Ridge    float64 // as much belief as in so many samples that a weight is what the next phase says
	HeldOut  uint16  // one game in so many is held out
	Results  float64 // what the result of a game counts, a labelled position counting 1
	Window   int     // moves on either side of a phase whose samples count as well
	Threads  int
	Seed     uint64
	Given    bool    // start from the weights in the state, not from those of the next phase
	History  float64 // the given weights were fitted to so many times the samples
	Siblings float64 // what the differences within a family count, a label counting 1
	Average  float64 // share of itself that the average of the weights keeps over a batch; 0 means no average
}

// Progress is told after every pass over the samples.
type Progress struct {
	Phase, Epoch     int
	Samples          int     // of the phase, without the held-out ones
	Trained, HeldOut float64 // root of the mean squared error in discs
	Finished         bool    // the last pass of this phase
}

// momentum carries corrections on, which speeds least squares up about as much
// as conjugate gradients do.
const momentum = 0.9

// Fit fits the weights phase by phase from the end of the game to its beginning.
// Every phase starts from the one after it, and is drawn towards it where it has
// few samples of its own: late labels are the surest, and configurations that a
// phase has hardly seen keep the value that they have later. Given weights are
// gone on from as they are, phase by phase. A phase ends when its held-out error no
// longer falls.
//
// state is where an earlier run stopped, or new; save is called whenever state
// has changed for good.
func Fit(ctx context.Context, o Options, d *Data, state *State, save func(*State) error, report func(Progress)) error {
	f := newFitter(o)
	for state.Phase >= 0 {
		if f.Given && state.Epoch == 0 {
			state.begin()
		}
		f.load(d, state.Phase, state.prior(f.Given))
		switch {
		case f.network == nil:
		case f.Given:
			f.network.goOn(f.count, f.train.len(), f.Ridge, f.History)
		default:
			f.network.begin(state.Current, f.count, f.Ridge, rand.New(rand.NewPCG(f.Seed, uint64(state.Phase))))
		}
		if err := f.fitPhase(ctx, state, save, report); err != nil {
			return err
		}
	}
	return nil
}

// fitter holds one phase's samples and the arrays of its optimiser.
type fitter struct {
	Options
	indexer
	prior    []float32 // the weights of the phase after this one
	velocity []float32
	count    []float32 // how often a weight is used by the training samples
	train    table
	heldOut  table
	workers  []worker
	network  *network // of a set with several lanes
}

// worker is one thread's share of a batch.
type worker struct {
	gradient []float32
	squares  float64
}

func newFitter(o Options) *fitter {
	f := &fitter{Options: o, indexer: newIndexer(o.Set)}
	f.workers = make([]worker, max(o.Threads, 1))
	for i := range f.workers {
		f.workers[i].gradient = make([]float32, o.Set.Weights)
	}
	if o.Set.Lanes > 1 {
		f.network = newNetwork(o.Set, len(f.workers))
	}
	f.velocity = make([]float32, o.Set.Weights)
	f.count = make([]float32, o.Set.Weights)
	return f
}

// load gathers the samples of a phase and counts how often each weight occurs.
// The weights are drawn towards prior.
func (f *fitter) load(d *Data, phase int, prior []float32) {
	f.prior = prior
	clear(f.velocity)
	clear(f.count)
	f.train.reset(f.width)
	f.heldOut.reset(f.width)
	results := f.resultsJudge(d, phase)
	// Neighbours in a file share a game and so a label; a batch should not.
	units := d.units()
	for _, unit := range rand.New(rand.NewPCG(f.Seed, uint64(phase))).Perm(len(units)) {
		first := true
		for i := int(units[unit]); i < len(d.Samples) && (first || d.Samples[i].Child); i++ {
			s := &d.Samples[i]
			empties := s.Position.EmptyCount()
			inside := f.Set.Phase(empties) == phase
			if !inside && f.Set.Phase(min(empties+f.Window, 60)) != phase && f.Set.Phase(max(empties-f.Window, 0)) != phase {
				break // the samples of a unit have equally many empties
			}
			trust := float32(1)
			if s.Label == ByResult {
				trust = float32(f.Results)
			}
			switch {
			case s.Group%f.HeldOut != 0:
				f.add(&f.train, s, trust, first)
			case inside && (results || s.Label == BySearch):
				f.add(&f.heldOut, s, trust, first)
			}
			first = false
		}
	}
	for i, index := range f.train.indices {
		f.count[index] += f.train.trust[i/f.width]
	}
}

// enoughLabels is how many held-out labels by search make the results of games,
// whose errors hide what a fit still gains, unfit to judge it.
const enoughLabels = 2000

// resultsJudge reports whether the held-out error of a phase counts results too.
func (f *fitter) resultsJudge(d *Data, phase int) bool {
	labels := 0
	for i := range d.Samples {
		s := &d.Samples[i]
		if s.Label == BySearch && s.Group%f.HeldOut == 0 && f.Set.Phase(s.Position.EmptyCount()) == phase {
			labels++
		}
	}
	return labels < enoughLabels
}

func (f *fitter) fitPhase(ctx context.Context, state *State, save func(*State) error, report func(Progress)) error {
	if f.Given && state.Epoch == 0 && f.heldOut.len() > 0 {
		state.note(f.heldOutError(state.Current)) // what is given may be the best
	}
	order := rand.New(rand.NewPCG(f.Seed, uint64(state.Phase)<<32|uint64(state.Epoch)))
	for state.Epoch < f.Epochs {
		trained, err := f.nextPass(ctx, state, order.Perm(f.batches()))
		if err != nil {
			return err
		}
		heldOut := trained // where nothing is held out, that is all there is to go by
		if f.heldOut.len() > 0 {
			heldOut = f.heldOutError(state.judged())
		}
		state.Epoch++
		state.note(heldOut)
		finished := state.Epoch >= f.Epochs || state.Epoch-state.BestEpoch >= f.Patience
		pass := Progress{state.Phase, state.Epoch, f.train.len(), trained, heldOut, finished}
		state.Passes = append(state.Passes, pass)
		report(pass)
		if finished {
			break
		}
		if err := save(state); err != nil {
			return err
		}
	}
	state.nextPhase()
	return save(state)
}

func (f *fitter) nextPass(ctx context.Context, state *State, order []int) (float64, error) {
	if f.network != nil {
		return f.networkPass(ctx, state, order)
	}
	return f.pass(ctx, state, order, f.cooling(state.Epoch))
}

// average moves the average of the weights towards the current ones.
func (f *fitter) average(state *State) {
	if f.Average == 0 {
		return
	}
	if state.Averaged == nil {
		state.Averaged = slices.Clone(state.Current)
		return
	}
	share := float32(1 - f.Average)
	f.inParallel(func(_ *worker, part, parts int) {
		n := len(state.Current)
		for i := n * part / parts; i < n*(part+1)/parts; i++ {
			state.Averaged[i] += share * (state.Current[i] - state.Averaged[i])
		}
	})
}

// cooling shrinks the corrections from pass to pass, so that the noise of the
// batches averages out.
func (f *fitter) cooling(epoch int) float64 {
	left := 1 - float64(epoch)/float64(f.Epochs)
	return left * left
}

func (f *fitter) batches() int { return (f.train.len() + f.Batch - 1) / f.Batch }

// pass goes once through the training samples and returns their error.
func (f *fitter) pass(ctx context.Context, state *State, order []int, cooling float64) (float64, error) {
	var squares float64
	weights := state.Current
	for _, batch := range order {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		from := batch * f.Batch
		to := min(from+f.Batch, f.train.len())
		f.inParallel(func(w *worker, part, parts int) {
			w.squares = f.train.descend(weights, w.gradient, from+(to-from)*part/parts, from+(to-from)*(part+1)/parts)
		})
		share := float32(to-from) / float32(f.train.len())
		f.inParallel(func(_ *worker, part, parts int) {
			n := len(weights)
			f.correct(weights, share, float32(f.Rate*cooling/float64(f.width)), n*part/parts, n*(part+1)/parts)
		})
		f.average(state)
		for i := range f.workers {
			squares += f.workers[i].squares
		}
	}
	return math.Sqrt(squares / f.train.totalTrust()), nil
}

// correct moves the weights from..to against the gradient of a batch that is
// that share of all samples. Each weight's step is divided by the number of its
// uses (the diagonal of the normal equations). A weight that is used less than once a
// batch counts as used once in each, so that no single sample decides it.
func (f *fitter) correct(weights []float32, share, rate float32, from, to int) {
	ridge := share * float32(f.Ridge)
	for i := from; i < to; i++ {
		var gradient float32
		for w := range f.workers {
			gradient += f.workers[w].gradient[i]
			f.workers[w].gradient[i] = 0
		}
		gradient += ridge * (f.prior[i] - weights[i])
		step := rate * gradient / max(share*f.count[i]+ridge, 1)
		f.velocity[i] = momentum*f.velocity[i] + step
		weights[i] += f.velocity[i]
	}
}

func (f *fitter) heldOutError(weights []float32) float64 {
	f.inParallel(func(w *worker, part, parts int) {
		n := f.heldOut.len()
		from, to := n*part/parts, n*(part+1)/parts
		if f.network != nil {
			w.squares = f.network.squares(&f.heldOut, weights, from, to)
		} else {
			w.squares = f.heldOut.squares(weights, from, to)
		}
	})
	var squares float64
	for i := range f.workers {
		squares += f.workers[i].squares
	}
	return math.Sqrt(squares / f.heldOut.totalTrust())
}

func (f *fitter) inParallel(work func(w *worker, part, parts int)) {
	var group sync.WaitGroup
	for i := range f.workers {
		group.Go(func() { work(&f.workers[i], i, len(f.workers)) })
	}
	group.Wait()
}

// inTurn is inParallel without threads.
func (f *fitter) inTurn(work func(w *worker, part, parts int)) {
	for i := range f.workers {
		work(&f.workers[i], i, len(f.workers))
	}
}

// Round turns fitted weights, in discs, into those of a file.
func (s *State) Round(set *pattern.Set, name string) *weights.Weights {
	units := unitsPerDisc
	if set.Lanes > 1 {
		units = unitsPerDisc / 4 // the lanes of a network cancel out, need more room and make the file smaller
	}
	w := weights.New(name, set, units)
	copy(w.Values, roundWeights(s.Fitted, units))
	return w
}

func roundWeights(discs []float32, unitsPerDisc int) []int16 {
	rounded := make([]int16, len(discs))
	for i, value := range discs {
		units := math.Round(float64(value) * float64(unitsPerDisc))
		rounded[i] = int16(max(math.MinInt16, min(units, math.MaxInt16)))
	}
	return rounded
}

// unitsPerDisc keeps the rounding of some sixty weights below 1/100 disc, and
// leaves a single weight a range of 128 discs either way.
const unitsPerDisc = 256
