package humanfit

import (
	"context"
	"math"
	"math/rand/v2"

	"kaeshi/engine/human"
)

// Hits says how well moves were foretold.
type Hits struct {
	Moves int     // that were foretold
	Top1  int     // the likeliest was played
	Top3  int     // one of the three likeliest was played
	Loss  float64 // sum of the negative logarithms of the probabilities
}

// add counts a move that had probability p[played].
func (h *Hits) add(p []float64, played int) {
	rank := 0
	for i := range p {
		if p[i] > p[played] || p[i] == p[played] && i < played {
			rank++
		}
	}
	h.Moves++
	if rank == 0 {
		h.Top1++
	}
	if rank < 3 {
		h.Top3++
	}
	h.Loss -= math.Log(max(p[played], 1e-12))
}

// Share returns a part of all in percent.
func (h *Hits) Share(part int) float64 { return 100 * float64(part) / float64(max(h.Moves, 1)) }

// MeanLoss returns the log loss a move.
func (h *Hits) MeanLoss() float64 { return h.Loss / float64(max(h.Moves, 1)) }

// Forecast is how well each way of foretelling did on the same moves.
type Forecast struct {
	Plain   Hits // the plain level of the player's Elo, which has no probabilities: Top1 only
	Engine  Hits // the engine's order of the moves after some thought
	Alone   Hits // the model without any search
	Blended Hits // the model with the values of searches
}

// Record is what was measured: moves with a choice by number of empties and by skill, and
// all moves, those without a choice too.
type Record struct {
	All       Forecast
	Choices   Forecast
	ByEmpties [6]Forecast // 51-60, 41-50, ... 1-10
	BySkill   map[int]*Forecast
	Games     int
}

// Examiner measures a model on games.
type Examiner struct {
	Model   *human.Model
	Judge   *human.Judge
	Cache   *Cache                      // of values, may be nil
	Skill   func(skill float64) float64 // what the model is told, of a player's strength by the other moves
	Elo     func(skill float64) float64 // of such players
	Class   func(skill float64) int     // the class that the strength counts to
	Typical float64                     // mean loss of such players
}

// Add measures a game.
func (x *Examiner) Add(ctx context.Context, g *Game, r *Record) error {
	choices := choicesOf(g)
	judgements, err := x.judge(ctx, g, choices)
	if err != nil {
		return err
	}
	if r.BySkill == nil {
		r.BySkill = map[int]*Forecast{}
	}
	r.Games++
	skills, shown := Skills(choices, judgements, x.Typical), Shown(choices, judgements)
	random := rand.New(rand.NewPCG(g.Key, 0))
	for i := range choices {
		c, j := &choices[i], &judgements[i]
		if c.Ply == 0 {
			continue // by symmetry there is one first move only
		}
		played := indexOf(j, c)
		class := x.Class(shown[i])
		if r.BySkill[class] == nil {
			r.BySkill[class] = &Forecast{}
		}
		places := []*Forecast{&r.All, &r.Choices, r.BySkill[class], &r.ByEmpties[min(max(60-c.Position.EmptyCount(), 0)/10, 5)]}
		s := c.Situation(x.Skill(skills[i]))
		engine, alone, blended := enginesView(j), x.Model.Logits(&s, j, false), x.Model.Logits(&s, j, true)
		for _, p := range [][]float64{engine, alone, blended} {
			human.Softmax(p)
		}
		plain := plainChoice(j, x.Elo(shown[i]), random) == played
		for _, f := range places {
			f.Plain.Moves++
			if plain {
				f.Plain.Top1++
			}
			f.Engine.add(engine, played)
			f.Alone.add(alone, played)
			f.Blended.add(blended, played)
		}
	}
	for range forced(g, len(choices)-1) {
		for _, h := range []*Hits{&r.All.Engine, &r.All.Alone, &r.All.Blended} {
			h.add([]float64{1}, 0)
		}
		r.All.Plain.Moves++
		r.All.Plain.Top1++
	}
	return nil
}

// plainLevels are the plain players of each strength, by what they see of the moves: the
// depth of their search, and the deviation of the errors that they make in discs. The Elo
// is that from which on one is nearest.
var plainLevels = []struct {
	from  float64
	depth int // index of human.Depths
	noise float64
}{{2204, 3, 0}, {1934, 2, 0}, {1534, 1, 0}, {1160, 0, 4}, {842, 0, 8}, {537, 0, 16}, {math.Inf(-1), 0, 32}}

// plainChoice returns the move that the plain level of an Elo chooses: level 0 with noise
// up to 1300 Elo, then levels 1, 2 and 3.
func plainChoice(j *human.Judgement, elo float64, random *rand.Rand) int {
	k := 0
	for elo < plainLevels[k].from {
		k++
	}
	level, chosen, most := plainLevels[k], 0, math.Inf(-1)
	for i, v := range j.Values[level.depth] {
		error := 2.5
		for math.Abs(error) > 2 { // as the engine errs
			error = random.NormFloat64()
		}
		if seen := float64(v)/100 + level.noise*error; seen > most {
			chosen, most = i, seen
		}
	}
	return chosen
}

// forced returns how many of a game's legal moves were the only ones.
func forced(g *Game, choices int) int {
	legal := 0
	for range g.plies() {
		legal++
	}
	return legal - choices
}

func (x *Examiner) judge(ctx context.Context, g *Game, choices []Choice) ([]human.Judgement, error) {
	if x.Cache != nil && x.Cache.Has(g) {
		return x.Cache.Judgements(g), nil
	}
	var out []human.Judgement
	for i := range choices {
		out = append(out, x.Judge.Judge(ctx, choices[i].Position))
	}
	return out, ctx.Err()
}

func indexOf(j *human.Judgement, c *Choice) int {
	for i, sq := range j.Moves {
		if sq == c.Played {
			return i
		}
	}
	return 0
}

// enginesView returns numbers in the order in which the engine prefers the moves: by the
// deepest search, and where that finds them equal by the one before.
func enginesView(j *human.Judgement) []float64 {
	order := make([]float64, len(j.Moves))
	for i := range order {
		for d := range human.Depths {
			order[i] = order[i]/100 + float64(j.Values[d][i])/100
		}
	}
	return order
}
