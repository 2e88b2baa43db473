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
	pairs             [][2]float32 // values and labels, for what a fit leaves
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
	e.pairs = append(e.pairs, [2]float32{float32(value), float32(label)})
}

func (e *Error) merge(other *Error) {
	e.Count += other.Count
	e.absolute += other.absolute
	e.squared += other.squared
	e.x, e.y = e.x+other.x, e.y+other.y
	e.xx, e.yy, e.xy = e.xx+other.xx, e.yy+other.yy, e.xy+other.xy
	e.pairs = append(e.pairs, other.pairs...)
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

// Bias returns by how much values are too high on average, in discs.
func (e *Error) Bias() float64 { return (e.x - e.y) / float64(e.Count) }

// Slope returns how much the labels grow with the values: the slope of the line of
// least squares through them. More than 1 means that the values tell too little;
// NaN that they never vary.
func (e *Error) Slope() float64 {
	n := float64(e.Count)
	return (n*e.xy - e.x*e.y) / (n*e.xx - e.x*e.x)
}

// Fitted returns the mean absolute error that is left when the line of least
// squares has been taken off: what no scale and no constant could mend.
func (e *Error) Fitted() float64 {
	slope := e.Slope()
	constant := (e.y - slope*e.x) / float64(e.Count)
	left := 0.0
	for _, pair := range e.pairs {
		left += math.Abs(float64(pair[1]) - constant - slope*float64(pair[0]))
	}
	return left / float64(e.Count)
}

// ByEmpties is measurements by number of empty squares.
type ByEmpties [65]Yardstick

// Total returns the measurement over all numbers of empties.
func (b *ByEmpties) Total() *Yardstick {
	total := new(Yardstick)
	for i := range b {
		total.merge(&b[i])
	}
	return total
}

// Measure holds the evaluator against the samples that pick accepts.
func Measure(e *eval.Evaluator, samples []Sample, pick func(*Sample) bool) *ByEmpties {
	errors := new(ByEmpties)
	for i := range samples {
		s := &samples[i]
		if pick(s) {
			errors[s.Position.EmptyCount()].Values.Add(staticValue(e, s.Position), float64(s.Score))
		}
	}
	return errors
}
