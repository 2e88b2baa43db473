package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"kaeshi/engine/board"
)

// proofChecker compares what searches have proved with the plain search.
type proofChecker struct {
	t        *testing.T
	random   *rand.Rand
	searcher *Searcher
	proofs   int
}

// check searches p and its images to the end, exactly and for win, loss or draw, and
// stops each search at a random number of nodes, then not at all. Every step that is
// reported must be true of the value.
func (c *proofChecker) check(p board.Position) {
	value := plainSolve(p, -64, 64) * Disc
	for symmetry := range board.Symmetries {
		image := p.Transform(symmetry)
		for _, limit := range []Limit{{ExactFrom: 64}, {WLDFrom: 64}} {
			whole := c.search(image, limit, value)
			if !whole.Proved() && p.Moves()|p.Pass().Moves() != 0 {
				c.t.Fatalf("%vnot stopped, and nothing proved: %+v", image, whole)
			}
			limit.Nodes = 1 + c.random.Uint64N(whole.Nodes+1)
			c.search(image, limit, value)
		}
	}
}

func (c *proofChecker) search(p board.Position, limit Limit, value int) Info {
	if c.random.IntN(4) == 0 { // as a rule the table knows some of it
		c.searcher.table.Clear()
	}
	return c.searcher.Search(context.Background(), p, limit, func(i Info) {
		if i.Score.Selectivity == NoSelectivity && i.Stage != Midgame && !agrees(i.Score, value) {
			c.t.Fatalf("%v%+v: %v %v, but the value is %v", p, limit, i.Stage, i.Score, Score{Value: value})
		}
		c.checkProof(p, i, value)
	})
}

func (c *proofChecker) checkProof(p board.Position, i Info, value int) {
	sign, settled := i.Outcome()
	if i.Proved() {
		c.proofs++
		if !settled || i.Stage != WLD && i.Score.Value != value {
			c.t.Fatalf("%v%+v is said to be proved, but the value is %v", p, i, Score{Value: value})
		}
	}
	if want, _ := (Info{Score: Score{Value: value}}).Outcome(); settled && sign != want {
		c.t.Fatalf("%v%+v is said to settle the outcome, but the value is %v", p, i, Score{Value: value})
	}
}

// testProofs checks positions of 1 to maxEmpties empties.
func testProofs(t *testing.T, count, maxEmpties, threads int) {
	c := proofChecker{t: t, random: rand.New(rand.NewPCG(21, 1)), searcher: newTestSearcher(t, threads, 8)}
	for i := range count {
		c.check(randomPosition(c.random, 1+i%maxEmpties))
	}
	if c.proofs < count {
		t.Errorf("%d positions, %d proofs", count, c.proofs)
	}
}

func TestProofs(t *testing.T) {
	count := 500
	if testing.Short() {
		count = 100
	}
	testProofs(t, count, 10, 1)
	testProofs(t, count/5, 10, 3)
}

