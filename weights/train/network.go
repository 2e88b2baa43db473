package train

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"kaeshi/engine/board"
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
	before  int          // samples that it has seen in this phase, and those behind given weights
	chunk   []judged     // samples that are looked at together, see descend
	shares  [][]int      // by thread: the columns whose rows it corrects
	columns []int        // of a table: the group that each belongs to
}

// judged is a sample's error and what follows from it.
type judged struct {
	missing float32 // label less value
	push    float32 // what the rows are corrected by, before damping
	factors *lanes
	sums    sums
	steps   []lanes // of each group, see step
}

// A chunk is samples that are looked at with the same weights before these are
// corrected. The first ones are small, since rows that have seen little move far; later
// ones grow with the samples that went before, until there is enough to share among
// threads and yet little beside what a row has seen.
const (
	firstChunk = 8
	lastChunk  = 256
	chunkShare = 8192 // of the samples before it
)

func (n *network) chunkSize() int { return max(firstChunk, min(n.before/chunkShare, lastChunk)) }

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

func newNetwork(set *pattern.Set, threads int) *network {
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
	n.chunk = make([]judged, lastChunk+board.MaxMoves)
	for i := range n.chunk {
		n.chunk[i].steps = make([]lanes, len(n.groups))
	}
	for g, group := range n.groups {
		for len(n.columns) < group.to {
			n.columns = append(n.columns, g)
		}
	}
	n.share(set, threads)
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
	n.before = 0
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

// goOn prepares for a phase of given weights, which are taken to have been fitted to
// history times as many samples: their frequent rows have settled.
func (n *network) goOn(count []float32, samples int, ridge, history float64) {
	n.before = int(history * float64(samples))
	for row := range n.seen {
		n.seen[row] = float32((max(ridge, 1) + history*float64(count[row])) * errorScale)
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

// share deals the columns out so that no two threads correct the same row: all images
// of a pattern go to one of them, those of most columns first.
func (n *network) share(set *pattern.Set, threads int) {
	owned := make([][]int, len(set.Patterns), len(set.Patterns)+len(set.Terms))
	for column, feature := range set.Features {
		owned[feature.Pattern] = append(owned[feature.Pattern], column)
	}
	for i := range set.Terms {
		owned = append(owned, []int{len(set.Features) + i})
	}
	slices.SortStableFunc(owned, func(a, b []int) int { return len(b) - len(a) })
	n.shares = make([][]int, threads)
	for _, columns := range owned {
		least := 0
		for i := range n.shares {
			if len(n.shares[i]) < len(n.shares[least]) {
				least = i
			}
		}
		n.shares[least] = append(n.shares[least], columns...)
	}
}

// step sets a sample's steps to what each group's rows are to be corrected by, before
// damping.
func (n *network) step(j *judged, rate float32) {
	var quarters [pattern.Quarters]lanes
	push := rate * j.push
	for q := range quarters {
		for lane := eval.Linear; lane < len(j.factors); lane++ {
			quarters[q][lane] = foldedRate * push * j.factors[lane]
			if j.sums.quarters[q][lane] < 0 {
				quarters[q][lane] = -quarters[q][lane]
			}
		}
	}
	for g, group := range n.groups {
		step := lanes{}
		for lane := range eval.Linear {
			step[lane] = linearRate * push * j.factors[lane]
		}
		for _, q := range group.quarters {
			step.add(&quarters[q])
		}
		j.steps[g] = step
	}
}

// descend goes through the units that begin in from..to of the table, some samples at
// a time, and corrects the weights after each such chunk. It returns the weighted sum
// of squared errors. What comes out does not depend on the number of threads.
func (f *fitter) descend(weights []float32, rate float32, from, to int) float64 {
	t, n := &f.train, f.network
	var squares float64
	first, _ := slices.BinarySearch(t.units, int32(from))
	for first < len(t.units) && int(t.units[first]) < to {
		begin, last, size := int(t.units[first]), first+1, n.chunkSize()
		for last < len(t.units) && int(t.units[last]) < to && t.end(last)-begin <= size {
			last++
		}
		units, chunk := t.units[first:last], n.chunk[:t.end(last-1)-begin]
		share := f.inParallel
		if size < lastChunk/4 {
			share = f.inTurn // threads would wait for each other more than they work
		}
		share(func(_ *worker, part, parts int) {
			for i := len(units) * part / parts; i < len(units)*(part+1)/parts; i++ {
				row := int(units[i])
				f.judge(weights, chunk[row-begin:t.end(first+i)-begin], row, rate)
			}
		})
		share(func(_ *worker, part, _ int) {
			for i := range chunk {
				n.correct(weights, t.row(begin+i), &chunk[i], n.shares[part])
			}
		})
		for i := range chunk {
			squares += float64(chunk[i].missing) * float64(chunk[i].missing) * float64(t.trust[begin+i])
		}
		n.before += len(chunk)
		first = last
	}
	return squares
}

// judge finds the errors and the steps of a unit. In a family each error also counts
// by how far it is from their mean: by that the choice between them is wrong.
func (f *fitter) judge(weights []float32, unit []judged, row int, rate float32) {
	t, mean := &f.train, float32(0)
	for i := range unit {
		j, indices := &unit[i], t.row(row+i)
		var value float32
		value, j.sums = f.network.value(weights, indices)
		j.factors = f.network.factorsOf(indices)
		j.missing = t.labels[row+i] - value
		mean += j.missing / float32(len(unit))
	}
	for i := range unit {
		j := &unit[i]
		j.push = t.trust[row+i] * (j.missing + float32(f.Siblings)*(j.missing-mean))
		f.network.step(j, rate)
	}
}

// correct corrects the rows of some columns by what was found for a sample.
func (n *network) correct(weights []float32, indices []uint32, j *judged, columns []int) {
	for _, column := range columns {
		i := indices[column]
		n.seen[i] += j.push * j.push
		damping := 1 / float32(math.Sqrt(float64(n.seen[i])))
		own := rowOf(weights, i)
		for lane, s := range &j.steps[n.columns[column]] {
			own[lane] += damping * s
		}
	}
}

func (n *network) squares(t *table, weights []float32, from, to int) float64 {
	var squares float64
	for row := from; row < to; row++ {
		value, _ := n.value(weights, t.row(row))
		missing := t.labels[row] - value
		squares += float64(missing) * float64(missing) * float64(t.trust[row])
	}
	return squares
}

// networkPass goes once through the training samples of a network and returns
// their error. Corrections shrink to nothing over all passes.
func (f *fitter) networkPass(ctx context.Context, state *State, order []int) (float64, error) {
	var squares float64
	for done, batch := range order {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		from := batch * f.Batch
		to := min(from+f.Batch, f.train.len())
		left := 1 - (float64(state.Epoch)+float64(done)/float64(len(order)))/float64(f.Epochs)
		squares += f.descend(state.Current, float32(f.Rate*left), from, to)
		f.average(state)
	}
	return math.Sqrt(squares / f.train.totalTrust()), nil
}
