package search

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/tt"
	"kaeshi/weights"
)

func newTestSearcher(t testing.TB, threads, megabytes int) *Searcher {
	t.Helper()
	w, err := weights.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return New(eval.New(w), tt.New(megabytes), threads)
}

// randomPosition plays random moves from the start until n squares are empty.
func randomPosition(r *rand.Rand, n int) board.Position {
	for {
		p := board.Start()
		for p.EmptyCount() > n {
			moves := p.Moves()
			if moves == 0 {
				if p = p.Pass(); p.Moves() == 0 {
					break
				}
				continue
			}
			for range r.IntN(bits.OnesCount64(moves)) {
				moves &= moves - 1
			}
			p = p.Play(board.Square(bits.TrailingZeros64(moves)))
		}
		if p.EmptyCount() == n {
			return p
		}
	}
}

// plainSolve is the reference: alpha-beta, moves that leave few replies first,
// and nothing else, on rules that the board's own tests hold against a naive walk
// over the board.
func plainSolve(p board.Position, alpha, beta int) int {
	moves := p.Moves()
	if moves == 0 {
		passed := p.Pass()
		if passed.Moves() == 0 {
			return p.Score()
		}
		return -plainSolve(passed, -beta, -alpha)
	}
	var next []board.Position
	for ; moves != 0; moves &= moves - 1 {
		next = append(next, p.Play(board.Square(bits.TrailingZeros64(moves))))
	}
	if p.EmptyCount() > 6 {
		slices.SortFunc(next, func(a, b board.Position) int {
			return bits.OnesCount64(a.Moves()) - bits.OnesCount64(b.Moves())
		})
	}
	best := -infinity
	for _, q := range next {
		if best = max(best, -plainSolve(q, -beta, -max(alpha, best))); best >= beta {
			break
		}
	}
	return best
}

// solve returns the exact score that the searcher finds, and checks its line.
func solve(t *testing.T, s *Searcher, p board.Position) Info {
	t.Helper()
	info := s.Search(context.Background(), p, Limit{ExactFrom: 64}, nil)
	if info.Score.Bound != Exact || info.Score.Selectivity != NoSelectivity || info.Score.Value%Disc != 0 {
		t.Fatalf("%vnot an exact score: %+v", p, info)
	}
	end, sign := p, 1
	for _, sq := range info.PV {
		if !end.Legal(sq) {
			t.Fatalf("%vthe line %v has an illegal move %v", p, info.PV, sq)
		}
		end, sign = end.Play(sq), -sign
	}
	if !end.Over() || sign*end.Score()*Disc != info.Score.Value {
		t.Fatalf("%vthe line %v ends with %d, not %v", p, info.PV, sign*end.Score(), info.Score)
	}
	return info
}

func testAgainstPlain(t *testing.T, count, maxEmpties int, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	s := newTestSearcher(t, 1, 8)
	for i := range count {
		p := randomPosition(r, 1+i%maxEmpties)
		want := plainSolve(p, -64, 64)
		if got := solve(t, s, p); got.Score.Value != want*Disc {
			t.Fatalf("%v%d empties: %v, plain search says %+d", p, p.EmptyCount(), got.Score, want)
		}
		wld := s.Search(context.Background(), p, Limit{WLDFrom: 64}, nil).Score
		if !agrees(wld, want*Disc) {
			t.Fatalf("%v%d empties: win/loss/draw %v, plain search says %+d", p, p.EmptyCount(), wld, want)
		}
	}
}

// agrees reports whether a score admits the value.
func agrees(s Score, value int) bool {
	switch s.Bound {
	case Lower:
		return value >= s.Value
	case Upper:
		return value <= s.Value
	}
	return value == s.Value
}

func TestSolveEqualsPlainSearch(t *testing.T) { testAgainstPlain(t, 1000, 9, 7) }

func TestSolveEqualsPlainSearchDeeper(t *testing.T) {
	if testing.Short() {
		t.Skip("positions of 12 empties take the plain search a while")
	}
	r := rand.New(rand.NewPCG(8, 1))
	s := newTestSearcher(t, 1, 8)
	for range 10 {
		p := randomPosition(r, 12)
		want := plainSolve(p, -64, 64)
		if got := solve(t, s, p); got.Score.Value != want*Disc {
			t.Fatalf("%v%v, plain search says %+d", p, got.Score, want)
		}
	}
}

func testSymmetry(t *testing.T, count, empties int) {
	r := rand.New(rand.NewPCG(9, 1))
	s := newTestSearcher(t, 1, 16)
	for range count {
		p := randomPosition(r, empties)
		want := solve(t, s, p).Score
		for symmetry := 1; symmetry < board.Symmetries; symmetry++ {
			if got := solve(t, s, p.Transform(symmetry)).Score; got != want {
				t.Fatalf("%v%v, its image %d %v", p, want, symmetry, got)
			}
		}
	}
}

