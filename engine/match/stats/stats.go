// Package stats says what the results of a match mean: Elo with its error, the
// likelihood of superiority, and whether a sequential test has decided.
//
// Games are counted in pairs, one opening with both colours, because the two
// results of a pair depend on each other; the five possible scores of a pair
// make the pentanomial model (M. Van den Bergh, as used by Fishtest).
package stats

import "math"

// Pairs counts pairs of games by the points of the first player: 0, 1/2, 1,
// 3/2 and 2.
type Pairs [5]int

// Singles counts games by result, for those that have no pair.
type Singles struct{ Losses, Draws, Wins int }

// Sample is results in whichever grouping: the values that one observation may
// take, as a score in 0..1, and how often each was seen.
type Sample struct {
	scores []float64
	counts []float64
}

// Sample returns the pairs as observations of the mean score of two games.
func (p Pairs) Sample() Sample {
	s := Sample{scores: []float64{0, 0.25, 0.5, 0.75, 1}}
	for _, n := range p {
		s.counts = append(s.counts, float64(n))
	}
	return s
}

// Sample returns the games as observations of their own.
func (g Singles) Sample() Sample {
	return Sample{
		scores: []float64{0, 0.5, 1},
		counts: []float64{float64(g.Losses), float64(g.Draws), float64(g.Wins)},
	}
}

// moments returns the number of observations, their mean and their variance.
func (s Sample) moments() (n, mean, variance float64) {
	for i, count := range s.counts {
		n += count
		mean += count * s.scores[i]
	}
	if n == 0 {
		return 0, 0.5, 0
	}
	mean /= n
	for i, count := range s.counts {
		variance += count * (s.scores[i] - mean) * (s.scores[i] - mean)
	}
	return n, mean, variance / n
}

// confidence95 is the standard normal's two-sided 95% point.
const confidence95 = 1.959963984540054

// Elo returns the difference of strength on the logistic Elo scale and half
// the width of its 95% interval. Both are infinite where the results bound
// nothing: Elo after nothing but wins or losses, the width also as long as all
// observations are equal.
func (s Sample) Elo() (elo, plusMinus float64) {
	n, mean, variance := s.moments()
	if variance == 0 {
		return FromScore(mean), math.Inf(1)
	}
	half := confidence95 * math.Sqrt(variance/n)
	return FromScore(mean), (FromScore(mean+half) - FromScore(mean-half)) / 2
}

// LOS returns the likelihood of superiority: how probable it is that the first
// player is the stronger one, by the normal approximation.
func (s Sample) LOS() float64 {
	n, mean, variance := s.moments()
	if n == 0 || mean == 0.5 {
		return 0.5
	}
	return normal((mean - 0.5) / math.Sqrt(variance/n))
}

// normal is the standard normal distribution function.
func normal(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// FromScore returns the Elo difference at which the expected score is score.
func FromScore(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

// ToScore returns the expected score of a player who is elo stronger.
func ToScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
