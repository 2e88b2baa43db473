package human

import (
	"context"
	"math"

	"kaeshi/engine/board"
)

// Estimate is how strong a player is by the moves of a game.
type Estimate struct {
	Elo       float64 // as likely weaker as stronger
	Low, High float64 // between which the strength lies with 90%
	Moves     int     // that had a choice
}

// Estimator weighs all strengths by the moves that a player makes: each
// strength counts by how likely it is to play them, and all are equally likely at first.
type Estimator struct {
	player *Player
	logs   []float64 // by step of the grid
	moves  int
}

// gridStep is how far apart the strengths are that are weighed, in Elo.
const gridStep = 50

// gridElo returns the strength of a step.
func gridElo(step int) float64 { return MinElo + gridStep*float64(step) }

// NewEstimator begins with nothing known.
func NewEstimator(p *Player) *Estimator {
	return &Estimator{player: p, logs: make([]float64, (MaxElo()-MinElo)/gridStep+1)}
}

// slip is the probability that a person plays any move at all, by a slip that the model
// does not know.
const slip = 0.01

// Chances is how likely each strength plays a move, see At.
type Chances []float64

// At returns how likely a player of that strength plays the move.
func (c Chances) At(elo float64) float64 {
	step := int(math.Round((elo - MinElo) / gridStep))
	return c[max(0, min(len(c)-1, step))]
}

// Add takes in a move of the player, and returns the chances of another one, such as the
// best. Where there is no choice nothing is learnt.
func (e *Estimator) Add(ctx context.Context, s Situation, played, other board.Square) Chances {
	j := e.player.judge.Judge(ctx, s.Position)
	at, otherAt := indexOf(j.Moves, played), indexOf(j.Moves, other)
	if at < 0 || otherAt < 0 || len(j.Moves) < 2 {
		return nil
	}
	e.moves++
	chances := make(Chances, len(e.logs))
	for step, p := range e.player.overGrid(ctx, s, &j, len(e.logs)) {
		e.logs[step] += math.Log((1-slip)*p[at] + slip/float64(len(p)))
		chances[step] = p[otherAt]
	}
	return chances
}

// overGrid returns the probabilities of the moves for each strength. Strengths that search
// alike share their searches.
func (p *Player) overGrid(ctx context.Context, s Situation, j *Judgement, steps int) [][]float64 {
	all := make([][]float64, steps)
	inputs := p.model.inputs(&s, j, true)
	for step := range all {
		all[step] = p.probabilities(ctx, s, AtElo(gridElo(step)), j, inputs)
	}
	return all
}

// Estimate returns what the moves so far say.
func (e *Estimator) Estimate() Estimate {
	weights := append([]float64(nil), e.logs...)
	Softmax(weights)
	at := func(part float64) float64 {
		sum := 0.0
		for step, w := range weights {
			if sum += w; sum >= part {
				return gridElo(step) + gridStep*(0.5-(sum-part)/w)
			}
		}
		return gridElo(len(weights) - 1)
	}
	return Estimate{Elo: at(0.5), Low: at(0.05), High: at(0.95), Moves: e.moves}
}

func indexOf(moves []board.Square, sq board.Square) int {
	for i, m := range moves {
		if m == sq {
			return i
		}
	}
	return -1
}

// Judge values the moves of a position as the player sees them.
func (p *Player) Judge(ctx context.Context, position board.Position) Judgement {
	return p.judge.Judge(ctx, position)
}

// Reader estimates the strengths of both players of a game, move by move.
type Reader struct{ sides [2]*Estimator }

// NewReader begins a game.
func NewReader(p *Player) *Reader {
	return &Reader{[2]*Estimator{NewEstimator(p), NewEstimator(p)}}
}

// Add takes in a move, see Estimator.Add.
func (r *Reader) Add(ctx context.Context, side board.Color, s Situation, played, other board.Square) Chances {
	return r.sides[side].Add(ctx, s, played, other)
}

// leastMoves are too few to speak of a strength.
const leastMoves = 5

// Estimates returns the strengths by colour; ok is false for a player of whom too little
// was seen.
func (r *Reader) Estimates() (estimates [2]Estimate, ok [2]bool) {
	for c, e := range r.sides {
		estimates[c], ok[c] = e.Estimate(), e.moves >= leastMoves
	}
	return estimates, ok
}
