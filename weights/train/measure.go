package train

import (
	"math"

	"kaeshi/engine/eval"
)

// Error sums up how far values are from their labels.
type Error struct {
	Count             int
	absolute, squared float64
	x, y, xx, yy, xy  float64
}

// Add takes one value and its label, both in discs.
func (e *Error) Add(value, label float64) {
	e.Count++
	e.absolute += math.Abs(value - label)
	e.squared += (value - label) * (value - label)
	e.x += value
	e.y += label
	e.xx += value * value
	e.yy += label * label
	e.xy += value * label
}

// MeanAbsolute returns the mean absolute error in discs.
func (e *Error) MeanAbsolute() float64 { return e.absolute / float64(e.Count) }

// RootMeanSquare returns the root of the mean squared error in discs.
func (e *Error) RootMeanSquare() float64 { return math.Sqrt(e.squared / float64(e.Count)) }

// Correlation returns Pearson's coefficient of values and labels, NaN where one
// of the two never varies.
func (e *Error) Correlation() float64 {
	n := float64(e.Count)
	return (n*e.xy - e.x*e.y) / math.Sqrt((n*e.xx-e.x*e.x)*(n*e.yy-e.y*e.y))
}

// ByEmpties is errors by number of empty squares.
type ByEmpties [65]Error

// Total returns the error over all numbers of empties.
func (b *ByEmpties) Total() Error {
	var total Error
	for i := range b {
		e := &b[i]
		total.Count += e.Count
		total.absolute += e.absolute
		total.squared += e.squared
		total.x, total.y = total.x+e.x, total.y+e.y
		total.xx, total.yy, total.xy = total.xx+e.xx, total.yy+e.yy, total.xy+e.xy
	}
	return total
}

// Measure holds the evaluator against the samples that pick accepts.
func Measure(e *eval.Evaluator, samples []Sample, pick func(*Sample) bool) *ByEmpties {
	errors := new(ByEmpties)
	for i := range samples {
		s := &samples[i]
		if !pick(s) {
			continue
		}
		var state eval.State
		e.Init(&state, s.Position)
		empties := s.Position.EmptyCount()
		value := float64(e.Evaluate(&state, empties)) / eval.Disc
		errors[empties].Add(value, float64(s.Score))
	}
	return errors
}
