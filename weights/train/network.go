package train

import (
	"context"
	"math"
	"math/rand/v2"

	"kaeshi/engine/eval"
	"kaeshi/engine/pattern"
)

// The rows of a network are fitted sample by sample. A row's corrections shrink
// with the squared errors that it has seen (Adagrad, Duchi 2011), so that rare
// configurations learn fast and frequent ones settle.
const (
	linearRate = 6.4 // of Options.Rate, for lanes that count as they are
	foldedRate = 1.6 // for the others, which all move at once
	noise      = 0.08
	errorScale = 64 // squared discs, what Options.Ridge samples are taken to have erred by
)

// network is a fit's view of a phase of a set with several lanes.
type network struct {
	lanes   int
	factors [61][]float32 // by number of empties
	empties pattern.Term  // the first of the set's
	place   int           // where it stands in a row of a table
	seen    []float32     // by row: the squared errors so far
}

func newNetwork(set *pattern.Set) *network {
	n := &network{lanes: set.Lanes, seen: make([]float32, set.Weights), empties: set.Terms[0], place: len(set.Features)}
	for empties := range n.factors {
		for _, factor := range eval.Factors(set, empties) {
			n.factors[empties] = append(n.factors[empties], float32(factor))
		}
	}
	return n
}

// begin prepares for a phase. Rows that it uses and no later phase did get some
// noise, because lanes that are all alike would stay so.
func (n *network) begin(weights, count []float32, ridge float64, random *rand.Rand) {
	for row := range n.seen {
		n.seen[row] = float32(max(ridge, 1) * errorScale)
		own := weights[row*n.lanes : (row+1)*n.lanes]
		if count[row] == 0 || own[eval.Linear] != 0 {
			continue
		}
		for lane := eval.Linear; lane < n.lanes; lane++ {
			own[lane] = float32(noise * random.NormFloat64())
		}
	}
}

// value returns the value of a row of a table, and the sums of the lanes.
func (n *network) value(weights []float32, indices []uint32, sum []float32) float32 {
	clear(sum)
	for _, i := range indices {
		row := weights[int(i)*len(sum):][:len(sum)]
		for lane, w := range row {
			sum[lane] += w
		}
	}
	var total float32
	for lane, factor := range n.factorsOf(indices) {
		if lane >= eval.Linear {
			total += factor * max(sum[lane], -sum[lane])
		} else {
			total += factor * sum[lane]
		}
	}
	return total
}

// factorsOf finds the number of empties in the term that stands for it.
func (n *network) factorsOf(indices []uint32) []float32 {
	return n.factors[int(indices[n.place])-n.empties.First]
}

// descend goes through the rows from..to of the table and corrects the weights
// after each. It returns the weighted sum of squared errors.
func (n *network) descend(t *table, weights []float32, rate float32, from, to int) float64 {
	var squares float64
	sum, step := make([]float32, n.lanes), make([]float32, n.lanes)
	for row := from; row < to; row++ {
		indices := t.indices[row*t.width : (row+1)*t.width]
		missing := t.labels[row] - n.value(weights, indices, sum)
		push := missing * t.trust[row]
		squares += float64(missing) * float64(push)
		for lane, factor := range n.factorsOf(indices) {
			switch {
			case lane < eval.Linear:
				step[lane] = linearRate * rate * push * factor
			case sum[lane] < 0:
				step[lane] = -foldedRate * rate * push * factor
			default:
				step[lane] = foldedRate * rate * push * factor
			}
		}
		for _, i := range indices {
			n.seen[i] += push * push
			damping := 1 / float32(math.Sqrt(float64(n.seen[i])))
			own := weights[int(i)*len(step):][:len(step)]
			for lane, s := range step {
				own[lane] += damping * s
			}
		}
	}
	return squares
}

func (n *network) squares(t *table, weights []float32, from, to int) float64 {
	var squares float64
	sum := make([]float32, n.lanes)
	for row := from; row < to; row++ {
		missing := t.labels[row] - n.value(weights, t.indices[row*t.width:(row+1)*t.width], sum)
		squares += float64(missing) * float64(missing) * float64(t.trust[row])
	}
	return squares
}

// networkPass goes once through the training samples of a network and returns
// their error. Corrections shrink to nothing over all passes.
func (f *fitter) networkPass(ctx context.Context, weights []float32, order []int, epoch int) (float64, error) {
	var squares float64
	for done, batch := range order {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		from := batch * f.Batch
		to := min(from+f.Batch, f.train.len())
		left := 1 - (float64(epoch)+float64(done)/float64(len(order)))/float64(f.Epochs)
		squares += f.network.descend(&f.train, weights, float32(f.Rate*left), from, to)
	}
	return math.Sqrt(squares / f.train.totalTrust()), nil
}
