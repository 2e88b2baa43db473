package engine

import (
	"math/rand/v2"
	"testing"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/clock"
	"kaeshi/engine/search"
)

const ms = time.Millisecond

// step is a finished step of a search as a plan hears of it.
type step struct {
	move  board.Square
	discs int
	at    time.Duration
}

func TestAnotherStepOrNot(t *testing.T) {
	share := clock.Budget{Ideal: 100 * ms, Most: 300 * ms}
	whole := clock.Budget{Ideal: 300 * ms, Most: 300 * ms}
	steady := []step{{1, 0, ms}, {1, 0, 2 * ms}, {1, 0, 3 * ms}, {1, 0, 4 * ms}, {1, 0, 5 * ms}}
	after := func(more ...step) []step { return append(append([]step{}, steady...), more...) }
	for _, test := range []struct {
		name    string
		budget  clock.Budget
		empties int
		clear   board.Square
		steps   []step // of depths 1, 2, ...
		enough  bool   // after the last
	}{
		{"at first", share, 40, board.NoSquare, steady, false},
		{"half of the time", share, 40, board.NoSquare, after(step{1, 0, 40 * ms}), false},
		{"most of the time", share, 40, board.NoSquare, after(step{1, 0, 70 * ms}), true},
		{"another move", share, 40, board.NoSquare, after(step{2, 0, 70 * ms}), false},
		{"another move, late", share, 40, board.NoSquare, after(step{2, 0, 130 * ms}), true},
		{"a fall", share, 40, board.NoSquare, after(step{1, -2, 70 * ms}), false},
		{"a rise", share, 40, board.NoSquare, after(step{1, 2, 70 * ms}), true},
		{"clearly best", share, 40, 1, after(step{1, 0, 20 * ms}), true},
		{"no longer best", share, 40, 1, after(step{2, 0, 20 * ms}), false},
		{"time that would be lost", whole, 40, board.NoSquare, after(step{1, 0, 299 * ms}), false},
		{"clearly best, time that would be lost", whole, 40, 1, after(step{1, 0, 80 * ms}), true},
		{"the end in reach", share, 14, board.NoSquare, after(step{1, 0, 40 * ms}), false},
		{"the end out of reach", share, 14, board.NoSquare, after(step{1, 0, 120 * ms}), true},
		{"the end out of reach, time that would be lost", whole, 14, board.NoSquare, after(step{1, 0, 120 * ms}), true},
	} {
		plan := &movePlan{budget: test.budget, empties: test.empties, clear: test.clear, bestMove: board.NoSquare}
		for i, s := range test.steps {
			info := Info{Depth: i + 1, PV: []board.Square{s.move}, Score: search.Score{Value: s.discs * search.Disc}}
			enough := plan.enough(info, s.at)
			if last := i == len(test.steps)-1; last && enough != test.enough || !last && enough {
				t.Errorf("%s: after step %d enough is %v", test.name, i+1, enough)
			}
		}
	}
}

// Games of searches whose steps take random times never lose on time, and use most
// of it.
func TestPlansKeepToTheClock(t *testing.T) {
	const games = 2000
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, main := range []time.Duration{time.Second, 10 * time.Second, 5 * time.Minute} {
		var used time.Duration
		for range games {
			now := time.Time{}
			c := clock.New(func() time.Time { return now }, clock.DefaultOverhead)
			c.Settings(main, 0, 0)
			left := main - ms/2 // so that it is no whole second
			speed := ms / 10 * time.Duration(1+rnd.IntN(20))
			for empties := 60 - rnd.IntN(2); empties > 0; empties -= 2 {
				c.Left(board.Black, left, 0)
				budget := c.Budget(board.Black, empties)
				c.Start()
				took := randomSearch(rnd, budget, empties, speed)
				now = now.Add(took)
				c.Stop(board.Black)
				left -= took + time.Duration(rnd.Float64()*float64(clock.DefaultOverhead)/3)
				if left < 0 {
					t.Fatalf("%v: lost on time at %d empties", main, empties)
				}
			}
			used += main - left
		}
		if share := float64(used) / float64(games*main); share < 0.5 {
			t.Errorf("%v: only %.0f%% of the time was used", main, 100*share)
		}
	}
}

// randomSearch returns how long a search takes whose steps take random times.
func randomSearch(rnd *rand.Rand, budget clock.Budget, empties int, took time.Duration) time.Duration {
	plan := &movePlan{budget: budget, empties: empties, clear: board.NoSquare, bestMove: board.NoSquare}
	var elapsed time.Duration
	for depth := 1; depth <= empties; depth++ {
		if elapsed += took; elapsed > budget.Most {
			return budget.Most
		}
		info := Info{Depth: depth, PV: []board.Square{board.Square(rnd.IntN(3))}}
		info.Score.Value = rnd.IntN(4 * search.Disc)
		if plan.enough(info, elapsed) {
			break
		}
		took = time.Duration(float64(took) * (0.7 + 1.3*rnd.Float64()))
	}
	return elapsed
}

