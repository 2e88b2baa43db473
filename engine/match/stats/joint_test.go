package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestJointFindsTheRatingsGamesWereDrawnFrom plays games by known ratings.
func TestJointFindsTheRatingsGamesWereDrawnFrom(t *testing.T) {
	truth := []float64{0, 150, 400, 520}
	random := rand.New(rand.NewPCG(3, 3))
	var bouts []Bout
	for i := range truth {
		for j := range i {
			for range 2000 {
				b := Bout{A: i, B: j, Games: 2}
				for range 2 {
					if random.Float64() < 1/(1+math.Pow(10, (truth[j]-truth[i])/400)) {
						b.Points++
					}
				}
				bouts = append(bouts, b)
			}
		}
	}
	fixed := map[int]float64{0: 0}
	got := Joint(len(truth), bouts, fixed)
	low, high := JointIntervals(len(truth), bouts, fixed, 50, 1)
	for i, elo := range truth {
		if math.Abs(got[i]-elo) > 15 || low[i] > got[i] || high[i] < got[i] {
			t.Errorf("player %d: %.1f (%.1f to %.1f), not %.0f", i, got[i], low[i], high[i], elo)
		}
	}
}

// TestJointOfTwoPlayers is the usual formula: 3/4 of the points are 190.8 Elo.
func TestJointOfTwoPlayers(t *testing.T) {
	got := Joint(3, []Bout{{A: 1, B: 0, Games: 4e6, Points: 3e6}}, map[int]float64{0: 100})
	if math.Abs(got[1]-290.8) > 0.1 || math.Abs(got[0]-100) > 1e-9 || !math.IsNaN(got[2]) {
		t.Errorf("got %v", got)
	}
}
