//go:build long

package human

import "testing"

// The 90% interval holds the strength of 85% to 95% of the players of 200 games.
func TestIntervalsOf200Games(t *testing.T) {
	inside, players := covered(t, 200)
	share := float64(inside) / float64(players)
	t.Logf("%d of %d: %.1f%%", inside, players, 100*share)
	if share < 0.85 || share > 0.95 {
		t.Errorf("%d of %d strengths are within their 90%% intervals", inside, players)
	}
}