func TestSolveSymmetry(t *testing.T) { testSymmetry(t, 10, 14) }

// More memory, more threads and what earlier searches left must not change an
// exact value.
func TestSolveWithThreadsAndTinyHash(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 1))
	reference := newTestSearcher(t, 1, 16)
	searchers := map[string]*Searcher{
		"two threads":             newTestSearcher(t, 2, 16),
		"four threads, tiny hash": newTestSearcher(t, 4, 0),
		"one thread, tiny hash":   newTestSearcher(t, 1, 0),
	}
	empties := 15
	if testing.Short() {
		empties = 13
	}
	for range 6 {
		p := randomPosition(r, empties)
		want := solve(t, reference, p).Score
		for name, s := range searchers {
			if got := solve(t, s, p).Score; got != want {
				t.Fatalf("%v%s: %v, one thread says %v", p, name, got, want)
			}
		}
	}
}

// One thread is deterministic to the node, with a node limit and without.
func TestDeterminism(t *testing.T) {
	p := randomPosition(rand.New(rand.NewPCG(11, 1)), 40)
	for _, limit := range []Limit{{Depth: 9}, {Depth: 30, Nodes: 20000}} {
		first := newTestSearcher(t, 1, 8).Search(context.Background(), p, limit, nil)
		second := newTestSearcher(t, 1, 8).Search(context.Background(), p, limit, nil)
		if first.Nodes != second.Nodes || first.Score != second.Score || first.Move() != second.Move() {
			t.Errorf("%+v: %+v, then %+v", limit, first, second)
		}
		if limit.Nodes > 0 && (first.Nodes > limit.Nodes || first.Depth >= limit.Depth) {
			t.Errorf("%+v: searched %d nodes to depth %d", limit, first.Nodes, first.Depth)
		}
	}
}

// On a clock the table may grow meanwhile; a search that can be repeated has it whole.
func TestTablesGrowOnTheClockOnly(t *testing.T) {
	for _, limit := range []Limit{{Depth: 3}, {Nodes: 100}, {Depth: 3, Deadline: time.Now().Add(time.Hour)}} {
		s := newTestSearcher(t, 1, 32)
		s.Search(context.Background(), board.Start(), limit, nil)
		if want := !limit.Deadline.IsZero(); s.table.Growing() != want {
			t.Errorf("%+v: the table grows: %v", limit, !want)
		}
		s.table.Halt()
	}
}

// A pass is one move, however many replies there are.
func TestMultiPVOfAPass(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 3))
	for tested := 0; tested < 10; {
		p := randomPosition(r, 8)
		if p.Moves() != 0 || bits.OnesCount64(p.Pass().Moves()) < 2 {
			continue
		}
		tested++
		want := plainSolve(p, -64, 64) * Disc
		var best Info
		// Only names moves of the side that passes, none of the replies.
		s := newTestSearcher(t, 1, 8)
		last := s.Search(context.Background(), p, Limit{ExactFrom: 64, MultiPV: 5, Only: p.Pass().Moves() & -p.Pass().Moves()}, func(i Info) {
			if i.Rank != 1 || i.Move() != board.Pass {
				t.Errorf("%vrank %d is %v", p, i.Rank, i.Move())
			}
			best = i
		})
		if last.Move() != board.Pass || last.Score.Value != want || best.Score.Value != want {
			t.Errorf("%v%v and %v, want a pass of value %+d", p, last.Score, best.Score, want)
		}
	}
}

// The N best moves have the values that each has when it is searched alone.
func TestMultiPV(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	s := newTestSearcher(t, 1, 8)
	for range 10 {
		p := randomPosition(r, 10)
		ranked := map[int]Info{}
		s.Search(context.Background(), p, Limit{ExactFrom: 64, MultiPV: 60}, func(i Info) { ranked[i.Rank] = i })
		if len(ranked) != bits.OnesCount64(p.Moves()) {
			t.Fatalf("%v%d moves have a rank, %d are legal", p, len(ranked), bits.OnesCount64(p.Moves()))
		}
		for rank := 1; rank <= len(ranked); rank++ {
			info := ranked[rank]
			if want := -plainSolve(p.Play(info.Move()), -64, 64); info.Score.Value != want*Disc {
				t.Errorf("%v%v: %v, plain search says %+d", p, info.Move(), info.Score, want)
			}
			if rank > 1 && info.Score.Value > ranked[rank-1].Score.Value {
				t.Errorf("%vrank %d is better than rank %d", p, rank, rank-1)
			}
		}
	}
}

