package gtp

import (
	"time"

	"kaeshi/engine/board"
)

// clock is what time the client grants each side.
type clock struct {
	main, byo time.Duration
	stones    int
	limited   bool
	sides     [2]side
}

// side is what is left to one side: until the end of the game if stones is 0,
// else for so many moves.
type side struct {
	left   time.Duration
	stones int
}

// set begins with new settings; nothing of the old ones stays.
func (c *clock) set(main, byo time.Duration, stones int) {
	*c = clock{main: main, byo: byo, stones: stones, limited: byo == 0 || stones > 0}
	c.restart()
}

// restart fills both sides' clocks.
func (c *clock) restart() {
	full := side{left: c.main}
	if c.main == 0 && c.stones > 0 {
		full = side{left: c.byo, stones: c.stones}
	}
	c.sides = [2]side{full, full}
}

// setLeft believes the client, whose clock counts.
func (c *clock) setLeft(color board.Color, left time.Duration, stones int) {
	c.limited = true
	c.sides[color] = side{left: max(left, 0), stones: stones}
}

const (
	lagReserve = 20 * time.Millisecond
	leastTime  = time.Millisecond // 0 would be no limit
)

// budget returns the time for the next move of color with so many squares
// empty; 0 means no limit.
func (c *clock) budget(color board.Color, empties int) time.Duration {
	if !c.limited {
		return 0
	}
	s := c.sides[color]
	moves := s.stones
	if moves == 0 {
		moves = empties/2 + 1
	}
	return max((s.left-lagReserve)/time.Duration(moves), leastTime)
}

// spend takes from color's clock what a move took, until the client says better.
func (c *clock) spend(color board.Color, took time.Duration) {
	s := &c.sides[color]
	s.left = max(s.left-took, 0)
	switch {
	case s.stones == 1:
		*s = side{left: c.byo, stones: c.stones}
	case s.stones > 1:
		s.stones--
	case s.left == 0 && c.stones > 0: // the main time is used up
		*s = side{left: c.byo, stones: c.stones}
	}
}
