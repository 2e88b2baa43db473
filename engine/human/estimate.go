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

// Estimator weighs the strengths of the ladder by the moves that a player makes: each
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

// Add takes in a move of the player, and returns how likely it and another one, the best
// perhaps, are for a player of strength elo.
func (e *Estimator) Add(ctx context.Context, s Situation, j *Judgement, played board.Square) {
	at := indexOf(j.Moves, played)
	if at < 0 || len(j.Moves) < 2 {
		return
	}
	e.moves++
	for step, p := range e.player.overGrid(ctx, s, j, len(e.logs)) {
		e.logs[step] += math.Log((1-slip)*p[at] + slip/float64(len(p)))
	}
}

// overGrid returns the probabilities of the moves for each strength. Strengths that search
// alike share their searches.
func (p *Player) overGrid(ctx context.Context, s Situation, j *Judgement, steps int) [][]float64 {
	all := make([][]float64, steps)
	for step := range all {
		all[step] = p.Probabilities(ctx, s, AtElo(gridElo(step)), j)
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
