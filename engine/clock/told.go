package clock

import (
	"time"

	"kaeshi/engine/board"
)

// Told is the clock as a client states it with each request, to the fraction of a
// second: the time left for Moves moves, or for the rest of the game if that is 0, and
// what is added after each move.
type Told struct {
	Left, Increment time.Duration
	Moves           int
}

// incrementUse is the part of an increment that is spent on the move before it; the
// rest makes up for lags.
const incrementUse = 0.9

// Budget returns the time for the next move with so many squares empty, if no more
// than overhead passes beside it.
func (t Told) Budget(overhead time.Duration, empties int) Budget {
	c := New(time.Now, overhead)
	if t.Moves == 0 {
		c.main = max(t.Left, 0)
	}
	c.limited = true
	c.sides[board.Black] = side{left: max(t.Left, 0), stones: t.Moves}
	b := c.Budget(board.Black, empties)
	more := time.Duration(incrementUse * float64(t.Increment))
	most := max(t.Left-overhead, b.Most)
	return Budget{Ideal: min(b.Ideal+more, most), Most: min(b.Most+more, most)}
}
