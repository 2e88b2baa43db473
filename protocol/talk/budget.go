package talk

import (
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/clock"
)

// incrementUse is the part of an increment that is spent on the move before it; the
// rest makes up for lags.
const incrementUse = 0.9

// MoveBudget returns the time for the next move of side, which has so much left, for
// so many moves or, if that is 0, for the rest of the game, and gets increment after
// each move.
func MoveBudget(side board.Color, left, increment time.Duration, moves, empties int) clock.Budget {
	c := clock.New(time.Now, clock.DefaultOverhead)
	c.Left(side, left, moves)
	b := c.Budget(side, empties)
	more := time.Duration(incrementUse * float64(increment))
	most := max(left-clock.DefaultOverhead, b.Most)
	return clock.Budget{Ideal: min(b.Ideal+more, most), Most: min(b.Most+more, most)}
}
