package nboard

import (
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

const (
	lagReserve = 50 * time.Millisecond
	leastTime  = time.Millisecond // 0 would be no limit
)

// budget returns the time for the next move of side, from the clocks that the game
// tells of and the times of the moves made; 0 means no limit.
func budget(g *notation.Game, side board.Color, empties int) time.Duration {
	text := g.Players[side].Clock
	if text == "" {
		text = g.Clock
	}
	clock, err := notation.ParseClock(text)
	if err != nil || clock == (notation.Clock{}) {
		return 0
	}
	left := clock.Main + clock.Extension
	for _, m := range g.Moves {
		if m.Color == side && m.Seconds.Known {
			left += clock.Increment - time.Duration(m.Seconds.Value*float64(time.Second))
		}
	}
	moves := time.Duration(empties/2 + 1)
	return max((left-lagReserve)/moves+clock.Increment*9/10, leastTime)
}
