package humanfit

import (
	"math"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/human"
	"kaeshi/engine/search"
)

// RowFit fits the rows: a conditional logit over the moves of each position, to which
// the static evaluation of the positions after them belongs, so that the rows learn what
// that does not know. AdaGrad gives each row its own rate.
type RowFit struct {
	Weights   []float32
	squares   []float32 // sums of squared gradients
	Slopes    [human.RowPhases]float64
	Rate      float64
	evaluator *eval.Evaluator
	reader    human.RowReader
	moves     []rowMove
}

type rowMove struct {
	square board.Square
	rows   []uint32
	glance float64
	logit  float64
}

// NewRowFit returns a fit that begins with nothing.
func NewRowFit(e *eval.Evaluator, rate float64) *RowFit {
	f := &RowFit{Weights: make([]float32, human.TableSize), squares: make([]float32, human.TableSize), Rate: rate, evaluator: e}
	for i := range f.Slopes {
		f.Slopes[i] = 1
	}
	return f
}

// Glances returns what the static evaluation thinks of each move, as the rows' fit sees it.
func glance(e *eval.Evaluator, p board.Position, moves []rowMove) {
	var s, next eval.State
	e.Init(&s, p)
	n := p.EmptyCount()
	best := math.Inf(-1)
	for i := range moves {
		sq := moves[i].square
		e.Play(&next, &s, sq, p.Flip(sq))
		moves[i].glance = -float64(e.Evaluate(&next, n-1)) / search.Disc
		best = max(best, moves[i].glance)
	}
	for i := range moves {
		moves[i].glance = -math.Log1p((best - moves[i].glance) / 1.5)
	}
}

// Look computes the logits of the moves of a choice.
func (f *RowFit) look(c *Choice) []rowMove {
	all := squares(c.Position.Moves())
	for len(f.moves) < len(all) {
		f.moves = append(f.moves, rowMove{})
	}
	moves := f.moves[:len(all)]
	f.reader.Set(c.Position, c.Last)
	for i, sq := range all {
		moves[i].square = sq
		moves[i].rows = f.reader.Append(moves[i].rows[:0], sq)
	}
	glance(f.evaluator, c.Position, moves)
	slope := f.Slopes[human.RowPhase(c.Position.EmptyCount())]
	for i := range moves {
		m := &moves[i]
		m.logit = slope * m.glance
		for _, r := range m.rows {
			m.logit += float64(f.Weights[r])
		}
	}
	return moves
}

// Learn makes one step of the fit and returns the loss before it.
func (f *RowFit) Learn(c *Choice) float64 {
	moves := f.look(c)
	p := softmax(moves)
	loss := 0.0
	slope := 0.0
	for i := range moves {
		m := &moves[i]
		g := -p[i]
		if m.square == c.Played {
			loss = -math.Log(p[i])
			g += 1
		}
		slope += g * m.glance
		for _, r := range m.rows {
			f.squares[r] += float32(g * g)
			f.Weights[r] += float32(f.Rate * g / math.Sqrt(float64(f.squares[r])+1))
		}
	}
	f.Slopes[human.RowPhase(c.Position.EmptyCount())] += 1e-4 * slope
	return loss
}

// Predict returns the probabilities of the moves of a choice.
func (f *RowFit) Predict(c *Choice) (moves []board.Square, p []float64) {
	looked := f.look(c)
	for _, m := range looked {
		moves = append(moves, m.square)
	}
	return moves, softmax(looked)
}

func softmax(moves []rowMove) []float64 {
	p := make([]float64, len(moves))
	top := math.Inf(-1)
	for _, m := range moves {
		top = max(top, m.logit)
	}
	sum := 0.0
	for i, m := range moves {
		p[i] = math.Exp(m.logit - top)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}
