package nboard

import (
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/clock"
	"kaeshi/engine/notation"
	"kaeshi/protocol/talk"
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
	return talk.MoveBudget(side, left, granted.Increment, 0, empties)
}
