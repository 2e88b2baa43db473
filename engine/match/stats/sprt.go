package stats

import (
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test (Wald 1945) between two
// differences of strength on the logistic Elo scale.
type SPRT struct {
	Elo0, Elo1  float64 // the two hypotheses, Elo0 < Elo1
	Alpha, Beta float64 // the risks of accepting Elo1, Elo0 wrongly
}

// Verdict is what a test says so far.
type Verdict int

// The verdicts.
const (
	Undecided  Verdict = iota
	AcceptElo0         // the first player is no stronger than Elo0
	AcceptElo1         // the first player is at least Elo1 stronger
)

// String says the verdict in words.
func (v Verdict) String() string {
	return [...]string{"undecided", "H0 accepted", "H1 accepted"}[v]
}

// Check tells what is wrong with the test's numbers.
func (t SPRT) Check() error {
	switch {
	case !(t.Elo0 < t.Elo1):
		return fmt.Errorf("elo0=%g is not below elo1=%g", t.Elo0, t.Elo1)
	case !(t.Alpha > 0 && t.Alpha < 0.5):
		return fmt.Errorf("alpha=%g is not between 0 and 0.5", t.Alpha)
	case !(t.Beta > 0 && t.Beta < 0.5):
		return fmt.Errorf("beta=%g is not between 0 and 0.5", t.Beta)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the test ends.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Judge returns the log-likelihood ratio of a sample and the verdict.
func (t SPRT) Judge(s Sample) (llr float64, v Verdict) {
	llr = t.LLR(s)
	switch lower, upper := t.Bounds(); {
	case llr >= upper:
		return llr, AcceptElo1
	case llr <= lower:
		return llr, AcceptElo0
	}
	return llr, Undecided
}

// unseen is the count that stands in for a result not seen yet, so that no
// likelihood is infinite; Fishtest uses the same.
const unseen = 1e-3

// LLR returns the generalised log-likelihood ratio of Elo1 against Elo0: each
// hypothesis fixes only the expected score, and the distribution is the most
// likely one that has it.
func (t SPRT) LLR(s Sample) float64 {
	seen := false
	counts := make([]float64, len(s.counts))
	for i, count := range s.counts {
		counts[i] = max(count, unseen)
		seen = seen || count > 0
	}
	if !seen {
		return 0
	}
	tilt0 := tilt(s.scores, counts, ToScore(t.Elo0))
	tilt1 := tilt(s.scores, counts, ToScore(t.Elo1))
	var llr float64
	for i, count := range counts {
		// The most likely probabilities with mean m are p/(1 + x(score - m)).
		p0 := 1 + tilt0*(s.scores[i]-ToScore(t.Elo0))
		p1 := 1 + tilt1*(s.scores[i]-ToScore(t.Elo1))
		llr += count * math.Log(p0/p1)
	}
	return llr
}

// tilt solves sum p(score-mean)/(1+x(score-mean)) = 0 for the x that makes all
// terms positive (Owen, Empirical Likelihood, 2001). The sum falls from plus to
// minus infinity between the poles, so bisection cannot fail.
func tilt(scores, counts []float64, mean float64) float64 {
	low, high := -1/(scores[len(scores)-1]-mean), -1/(scores[0]-mean)
	for range 200 {
		x := (low + high) / 2
		var sum float64
		for i, count := range counts {
			d := scores[i] - mean
			sum += count * d / (1 + x*d)
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}
