package stats

import "math"

// Ratings fits the Bradley-Terry model to a table of results and returns each
// player's strength on the Elo scale, with mean 0. points[i][j] are the points
// that i made against j, a draw half for each. prior is added to every entry
// of players that met, as a draw would be: some is needed where a player won or
// lost all, since no finite rating explains that.
func Ratings(points [][]float64, prior float64) []float64 {
	strength := make([]float64, len(points))
	for i := range strength {
		strength[i] = 1
	}
	for range 10000 {
		if improve(strength, points, prior) < 1e-10 {
			break
		}
	}
	ratings := make([]float64, len(points))
	for i, s := range strength {
		ratings[i] = 400 * math.Log10(s)
	}
	return ratings
}

// improve makes one step of Zermelo's iteration (1929), scales the strengths to
// geometric mean 1, and returns the largest relative change.
func improve(strength []float64, points [][]float64, prior float64) (change float64) {
	next := make([]float64, len(strength))
	logs := 0.0
	for i := range strength {
		won, faced := 0.0, 0.0
		for j := range strength {
			games := points[i][j] + points[j][i]
			if i == j || games == 0 {
				continue
			}
			won += points[i][j] + prior
			faced += (games + 2*prior) / (strength[i] + strength[j])
		}
		next[i] = 1
		if faced > 0 {
			next[i] = max(won/faced, math.SmallestNonzeroFloat32)
		}
		logs += math.Log(next[i])
	}
	scale := math.Exp(-logs / float64(len(next)))
	for i := range strength {
		next[i] *= scale
		change = max(change, math.Abs(next[i]/strength[i]-1))
	}
	copy(strength, next)
	return change
}
