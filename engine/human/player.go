package human

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// Choice is a move that a player of some strength makes, and how it came about.
type Choice struct {
	Move          board.Square
	Probabilities []float64 // of the moves of Judgement, with which it was drawn
	Judgement     Judgement
	Index         int     // of Move in the judgement
	Hardness      float64 // 0 if the move went without saying, 1 if all were alike
}

// Player plays like a person of some strength.
type Player struct {
	model *Model
	judge *Judge
}

// NewPlayer returns a player who sees with j what people see.
func NewPlayer(m *Model, j *Judge) *Player { return &Player{m, j} }

// Choose draws a move of s, which must have one; without random it takes the likeliest.
func (p *Player) Choose(ctx context.Context, s Situation, r Rung, random *rand.Rand) Choice {
	j := p.judge.Judge(ctx, s.Position)
	c := Choice{Judgement: j, Probabilities: p.Probabilities(ctx, s, r, &j)}
	c.Hardness = hardness(c.Probabilities)
	if random == nil {
		for i, q := range c.Probabilities {
			if q > c.Probabilities[c.Index] {
				c.Index = i
			}
		}
	} else {
		c.Index = draw(c.Probabilities, random)
	}
	c.Move = j.Moves[c.Index]
	return c
}

// Probabilities returns how likely the player on the rung plays each move of j.
func (p *Player) Probabilities(ctx context.Context, s Situation, r Rung, j *Judgement) []float64 {
	return p.probabilities(ctx, s, r, j, p.model.inputs(&s, j, true))
}

// probabilities is Probabilities for inputs that are known but for the strength.
func (p *Player) probabilities(ctx context.Context, s Situation, r Rung, j *Judgement, inputs [][Inputs]float32) []float64 {
	for i := range inputs {
		inputs[i][inputSkill] = float32(r.Skill)
	}
	x := p.model.Blended.logits(inputs)
	losses := j.Losses(Thought)
	if r.Depth > Depths[Thought] && !j.Solved {
		losses = p.judge.deepLosses(ctx, s.Position, r, j)
	}
	for i := range x {
		turned := bits.OnesCount64(s.Position.Flip(j.Moves[i]))
		x[i] = x[i]/r.Heat + r.Greed*math.Log(float64(turned)) - r.Trust*losses[i]
		if corners&j.Moves[i].Bit() != 0 {
			x[i] += r.cornerSense()
		}
	}
	if s.Position.EmptyCount() <= r.Solve {
		p.judge.keepResult(ctx, s.Position, j, x)
	}
	Softmax(x)
	return x
}

// cornerSense is the value of a corner to weak players beyond what the nets say, which
// have seen few as weak: a corner is what everybody sees first.
func (r Rung) cornerSense() float64 {
	return 2*max(0, min(1, -r.Skill)) + max(0, math.Log(r.Heat))
}

// A deeper search looks only at moves that lose less than hopeless/Trust discs: who trusts
// it makes others less than once in two thousand times. It ends after deepNodes, with what
// the last depth says that all of these moves were searched to, so that no move takes long.
const (
	hopeless  = 8
	deepNodes = 30000
)

// deepLosses returns what each move loses, by a deeper search that solves earlier. Moves
// that are hopeless keep what they are known to lose.
func (j *Judge) deepLosses(ctx context.Context, p board.Position, r Rung, known *Judgement) []float64 {
	limit := search.Limit{Depth: r.Depth, ExactFrom: min(r.Solve, 14), Nodes: deepNodes}
	losses := known.Losses(Thought)
	for i, sq := range known.Moves {
		if losses[i]*r.Trust < hopeless {
			limit.Only |= sq.Bit()
			limit.MultiPV++
		}
	}
	key := deepKey{p, limit.Depth, limit.ExactFrom, limit.Only}
	if losses, found := j.deep[key]; found {
		return losses
	}
	if limit.MultiPV > 1 {
		j.deepen(ctx, p, limit, known, losses)
	}
	j.remember(p)
	j.deep[key] = losses
	return losses
}

// deepen sets what the moves of a search lose.
func (j *Judge) deepen(ctx context.Context, p board.Position, limit search.Limit, known *Judgement, losses []float64) {
	values, seen := [64]int{}, 0
	j.searcher.Search(ctx, p, limit, func(i search.Info) {
		if i.Rank == 1 {
			seen = 0
		}
		values[i.Move()] = i.Score.Value
		if seen++; seen < limit.MultiPV || i.Stage == search.Midgame && i.Depth < Depths[Thought] {
			return
		}
		top := math.MinInt
		for b := limit.Only; b != 0; b &= b - 1 {
			top = max(top, values[bits.TrailingZeros64(b)])
		}
		for k, sq := range known.Moves {
			if limit.Only&sq.Bit() != 0 {
				losses[k] = float64(top-values[sq]) / search.Disc
			}
		}
	})
}

// deepKey is a search that has been made.
type deepKey struct {
	position board.Position
	depth    int
	solve    int
	only     uint64
}

// remember keeps what is found at one position only, for whoever weighs many strengths
// asks again at once.
func (j *Judge) remember(p board.Position) {
	if p != j.at || j.deep == nil {
		j.at, j.deep, j.signs = p, map[deepKey][]float64{}, nil
	}
}

// keepResult rules out the moves that give away a win or a draw.
func (j *Judge) keepResult(ctx context.Context, p board.Position, known *Judgement, logits []float64) {
	signs := j.signsOf(ctx, p, known)
	top := -1
	for _, s := range signs {
		top = max(top, s)
	}
	for i := range logits {
		if signs[i] < top {
			logits[i] = math.Inf(-1)
		}
	}
}

// signsOf returns how the game ends after each move: 1 for a win.
func (j *Judge) signsOf(ctx context.Context, p board.Position, known *Judgement) []int {
	j.remember(p)
	if j.signs != nil {
		return j.signs
	}
	signs := make([]int, len(known.Moves))
	for i, sq := range known.Moves {
		if known.Solved {
			signs[i] = sign(known.Values[Thought][i])
			continue
		}
		info := j.searcher.Search(ctx, p, search.Limit{Depth: 1, WLDFrom: 64, Only: sq.Bit()}, nil)
		signs[i], _ = info.Outcome()
	}
	j.signs = signs
	return signs
}

// draw returns an index with its probability.
func draw(p []float64, random *rand.Rand) int {
	at := random.Float64()
	last := 0
	for i, q := range p {
		if q == 0 {
			continue
		}
		last = i
		if at -= q; at < 0 {
			break
		}
	}
	return last
}

// hardness is the entropy of the probabilities as a share of the most there could be.
func hardness(p []float64) float64 {
	if len(p) < 2 {
		return 0
	}
	sum := 0.0
	for _, q := range p {
		if q > 0 {
			sum -= q * math.Log(q)
		}
	}
	return sum / math.Log(float64(len(p)))
}
