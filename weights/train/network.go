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

// lanes are the numbers of a row, or sums of them.
type lanes [16]float32

// network is a fit's view of a phase of a set with several lanes.
type network struct {
	groups  []span
	factors [61]lanes    // by number of empties
	empties pattern.Term // the first of the set's
	place   int          // where it stands in a row of a table
	seen    []float32    // by row: the squared errors so far
	steps   []lanes      // of each group, see step
}

// sums are those of a position.
type sums struct {
	board    lanes
	quarters [pattern.Quarters]lanes
}

// span is columns of a table whose rows belong to the same quarters.
type span struct {
	to       int
	quarters []int
}

func newNetwork(set *pattern.Set) *network {
	n := &network{seen: make([]float32, set.Weights), empties: set.Terms[0], place: len(set.Features)}
	to := 0
	for _, group := range set.Groups {
		to += group.Features
		var quarters []int
		for q := range pattern.Quarters {
			if group.Quarters>>q&1 != 0 {
				quarters = append(quarters, q)
			}
		}
		n.groups = append(n.groups, span{to, quarters})
	}
	n.groups = append(n.groups, span{to + len(set.Terms), []int{0, 1, 2, 3}})
	n.steps = make([]lanes, len(n.groups))
	for empties := range n.factors {
		for lane, factor := range eval.Factors(set, empties) {
			n.factors[empties][lane] = float32(factor)
		}
	}
	return n
}

// begin prepares for a phase. Rows that it uses and no later phase did get some
// noise, because lanes that are all alike would stay so.
func (n *network) begin(weights, count []float32, ridge float64, random *rand.Rand) {
	for row := range n.seen {
		n.seen[row] = float32(max(ridge, 1) * errorScale)
		own := rowOf(weights, uint32(row))
		if count[row] == 0 || own[eval.Linear] != 0 {
			continue
		}
		for lane := eval.Linear; lane < len(own); lane++ {
			own[lane] = float32(noise * random.NormFloat64())
		}
	}
}

func rowOf(weights []float32, row uint32) *lanes {
	return (*lanes)(weights[int(row)*len(lanes{}):])
}

func (l *lanes) add(other *lanes) {
	for lane := range l {
		l[lane] += other[lane]
	}
}

// value returns the value of a row of a table, and the sums that it is made of.
func (n *network) value(weights []float32, indices []uint32) (total float32, s sums) {
	from := 0
	for _, group := range n.groups {
		sum := lanes{}
		for _, i := range indices[from:group.to] {
			sum.add(rowOf(weights, i))
		}
		s.board.add(&sum)
		for _, q := range group.quarters {
			s.quarters[q].add(&sum)
		}
		from = group.to
	}
	factors := n.factorsOf(indices)
	for lane := range eval.Linear {
		total += factors[lane] * s.board[lane]
	}
	for q := range s.quarters {
		for lane := eval.Linear; lane < len(factors); lane++ {
			total += factors[lane] * max(s.quarters[q][lane], -s.quarters[q][lane])
		}
	}
	return total, s
}

// factorsOf finds the number of empties in the term that stands for it.
func (n *network) factorsOf(indices []uint32) *lanes {
	return &n.factors[int(indices[n.place])-n.empties.First]
}

// step sets steps to what each group's rows are to be corrected by, before damping.
func (n *network) step(push float32, factors *lanes, s *sums) {
	var quarters [pattern.Quarters]lanes
	for q := range quarters {
		for lane := eval.Linear; lane < len(factors); lane++ {
			quarters[q][lane] = foldedRate * push * factors[lane]
			if s.quarters[q][lane] < 0 {
				quarters[q][lane] = -quarters[q][lane]
			}
		}
	}
	for g, group := range n.groups {
		step := lanes{}
		for lane := range eval.Linear {
			step[lane] = linearRate * push * factors[lane]
		}
		for _, q := range group.quarters {
			step.add(&quarters[q])
		}
		n.steps[g] = step
	}
}

// descend goes through the rows from..to of the table and corrects the weights
// after each. It returns the weighted sum of squared errors.
func (n *network) descend(t *table, weights []float32, rate float32, from, to int) float64 {
	var squares float64
	for row := from; row < to; row++ {
		indices := t.indices[row*t.width : (row+1)*t.width]
		value, sums := n.value(weights, indices)
		missing := t.labels[row] - value
		push := missing * t.trust[row]
		squares += float64(missing) * float64(push)
		n.step(rate*push, n.factorsOf(indices), &sums)
		first := 0
		for g, group := range n.groups {
			for _, i := range indices[first:group.to] {
				n.seen[i] += push * push
				damping := 1 / float32(math.Sqrt(float64(n.seen[i])))
				own := rowOf(weights, i)
				for lane, s := range n.steps[g] {
					own[lane] += damping * s
				}
			}
			first = group.to
		}
	}
	return squares
}

func (n *network) squares(t *table, weights []float32, from, to int) float64 {
	var squares float64
	for row := from; row < to; row++ {
		value, _ := n.value(weights, t.indices[row*t.width:(row+1)*t.width])
		missing := t.labels[row] - value
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