// What a search hands on when it is stopped after its second move has beaten the first
// is a lower bound.
func TestStoppedSolutionIsABound(t *testing.T) {
	random := rand.New(rand.NewPCG(22, 1))
	s := newTestSearcher(t, 1, 8)
	bounds := 0
	for range 60 {
		p := randomPosition(random, 12)
		s.table.Clear()
		whole := s.Search(context.Background(), p, Limit{ExactFrom: 64}, nil)
		for range 4 {
			s.table.Clear()
			info := s.Search(context.Background(), p, Limit{ExactFrom: 64, Nodes: 1 + random.Uint64N(whole.Nodes)}, nil)
			if info.Stage == Solved && info.Score.Bound == Lower {
				bounds++
				if info.Proved() || info.Score.Value > whole.Score.Value {
					t.Fatalf("%v%+v, but %v", p, info, whole.Score)
				}
			}
		}
	}
	if bounds == 0 {
		t.Error("no search was stopped after a better move")
	}
}

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		stage           Stage
		value           int
		bound           Bound
		selectivity     Selectivity
		proved, settled bool
	}{
		{Solved, 4, Exact, NoSelectivity, true, true},
		{Solved, 4, Exact, Selectivity99, false, false},
		{Solved, 4, Lower, NoSelectivity, false, true},
		{Solved, 0, Lower, NoSelectivity, false, false},
		{Solved, -4, Lower, NoSelectivity, false, false},
		{Solved, -4, Upper, NoSelectivity, false, true},
		{WLD, 2, Lower, NoSelectivity, true, true},
		{WLD, -2, Upper, NoSelectivity, true, true},
		{WLD, 0, Exact, NoSelectivity, true, true},
		{WLD, 0, Lower, NoSelectivity, false, false},
		{WLD, 2, Lower, Selectivity73, false, false},
		{Midgame, 4, Exact, NoSelectivity, false, false},
		{FromBook, 4, Exact, NoSelectivity, false, false},
		{Forced, 64, Exact, NoSelectivity, true, true},
	} {
		i := Info{Stage: c.stage, Score: Score{Value: c.value * Disc, Bound: c.bound, Selectivity: c.selectivity}}
		if _, settled := i.Outcome(); settled != c.settled || i.Proved() != c.proved {
			t.Errorf("%+v: proved %v, outcome settled %v", c, i.Proved(), settled)
		}
	}
}

// After Clear nothing of earlier searches is left, whichever they were.
func TestClearForgetsEverything(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 1))
	s := newTestSearcher(t, 1, 8)
	for _, limit := range []Limit{{ExactFrom: 64}, {WLDFrom: 64}, {Depth: 8}} {
		for _, empties := range []int{12, 16} {
			p, other := randomPosition(random, empties), randomPosition(random, empties)
			s.table.Clear()
			first := s.Search(context.Background(), p, limit, nil)
			s.Search(context.Background(), other, limit, nil)
			s.table.Clear()
			second := s.Search(context.Background(), p, limit, nil)
			if fresh := newTestSearcher(t, 1, 8).Search(context.Background(), p, limit, nil); first.Nodes != fresh.Nodes {
				t.Errorf("%v%+v: %d nodes, a new searcher takes %d", p, limit, first.Nodes, fresh.Nodes)
			}
			if first.Nodes != second.Nodes || first.Score != second.Score {
				t.Errorf("%v%+v: %d nodes and %v, after Clear %d and %v", p, limit, first.Nodes, first.Score, second.Nodes, second.Score)
			}
		}
	}
}

// Many more threads than processors change no value.
func testManyThreads(t *testing.T, count, empties int) {
	r := rand.New(rand.NewPCG(41, 1))
	reference := newTestSearcher(t, 1, 16)
	for _, threads := range []int{16, 32} {
		s := newTestSearcher(t, threads, 16)
		for range count {
			p := randomPosition(r, empties)
			want := solve(t, reference, p).Score
			if got := solve(t, s, p).Score; got != want {
				t.Fatalf("%v%d threads: %v, one says %v", p, threads, got, want)
			}
		}
	}
}

func TestSolveWithManyThreads(t *testing.T) { testManyThreads(t, 5, 15) }

// The limit is of the nodes of all threads together.
func TestNodeLimitOfAllThreads(t *testing.T) {
	p := randomPosition(rand.New(rand.NewPCG(24, 1)), 40)
	const limit = 400_000
	for _, threads := range []int{1, 2, 5} {
		info := newTestSearcher(t, threads, 16).Search(context.Background(), p, Limit{Depth: 39, Nodes: limit}, nil)
		s := newTestSearcher(t, threads, 16)
		s.Search(context.Background(), p, Limit{Depth: 39, Nodes: limit}, nil)
		var visited uint64
		for _, w := range s.workers {
			visited += w.count
		}
		if visited > limit+uint64(threads)*publishEvery || visited < limit/2 {
			t.Errorf("%d threads visited %d nodes, the limit is %d", threads, visited, limit)
		}
		if info.Nodes > limit+uint64(threads)*publishEvery {
			t.Errorf("%d threads tell of %d nodes, the limit is %d", threads, info.Nodes, limit)
		}
	}
}
