package nboard

import (
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/clock"
	"kaeshi/engine/notation"
)

// budget returns the time for the next move of side, from the clocks that the game
// tells of and the times of the moves made.
func budget(g *notation.Game, side board.Color, empties int) clock.Budget {
	text := g.Players[side].Clock
	if text == "" {
		text = g.Clock
	}
	granted, err := notation.ParseClock(text)
	if err != nil || granted == (notation.Clock{}) {
		return clock.Budget{}
	}
	left := granted.Main + granted.Extension
	for _, m := range g.Moves {
		if m.Color == side && m.Seconds.Known {
			left += granted.Increment - time.Duration(m.Seconds.Value*float64(time.Second))
		}
	}
	return clock.Told{Left: left, Increment: granted.Increment}.Budget(clock.DefaultOverhead, empties)
}
