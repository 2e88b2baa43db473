// Package human is the model of human moves: how likely a person of some strength is to
// play each legal move of a position.
//
// It is a conditional logit. The value of a move to people comes from rows, which are
// weights of the patterns that a move touches; from counts of opening moves; from what
// the engine thinks of all moves at a glance and after some thought; and from what the
// move looks like. A small net weighs these against each other and against the strength.
package human

import "math"

// Model is fitted to games of people. It may be shared once it is complete.
type Model struct {
	Name     string
	Rows     []int8             // TableSize weights
	RowScale float32            // the value of 1
	Slopes   [RowPhases]float32 // of the glance, beside the rows
	Openings *Openings
	Alone    Net // judges without any search
	Blended  Net // judges with the values of searches too
}

// rowLogits returns what the rows say of the moves, beside the glance.
func (m *Model) rowLogits(s *Situation, j *Judgement) []float64 {
	var r RowReader
	r.Set(s.Position, s.Last)
	losses := j.Losses(Glance)
	slope := float64(m.Slopes[RowPhase(s.Position.EmptyCount())])
	logits := make([]float64, len(j.Moves))
	var rows [64]uint32
	for i, sq := range j.Moves {
		sum := 0
		for _, row := range r.Append(rows[:0], sq) {
			sum += int(m.Rows[row])
		}
		logits[i] = float64(m.RowScale)*float64(sum) - slope*math.Log1p(losses[i]/1.5)
	}
	return logits
}

// Logits returns the net's numbers for the moves of j, whose softmax are the
// probabilities that Skill plays them.
func (m *Model) Logits(s *Situation, j *Judgement, searched bool) []float64 {
	net := &m.Alone
	if searched {
		net = &m.Blended
	}
	return net.logits(m.inputs(s, j, searched))
}

func (n *Net) logits(x [][Inputs]float32) []float64 {
	var active [Hidden]float32
	logits := make([]float64, len(x))
	for i := range x {
		logits[i] = float64(n.Logit(&x[i], &active))
	}
	return logits
}

// Inputs returns what the nets are told of each move, for their fit.
func (m *Model) Inputs(s *Situation, j *Judgement, searched bool) [][Inputs]float32 {
	return m.inputs(s, j, searched)
}
