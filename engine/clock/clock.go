// Package clock keeps the time that a game grants each side, and says how much
// of it the next move may take. What the
// client says (time_left) counts. Between two messages the clock runs by itself, as
// some clients send none.
package clock

import (
	"math"
	"time"

	"kaeshi/engine/board"
)

// DefaultOverhead is the reserve for what passes between the client's clock and
// ours on the way of a move.
const DefaultOverhead = 30 * time.Millisecond

// Clock is the time left to both sides of a game. The zero value is not ready for
// use, see New.
type Clock struct {
	now      func() time.Time
	overhead time.Duration
	lag      time.Duration // a move's, as far as the client's clock has shown it
	longest  time.Duration // lag to be ready for: the overhead, or one seen lately

	main, byo time.Duration
	stones    int
	limited   bool
	sides     [2]side
	most      time.Duration // of the move being thought about
	began     time.Time     // when the clock that runs was started
}

// side is what is left to one side: until the end of the game if stones is 0,
// else for so many moves.
type side struct {
	left   time.Duration
	stones int

	// Since the client's last word that could be trusted to the fraction of a second:
	moves   int           // made
	charged time.Duration // taken from left for their lags
	late    time.Duration // by which the last of them exceeded what it was granted
}

// New returns a clock without a limit. What passes beside the moves' own time is
// expected to be no more than overhead a move.
func New(now func() time.Time, overhead time.Duration) *Clock {
	c := &Clock{now: now, overhead: overhead}
	c.forgetLag()
	return c
}

// forgetLag expects lags of the usual size.
func (c *Clock) forgetLag() { c.lag, c.longest = c.overhead/3, c.overhead }

// Settings begins with new settings; nothing of the old ones stays. After main,
// stones moves are granted byo each time; with no stones main is for all of the
// game. Some byo without stones means no limit.
func (c *Clock) Settings(main, byo time.Duration, stones int) {
	c.main, c.byo, c.stones = main, byo, stones
	c.limited = byo == 0 || stones > 0
	c.Restart()
}

// Restart begins a new game with the same settings.
func (c *Clock) Restart() {
	full := side{left: c.main}
	if c.main == 0 && c.stones > 0 {
		full = side{left: c.byo, stones: c.stones}
	}
	c.sides = [2]side{full, full}
	c.forgetLag()
}

// Left is told what the client says: color has so much left, for stones moves or, if
// that is 0, until the end of the game or of the main time. The client is believed,
// except that whole seconds may be rounded up or down; within one of them our own
// account says more.
func (c *Clock) Left(color board.Color, left time.Duration, stones int) {
	s := &c.sides[color]
	left = max(left, 0)
	whole, known := left%time.Second == 0, c.limited && s.stones == stones
	switch {
	case whole && !known:
		left = max(left-time.Second/2, left/2)
	case whole && s.left < left+time.Second:
		s.left = max(s.left, left-time.Second)
		return
	case known && s.moves > 0:
		// Our account, its charges for lag left out, is ahead by what the moves lagged.
		lag := s.left + s.charged - left
		if whole {
			lag -= time.Second
		}
		c.learnLag(lag/time.Duration(s.moves) + s.late)
	}
	c.limited = true
	*s = side{left: left, stones: stones}
}

// learnLag remembers what moves cost beyond the time that we took for them: about
// their mean, but longer lags weigh more. One that is out of all proportion, for
// the machine was stopped, counts no more than outlier times the longest.
func (c *Clock) learnLag(seen time.Duration) {
	seen = max(0, min(seen, outlier*c.longest))
	weight := time.Duration(slowerToFall)
	if seen > c.lag {
		weight = fasterToRise
	}
	c.lag += (seen - c.lag) / weight
	if seen < c.longest {
		seen = max(c.overhead, c.longest-(c.longest-seen)/slowerToFall)
	}
	c.longest = seen
}

// Of a change in lag one part in so many is believed.
const (
	fasterToRise = 3
	slowerToFall = 8
)

const outlier = 3

// Start starts the clock for a move.
func (c *Clock) Start() { c.began = c.now() }

// Stop stops it after color's move, which may have cost as much as the longest lag
// beyond what we saw of it.
func (c *Clock) Stop(color board.Color) {
	s := &c.sides[color]
	took := c.now().Sub(c.began)
	s.left -= took + c.longest
	s.moves++
	s.charged += c.longest
	s.late = max(0, took-max(c.most, leastTime))
	if s.stones == 0 && s.left <= 0 && c.stones > 0 { // the main time ran out into a period
		s.left, s.stones = s.left+c.byo, c.stones
	}
	switch {
	case s.stones == 1:
		*s = side{left: c.byo, stones: c.stones}
	case s.stones > 1:
		s.stones--
	}
	s.left = max(s.left, 0)
}

// reserve returns what must be left for the lag of so many moves: the mean, and some
// more as it varies, but no more than the largest lag allowed.
func (c *Clock) reserve(moves int) time.Duration {
	others := time.Duration(moves - 1)
	vary := time.Duration(math.Sqrt(float64(moves-1)) * float64(c.longest))
	return c.longest + min(others*c.lag+vary, others*c.longest) + others*leastTime
}

// guard returns what must be left to a side with no more time to come, so that a
// moment without a processor, on a busy machine, does not lose the game.
func (c *Clock) guard() time.Duration { return min(stall, c.main/stallShare) }

const (
	stall      = 250 * time.Millisecond
	stallShare = 4 // of a game's time is enough, as a divisor
)

// Budget is the time for one move.
type Budget struct {
	Ideal time.Duration // what is fair
	Most  time.Duration // what must not be exceeded; 0 means that there is no limit
}

// Limited reports whether there is a limit at all.
func (b Budget) Limited() bool { return b.Most > 0 }

const (
	leastTime = time.Millisecond // 0 would be no limit

	// From here on games are as good as solved: the moves that follow cost next to
	// nothing.
	solvedEmpties = 18
	movesToSolve  = 3 // paid for then all the same

	// stretch is how many times its share a move may take.
	stretch = 3
)

// Budget returns the time for the next move of color with so many squares empty.
func (c *Clock) Budget(color board.Color, empties int) Budget {
	if !c.limited {
		return Budget{}
	}
	s := c.sides[color]
	toMove := max(1, (empties+1)/2) // moves of color until the end, at most
	toPay := min(toMove, max(0, (empties-solvedEmpties+1)/2)+movesToSolve)
	if s.stones > 0 {
		toMove, toPay = min(toMove, s.stones), min(toPay, s.stones)
	}
	usable := s.left - c.reserve(toMove)
	if s.stones == 0 && c.stones == 0 {
		usable -= max(0, c.guard()-s.charged) // the charges may not have been due
	}
	share := usable / time.Duration(toPay)
	most := share
	if toPay > 1 {
		most = min(share*stretch, usable/2)
	}
	if s.stones == 0 && s.left > 0 && c.stones > 0 {
		// The main time runs out into the first period, which is not lost then.
		period := (c.byo-c.longest)/time.Duration(c.stones) - c.lag
		share = max(share, min(period, usable+period))
		most = max(most, share)
	}
	c.most = max(most, leastTime)
	return Budget{Ideal: max(min(share, most), leastTime), Most: c.most}
}
