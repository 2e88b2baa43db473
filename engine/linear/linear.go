// Package linear solves systems of linear equations, which may be more than there are
// unknowns: what is found has the least sum of squared errors. Each equation is turned
// into a triangle of as many rows as unknowns when it is added (Givens rotations), so
// any number of them takes the room of that triangle, and squares are never formed,
// which would lose half of the digits.
package linear

import (
	"errors"
	"math"
)

// System is a number of equations, each a sum of unknowns times coefficients.
type System struct {
	rows [][]float64 // row k has the coefficients from unknown k on, then the value
}

// New returns a system of that many unknowns without an equation.
func New(unknowns int) *System {
	s := &System{rows: make([][]float64, unknowns)}
	for k := range s.rows {
		s.rows[k] = make([]float64, unknowns-k+1)
	}
	return s
}

// Add adds the equation that the sum of the unknowns times their coefficients is value.
func (s *System) Add(value float64, coefficients []float64) {
	rest := append(append(make([]float64, 0, len(coefficients)+1), coefficients...), value)
	for _, row := range s.rows {
		if rest[0] != 0 {
			rotate(row, rest)
		}
		rest = rest[1:]
	}
}

// rotate turns two equations about each other so that the second loses its first unknown.
func rotate(row, rest []float64) {
	length := math.Hypot(row[0], rest[0])
	cos, sin := row[0]/length, rest[0]/length
	for i, a := range row {
		b := rest[i]
		row[i], rest[i] = cos*a+sin*b, cos*b-sin*a
	}
}

// ErrSingular says that other values of the unknowns would do as well.
var ErrSingular = errors.New("the equations do not determine the unknowns")

// Solve returns the unknowns.
func (s *System) Solve() ([]float64, error) {
	n := len(s.rows)
	unknowns := make([]float64, n)
	for k := n - 1; k >= 0; k-- {
		row := s.rows[k]
		if math.Abs(row[0]) <= tiny*s.length(k) {
			return nil, ErrSingular
		}
		value := row[n-k]
		for i := k + 1; i < n; i++ {
			value -= row[i-k] * unknowns[i]
		}
		unknowns[k] = value / row[0]
	}
	return unknowns, nil
}

// tiny is what rounding may leave of the coefficients of an unknown, as a part of their
// length, when the others say all about it.
const tiny = 1e-14

// length returns the root of the squared coefficients of unknown k in all equations.
func (s *System) length(k int) float64 {
	length := 0.0
	for i := range k + 1 {
		length = math.Hypot(length, s.rows[i][k-i])
	}
	return length
}
