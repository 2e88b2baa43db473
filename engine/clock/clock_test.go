package clock

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"kaeshi/engine/board"
)

const overhead = 30 * time.Millisecond

// hand is a clock's hand that a test moves on.
type hand struct{ time.Time }

func (h *hand) now() time.Time           { return h.Time }
func (h *hand) pass(d time.Duration)     { h.Time = h.Add(d) }
func seconds(x float64) time.Duration    { return time.Duration(x * float64(time.Second)) }
func newClock(h *hand) *Clock            { return New(h.now, overhead) }
func think(c *Clock, h *hand, s float64) { c.Start(); h.pass(seconds(s)); c.Stop(board.Black) }

func TestBudgetOfTheFirstMove(t *testing.T) {
	for _, test := range []struct {
		name       string
		begin      func(*Clock)
		ideal      [2]float64 // within
		mostAtMost float64    // 0: no limit
	}{
		{"nothing said", func(*Clock) {}, [2]float64{0, 0}, 0},
		{"no limit", func(c *Clock) { c.Settings(0, seconds(1), 0) }, [2]float64{0, 0}, 0},
		{"sudden death", func(c *Clock) { c.Settings(seconds(600), 0, 0) }, [2]float64{15, 40}, 120},
		{"per move", func(c *Clock) { c.Settings(0, seconds(15), 1) }, [2]float64{14, 15}, 15 - 0.03},
		{"ten moves", func(c *Clock) { c.Settings(0, seconds(300), 10) }, [2]float64{25, 30}, 100},
		{"more stones than moves", func(c *Clock) { c.Settings(0, seconds(600), 99) }, [2]float64{15, 40}, 120},
		{"main time and periods", func(c *Clock) { c.Settings(seconds(60), seconds(15), 1) }, [2]float64{14, 15}, 15},
		{"last of the main time", func(c *Clock) {
			c.Settings(seconds(60), seconds(15), 1)
			c.Left(board.Black, seconds(0.1), 0)
		}, [2]float64{14, 15}, 15.1 - 0.03},
		{"play at once", func(c *Clock) { c.Settings(seconds(600), 0, 0); c.Left(board.Black, 0, 0) }, [2]float64{0, 0.001}, 0.001},
		{"late", func(c *Clock) { c.Left(board.Black, seconds(-3), 0) }, [2]float64{0, 0.001}, 0.001},
		{"the other side's time", func(c *Clock) { c.Settings(seconds(600), 0, 0); c.Left(board.White, 0, 0) }, [2]float64{15, 40}, 120},
		{"new settings", func(c *Clock) {
			c.Left(board.Black, 0, 0)
			c.Settings(0, seconds(1), 0)
		}, [2]float64{0, 0}, 0},
		{"new game", func(c *Clock) {
			c.Settings(0, seconds(15), 1)
			c.Left(board.Black, 0, 0)
			c.Restart()
		}, [2]float64{14, 15}, 15},
	} {
		c := newClock(&hand{})
		test.begin(c)
		got := c.Budget(board.Black, 60)
		ideal := got.Ideal.Seconds()
		if ideal < test.ideal[0] || ideal > test.ideal[1] || got.Most.Seconds() > test.mostAtMost || got.Ideal > got.Most {
			t.Errorf("%s: %v to %v", test.name, got.Ideal, got.Most)
		}
		if got.Limited() != (test.mostAtMost > 0) {
			t.Errorf("%s: limited %v", test.name, got.Limited())
		}
	}
}

// Without a word of the client the clock keeps its own account.
func TestOwnAccount(t *testing.T) {
	type state struct {
		left   float64
		stones int
	}
	for _, test := range []struct {
		main, byo float64
		stones    int
		moves     []float64
		want      state
	}{
		{60, 0, 0, []float64{10, 20}, state{30 - 0.06, 0}},
		{60, 0, 0, []float64{70}, state{0, 0}},
		{0, 30, 3, []float64{10, 5}, state{15 - 0.06, 1}},
		{0, 30, 3, []float64{10, 5, 14}, state{30, 3}},
		{60, 30, 3, []float64{50}, state{10 - 0.03, 0}},
		{60, 30, 3, []float64{50, 20}, state{20 - 0.06, 2}},
		{60, 30, 1, []float64{70}, state{30, 1}},
		{0, 15, 1, []float64{15, 14}, state{15, 1}},
	} {
		h := &hand{}
		c := newClock(h)
		c.Settings(seconds(test.main), seconds(test.byo), test.stones)
		for _, s := range test.moves {
			think(c, h, s)
		}
		black, white := c.sides[board.Black], c.sides[board.White]
		if black.left != seconds(test.want.left) || black.stones != test.want.stones {
			t.Errorf("%v + %v for %d after %v: %+v, want %+v", test.main, test.byo, test.stones, test.moves, black, test.want)
		}
		if white.moves > 0 {
			t.Errorf("a move of Black's is charged to White: %+v", white)
		}
	}
}

func TestLagIsLearned(t *testing.T) {
	h := &hand{}
	c := newClock(h)
	c.Settings(seconds(60), 0, 0)
	for range 20 {
		c.Left(board.Black, seconds(60.5), 0)
		think(c, h, 1)
		c.Left(board.Black, seconds(59.5)-overhead, 0)
	}
	c.Left(board.Black, seconds(60.5), 0)
	before := c.Budget(board.Black, 60)
	if c.lag < overhead*9/10 {
		t.Errorf("lag %v after twenty of %v", c.lag, overhead)
	}
	for range 100 {
		c.Left(board.Black, seconds(60.5), 0)
		think(c, h, 1)
		c.Left(board.Black, seconds(59.5), 0)
	}
	c.Left(board.Black, seconds(60.5), 0)
	if after := c.Budget(board.Black, 60); c.lag > overhead/100 || after.Ideal <= before.Ideal {
		t.Errorf("lag %v without any, budget %v, with lag %v", c.lag, after, before)
	}
}