// A search has a legal move to return, whatever ends it.
func TestStopping(t *testing.T) {
	p := board.Start()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, search := range map[string]func(*Searcher) Info{
		"context": func(s *Searcher) Info { return s.Search(cancelled, p, Limit{Depth: 60}, nil) },
		"deadline": func(s *Searcher) Info {
			return s.Search(context.Background(), p, Limit{Depth: 60, Deadline: time.Now()}, nil)
		},
		"nodes": func(s *Searcher) Info { return s.Search(context.Background(), p, Limit{Depth: 60, Nodes: 1}, nil) },
	} {
		for _, threads := range []int{1, 3} {
			info := search(newTestSearcher(t, threads, 8))
			if !p.Legal(info.Move()) {
				t.Errorf("%s, %d threads: no legal move in %+v", name, threads, info)
			}
			if name == "deadline" && threads == 1 && info.Nodes > 10*publishEvery {
				t.Errorf("%d nodes after the deadline", info.Nodes)
			}
		}
	}
}

// A step whose report ends the search is the last, whatever other threads do.
func TestStopByReport(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	info := newTestSearcher(t, 1, 8).Search(ctx, board.Start(), Limit{Depth: 60}, func(i Info) {
		if i.Depth == 3 {
			cancel()
		}
		if i.Depth > 3 {
			t.Errorf("depth %d after the end", i.Depth)
		}
	})
	if info.Depth != 3 {
		t.Errorf("depth %d, want 3", info.Depth)
	}
}

// The end of a search must not reach into the next one, which has a move at once.
func TestSearchAfterEnd(t *testing.T) {
	s := newTestSearcher(t, 1, 8)
	for range 5000 {
		ctx, cancel := context.WithCancel(context.Background())
		s.Search(ctx, board.Start(), Limit{Depth: 2}, func(i Info) {
			if i.Depth == 2 {
				cancel()
			}
		})
		if info := s.Search(context.Background(), board.Start(), Limit{Depth: 2}, nil); info.Depth != 2 {
			t.Fatalf("depth %d, move %s after a search that was ended", info.Depth, info.Move())
		}
		cancel()
	}
}

// A position and its images get the same answers, node for node, however much of
// the tree a selective search passes over.
func TestImagesAreSearchedAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 5 {
		p := randomPosition(r, 40)
		limit := Limit{Depth: 12, Selectivity: Selectivity73, Only: p.Moves() &^ (p.Moves() & -p.Moves())}
		var want Info
		for symmetry := range board.Symmetries {
			limit := limit
			limit.Only = board.Transform(limit.Only, symmetry)
			got := newTestSearcher(t, 1, 8).Search(context.Background(), p.Transform(symmetry), limit, nil)
			for i, sq := range got.PV {
				got.PV[i] = sq.Transform(board.InverseSymmetry(symmetry))
			}
			got.Elapsed = 0
			if symmetry == 0 {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%v and its image %d differ:\n%s", p, symmetry, diff)
			}
		}
	}
}

func TestRestrictedMoves(t *testing.T) {
	s := newTestSearcher(t, 1, 8)
	f5, _ := board.ParseSquare("F5")
	only := f5.Bit()
	if info := s.Search(context.Background(), board.Start(), Limit{Depth: 4, Only: only}, nil); info.Move().Bit() != only {
		t.Errorf("searched only F5, answered %v", info.Move())
	}
}

// Passes and ends of games, by hand.
func TestForcedPositions(t *testing.T) {
	for name, c := range map[string]struct {
		position board.Position
		move     board.Square
		value    int
	}{
		"full board":        {board.Position{Player: 1<<40 - 1, Opponent: ^uint64(1<<40 - 1)}, board.NoSquare, 16},
		"no discs at all":   {board.Position{}, board.NoSquare, 0},
		"wiped out":         {board.Position{Opponent: 1}, board.NoSquare, -64},
		"has wiped out":     {board.Position{Player: 7}, board.NoSquare, 64},
		"must pass":         {board.Position{Player: 2, Opponent: 1}, board.Pass, -64},
		"wins the last one": {board.Position{Player: ^uint64(3), Opponent: 2}, 0, 64},
	} {
		info := newTestSearcher(t, 1, 1).Search(context.Background(), c.position, Limit{ExactFrom: 64}, nil)
		if info.Move() != c.move || info.Score.Value != c.value*Disc || info.Score.Bound != Exact {
			t.Errorf("%s: %v %v, want %v %+d", name, info.Move(), info.Score, c.move, c.value)
		}
	}
}