// With time to spare, a level that was chosen is the most; one that is only the
// default is not.
func TestLevelsUnderAClock(t *testing.T) {
	p := midgame(t)
	timed := Limit{Clock: clock.Budget{Ideal: time.Second, Most: time.Second}}
	for _, test := range []struct {
		name    string
		options LevelChoice
		set     int // 0: not set
		limit   Limit
		depth   int
	}{
		{"default", LevelChoice{}, 0, timed, wholeGame},
		{"chosen at the start", AtLevel(3), 0, timed, Levels[3].Depth},
		{"level 0", AtLevel(0), 0, timed, Levels[0].Depth},
		{"set", LevelChoice{}, DefaultLevel, timed, Levels[DefaultLevel].Depth},
		{"named", AtLevel(3), 0, Limit{Clock: timed.Clock, Level: AtLevel(5)}, Levels[5].Depth},
		{"fixed time", LevelChoice{}, 0, Limit{Time: time.Second}, wholeGame},
		{"no time", LevelChoice{}, 0, Limit{}, Levels[DefaultLevel].Depth},
		{"depth", LevelChoice{}, 0, Limit{Clock: timed.Clock, Depth: 7}, 7},
	} {
		e, err := New(Options{Level: test.options, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if test.set > 0 {
			e.SetLevel(test.set)
		}
		if got := e.searchLimit(p, test.limit, time.Now()); got.Depth != test.depth || got.Deadline.IsZero() != (test.limit == Limit{}) {
			t.Errorf("%s: %+v, want depth %d", test.name, got, test.depth)
		}
	}
}

// midgame returns a position with many moves.
func midgame(t *testing.T) board.Position {
	t.Helper()
	p := board.Start()
	rnd := rand.New(rand.NewPCG(5, 6))
	for p.EmptyCount() > 40 {
		p = p.Play(randomMove(rnd, p))
	}
	return p
}

// randomMove returns one of the legal moves at p, Pass if there is none.
func randomMove(rnd *rand.Rand, p board.Position) board.Square {
	var moves []board.Square
	for sq := board.Square(0); sq < 64; sq++ {
		if p.Legal(sq) {
			moves = append(moves, sq)
		}
	}
	if len(moves) == 0 {
		return board.Pass
	}
	return moves[rnd.IntN(len(moves))]
}

func TestOneMoveIsPlayedAtOnce(t *testing.T) {
	p := board.Position{Player: 0x0000000810000000, Opponent: 0x0000001008000000}
	e := engineAt(t, Options{Level: AtLevel(8), HashMB: 1, Seed: 1}, p)
	one := p.Moves() & -p.Moves()
	limit := Limit{Clock: clock.Budget{Ideal: time.Hour, Most: time.Hour}, Only: one}
	info, err := e.Search(t.Context(), limit, nil)
	if err != nil || info.Move().Bit() != one || info.Depth > 1 {
		t.Errorf("%+v, %v", info, err)
	}
}

// A short search must not wait for a large table.
func TestTableSizes(t *testing.T) {
	for _, test := range []struct {
		options Options
		limits  []Limit
		want    int
	}{
		{Options{}, []Limit{{}}, shortHashMB},
		{Options{Level: AtLevel(5)}, []Limit{{}}, shortHashMB},
		{Options{}, []Limit{{Clock: clock.Budget{Ideal: ms, Most: ms}}}, shortHashMB},
		{Options{}, []Limit{{}, {Level: AtLevel(20), Nodes: 1000}}, DefaultHashMB},
		{Options{}, []Limit{{Level: AtLevel(20), Nodes: 1000}, {}}, DefaultHashMB},
		{Options{HashMB: 2}, []Limit{{}, {Level: AtLevel(20), Nodes: 1000}}, 2},
	} {
		e := engineAt(t, test.options, midgame(t))
		for _, limit := range test.limits {
			if _, err := e.Search(t.Context(), limit, nil); err != nil {
				t.Fatal(err)
			}
		}
		if e.tableMB != test.want {
			t.Errorf("%+v, %+v: %d MB, want %d", test.options, test.limits, e.tableMB, test.want)
		}
	}
}

func engineAt(t *testing.T, o Options, p board.Position) *Engine {
	t.Helper()
	e, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	e.SetGame(NewGameFrom(p, board.Black))
	return e
}