// manner is how a client tells what is left.
type manner int

const (
	silent manner = iota
	precise
	floor    // to whole seconds
	rounding // to whole seconds
)

// A game's referee counts lag of every size up to the overhead, and the engine
// takes anything from no time to the most. No game is lost on time that could be
// played at all.
func TestNeverLosesOnTime(t *testing.T) {
	const games = 5000
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, control := range []struct {
		main, byo float64
		stones    int
	}{{1, 0, 0}, {2, 0, 0}, {10, 0, 0}, {300, 0, 0}, {0, 1, 1}, {0, 0.1, 1}, {0, 5, 10}, {0, 300, 25}, {5, 1, 1}, {10, 5, 5}} {
		for _, manner := range []manner{silent, precise, floor, rounding} {
			if manner == silent && control.main > 0 && control.stones > 1 {
				continue // nobody can tell in which period we are
			}
			t.Run(fmt.Sprintf("%v+%vper%d,%d", control.main, control.byo, control.stones, manner), func(t *testing.T) {
				for range games {
					if !simulate(rnd, seconds(control.main), seconds(control.byo), control.stones, manner) {
						t.Fatal("lost on time")
					}
				}
			})
		}
	}
}

// simulate plays one game and reports whether its side kept within the time.
func simulate(rnd *rand.Rand, main, byo time.Duration, stones int, manner manner) bool {
	h := &hand{}
	c := newClock(h)
	c.Settings(main, byo, stones)
	referee := New(h.now, 0)
	referee.Settings(main, byo, stones)
	longest := rnd.Float64()
	most := time.Duration(float64(overhead) * rnd.Float64()) // of this game's lags
	empties := 60 - rnd.IntN(2)
	for ; empties > 0; empties -= 2 {
		left := referee.sides[board.Black]
		switch manner {
		case precise:
			c.Left(board.Black, left.left, left.stones)
		case rounding:
			c.Left(board.Black, left.left.Round(time.Second), left.stones)
		case floor:
			c.Left(board.Black, left.left.Truncate(time.Second), left.stones)
		}
		c.Start()
		budget := c.Budget(board.Black, empties)
		took := time.Duration(rnd.Float64() * longest * float64(budget.Most))
		if rnd.IntN(4) == 0 {
			took = budget.Most
		}
		h.pass(took)
		c.Stop(board.Black)
		lag := time.Duration(rnd.Float64() * float64(most))
		h.pass(lag)
		took += lag
		allowed := left.left
		if left.stones == 0 && stones > 0 {
			allowed += byo
		}
		if took > allowed {
			return false
		}
		referee.began = h.Add(-took)
		referee.Stop(board.Black)
	}
	return true
}

// Clients that tell all with each request.
func TestTold(t *testing.T) {
	plain := Told{Left: 60 * time.Second}.Budget(overhead, 60)
	if plain.Ideal < 500*time.Millisecond || plain.Ideal > 10*time.Second || plain.Most < plain.Ideal || plain.Most > 60*time.Second {
		t.Errorf("a minute for a game: %+v", plain)
	}
	if b := (Told{Left: 60 * time.Second, Increment: 2 * time.Second}).Budget(overhead, 60); b.Ideal != plain.Ideal+1800*time.Millisecond {
		t.Errorf("with an increment: %+v", b)
	}
	if b := (Told{Left: 60 * time.Second, Moves: 1}).Budget(overhead, 60); b.Most > 60*time.Second || b.Ideal < 30*time.Second {
		t.Errorf("a minute for a move: %+v", b)
	}
	for _, left := range []time.Duration{-time.Second, 0, time.Millisecond} {
		if b := (Told{Left: left, Increment: 10 * time.Second}).Budget(overhead, 60); b.Most <= 0 || b.Most > 5*time.Millisecond || b.Ideal > b.Most {
			t.Errorf("%v left: %+v", left, b)
		}
	}
}

// Lags of several times the overhead, as on a busy machine, are learned before they
// lose the game.
func TestLongLags(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		usual := time.Duration(4 * float64(overhead) * rnd.Float64())
		if empties := playWithLag(rnd, usual); empties > 0 {
			t.Fatalf("lost on time with lags of about %v at %d empties", usual, empties)
		}
	}
}

// playWithLag plays a game of 10 s whose moves lag as usual, half as much or as half
// as much again, and returns the number of empties if it is lost on time.
func playWithLag(rnd *rand.Rand, usual time.Duration) int {
	h := &hand{}
	c := newClock(h)
	left := 10 * time.Second
	c.Settings(left, 0, 0)
	for empties := 60; empties > 0; empties -= 2 {
		c.Left(board.Black, left, 0)
		budget := c.Budget(board.Black, empties)
		took := min(budget.Most, time.Duration(float64(budget.Ideal)*2*rnd.Float64()))
		c.Start()
		h.pass(took)
		c.Stop(board.Black)
		if left -= took + time.Duration(float64(usual)*(0.5+rnd.Float64())); left < 0 {
			return empties
		}
	}
	return 0
}

// One long stop of the whole machine is not taken for the rule.
func TestOutlier(t *testing.T) {
	h := &hand{}
	c := newClock(h)
	c.Settings(seconds(300), 0, 0)
	c.Left(board.Black, seconds(300.5), 0)
	before := c.Budget(board.Black, 60)
	think(c, h, 1)
	c.Left(board.Black, seconds(294.5), 0)
	if after := c.Budget(board.Black, 58); after.Ideal < before.Ideal*9/10 {
		t.Errorf("%v for a move, %v after a lag of 5 s", before, after)
	}
}
