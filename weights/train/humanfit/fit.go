package humanfit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"kaeshi/engine/eval"
	"kaeshi/engine/human"
)

// secondPart is one game in how many is kept from the rows and the openings. The nets are
// fitted to these: to the games that the rows were fitted to, the rows seem too good.
const secondPart = 10

func inSecondPart(g *Game) bool { return g.Key%secondPart == 0 }

// Options say how a model is fitted.
type Options struct {
	Name      string
	RowEpochs int
	RowRate   float64
	HalfLife  int // of games in the counts of openings, see CountOpenings
	Net       NetOptions
	Value     int          // so many games of a file at most get values that they lack
	From      *human.Model // fit the nets only, to these rows and openings; nil means fit all
	Seed      uint64
}

// openingPlies and openingLeast say which openings are counted: those that were seen once
// not long ago, too.
const (
	openingPlies = 30
	openingLeast = 0.7
)

// Recount returns a model that opens as the games do and is else as it was.
func Recount(m *human.Model, games []Game, halfLife int) *human.Model {
	recounted := *m
	recounted.Openings = CountOpenings(games, halfLife, openingPlies, openingLeast)
	return &recounted
}

// Data is the games that a model is fitted to. Those in Games are in the order in which
// they were played, and of the players whose ways are to be learnt; those in Others show
// how the strength makes a difference. Each list of Others is a file.
type Data struct {
	Games  []Game
	Others [][]Game
}

// Remove takes out the games that are also in other files.
func (d *Data) Remove(held []Game) (removed int) {
	keys := map[uint64]bool{}
	for i := range held {
		keys[held[i].Key] = true
	}
	without := func(games []Game) []Game {
		before := len(games)
		games = slices.DeleteFunc(games, func(g Game) bool { return keys[g.Key] })
		removed += before - len(games)
		return games
	}
	d.Games = without(d.Games)
	for i := range d.Others {
		d.Others[i] = without(d.Others[i])
	}
	return removed
}

// netGames returns the games of a file that the nets are fitted to: those of the second
// part whose values are known, and so many others, the same ones whenever it is asked.
func netGames(games []Game, c *Cache, more int) []Game {
	var known, others []Game
	for _, g := range games {
		switch {
		case !inSecondPart(&g):
		case c.Has(&g):
			known = append(known, g)
		default:
			others = append(others, g)
		}
	}
	byKey := func(a, b Game) int { return cmp.Compare(a.Key, b.Key) }
	slices.SortStableFunc(others, byKey)
	all := append(known, others[:min(more, len(others))]...)
	slices.SortStableFunc(all, byKey)
	return all
}

// Progress says how far a fit has come.
type Progress struct {
	Stage       string // values, rows, alone or blended
	Done, Total int
	Loss        float64 // mean, of the pass that has ended
}

// Fit fits a model. What engine values are missing in the cache are added to it.
func Fit(ctx context.Context, e *eval.Evaluator, d *Data, c *Cache, o Options, report func(Progress)) (*human.Model, error) {
	files := [][]Game{netGames(d.Games, c, o.Value)}
	for _, other := range d.Others {
		files = append(files, netGames(other, c, o.Value))
	}
	if len(slices.Concat(files...)) == 0 {
		return nil, fmt.Errorf("none of the games is among the one in %d that the nets are fitted to; give more games, or --value more", secondPart)
	}
	if err := fillCache(ctx, e, files, c, report); err != nil {
		return nil, err
	}
	m := &human.Model{Name: o.Name}
	if o.From != nil {
		*m = *o.From
		m.Name = o.Name
	} else if err := fitRows(ctx, e, m, d.Games, o, report); err != nil {
		return nil, err
	}
	for _, searched := range []bool{false, true} {
		var samples []Sample
		for _, games := range files {
			samples = append(samples, samplesOf(m, games, c, searched)...)
		}
		stage := map[bool]string{false: "alone", true: "blended"}[searched]
		net, err := FitNet(ctx, samples, o.Net, func(epoch int, loss float64) {
			report(Progress{Stage: stage, Done: epoch, Total: o.Net.Epochs, Loss: loss})
		})
		if err != nil {
			return nil, err
		}
		if m.Alone = *net; searched {
			m.Blended = *net
		}
	}
	return m, nil
}

func fillCache(ctx context.Context, e *eval.Evaluator, files [][]Game, c *Cache, report func(Progress)) error {
	judge := human.NewJudge(e)
	all := slices.Concat(files...)
	for i := range all {
		if c.Has(&all[i]) {
			continue
		}
		if err := c.Fill(ctx, judge, &all[i]); err != nil {
			return err
		}
		report(Progress{Stage: "values", Done: i + 1, Total: len(all)})
	}
	return nil
}

// fitRows fits the rows and counts the openings. The last pass takes the games in their
// order, so that the latest have the last word.
func fitRows(ctx context.Context, e *eval.Evaluator, m *human.Model, games []Game, o Options, report func(Progress)) error {
	games = slices.DeleteFunc(slices.Clone(games), func(g Game) bool { return inSecondPart(&g) })
	m.Openings = CountOpenings(games, o.HalfLife, openingPlies, openingLeast)
	f := NewRowFit(e, o.RowRate)
	random := rand.New(rand.NewPCG(o.Seed, 1))
	for epoch := range o.RowEpochs {
		order := random.Perm(len(games))
		if epoch == o.RowEpochs-1 {
			slices.Sort(order)
		}
		f.Rate = o.RowRate / float64(epoch+1)
		sum, n := 0.0, 0
		for _, i := range order {
			if err := ctx.Err(); err != nil {
				return err
			}
			for c := range games[i].Choices() {
				sum += f.Learn(&c)
				n++
			}
		}
		report(Progress{Stage: "rows", Done: epoch + 1, Total: o.RowEpochs, Loss: sum / float64(max(n, 1))})
	}
	m.Rows, m.RowScale = roundRows(f.Weights), 1/rowUnits
	for i, s := range f.Slopes {
		m.Slopes[i] = float32(s)
	}
	return nil
}

// rowUnits is how many units of a rounded row make 1; rowsKept is the least that is not
// rounded to nothing, for rows that say little only take space.
const (
	rowUnits = 32
	rowsKept = 0.02
)

func roundRows(rows []float32) []int8 {
	out := make([]int8, len(rows))
	for i, w := range rows {
		if math.Abs(float64(w)) >= rowsKept {
			out[i] = int8(max(-127, min(127, math.Round(float64(w)*rowUnits))))
		}
	}
	return out
}

func samplesOf(m *human.Model, games []Game, c *Cache, searched bool) []Sample {
	typical := TypicalLoss(games, c)
	var out []Sample
	for i := range games {
		choices, judgements := choicesOf(&games[i]), c.Judgements(&games[i])
		skills := Skills(choices, judgements, typical)
		for k := range choices {
			if s, ok := NewSample(m, &choices[k], &judgements[k], skills[k], searched); ok {
				out = append(out, s)
			}
		}
	}
	return out
}
