package core

import (
	"kaeshi/engine"
	"kaeshi/engine/search"
)

// Proves reports whether a result holds beyond doubt, with wld as a win, a loss
// or a draw alone.
func Proves(info engine.Info, wld bool) bool {
	if info.Score.Selectivity != search.NoSelectivity {
		return false
	}
	if info.Stage == search.Solved {
		return wld || info.Score.Bound == search.Exact
	}
	return wld && info.Stage == search.WLD
}
