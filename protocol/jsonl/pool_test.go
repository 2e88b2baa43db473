package jsonl

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/human"
	"kaeshi/engine/search"
)

// deeper is an engine that takes a second a step and begins anew each time, but for
// what it has done before, which takes it no time.
type deeper struct {
	double
	reached *sync.Map // depths by position
}

// newDeeper returns an engine that knows what others of the same depths have done: which
// of several engines takes a search up again is left to chance.
func newDeeper(reached *sync.Map) *deeper {
	d := &deeper{reached: reached}
	d.think = func(ctx context.Context, _ engine.Limit, report func(engine.Info)) (engine.Info, error) {
		p := d.game.Position()
		var last engine.Info
		for depth := 1; ; depth++ {
			if known, _ := d.reached.LoadOrStore(p, 0); depth > known.(int) {
				select {
				case <-ctx.Done():
					return last, nil
				case <-time.After(40 * time.Millisecond):
				}
				d.reached.Store(p, depth)
			}
			last = engine.Info{Depth: depth, Rank: 1, PV: []board.Square{board.Square(depth % 8)}, Nodes: 100}
			report(last)
		}
	}
	return d
}

// inbox keeps the answers of a session.
type inbox struct {
	mu      sync.Mutex
	answers []any
}

func (b *inbox) write(answer any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers = append(b.answers, answer)
}

func (b *inbox) last() any {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.answers) == 0 {
		return nil
	}
	return b.answers[len(b.answers)-1]
}

// Fifty clients who all search without end share two engines: each hears something
// within five seconds, goes deeper all the time, and never hears of less than before.
func TestFiftyClientsHaveTheirTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reached sync.Map
		pool := NewPool([]Engine{newDeeper(&reached), newDeeper(&reached)}, Options{})
		var boxes [50]inbox
		var sessions []*Session
		for i := range boxes {
			s := pool.NewSession(t.Context(), 10, boxes[i].write)
			// All positions differ, so that no search helps another.
			s.Line(fmt.Appendf(nil, `{"id":"x","endless":true,"partial":0.001,"moves":"%s"}`, oddPositions[i]))
			sessions = append(sessions, s)
		}
		depths := make([]int, len(boxes))
		for range 6 {
			time.Sleep(5 * time.Second)
			synctest.Wait()
			for i := range boxes {
				r, told := boxes[i].last().(result)
				if !told || r.Depth <= depths[i] {
					t.Fatalf("client %d heard of depth %d and then of %+v", i, depths[i], boxes[i].last())
				}
				depths[i] = r.Depth
			}
		}
		for i := range boxes {
			deepest := 0
			for _, a := range boxes[i].answers {
				if r := a.(result); r.Depth < deepest {
					t.Fatalf("depth %d after depth %d", r.Depth, deepest)
				} else {
					deepest = r.Depth
				}
			}
		}
		for _, s := range sessions {
			s.Close()
		}
		pool.Close()
	})
}

// oddPositions are lines from the start that lead to 50 positions.
var oddPositions = lines(3)[:50]

// lines returns all lines of so many plies, as text.
func lines(plies int) (found []string) {
	var walk func(p board.Position, text string, left int)
	walk = func(p board.Position, text string, left int) {
		if left == 0 {
			found = append(found, text)
			return
		}
		for sq := range board.Square(64) {
			if p.Legal(sq) {
				walk(p.Play(sq), text+sq.String(), left-1)
			}
		}
	}
	walk(board.Start(), "", plies)
	return found
}

// endingAtDepth is an engine that has what it is asked for at once if a depth is, and goes
// deeper without end if not.
func endingAtDepth() *deeper {
	d := newDeeper(new(sync.Map))
	endless := d.think
	d.think = func(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
		if limit.Depth > 0 {
			return engine.Info{Depth: limit.Depth, Rank: 1, PV: []board.Square{1}}, nil
		}
		return endless(ctx, limit, report)
	}
	return d
}

// A search without end lets the other queries of its client through; one with an end
// does not.
func TestEndlessGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := NewPool([]Engine{endingAtDepth()}, Options{})
		var box inbox
		s := pool.NewSession(t.Context(), 10, box.write)
		s.Line([]byte(`{"id":"long","nodes":1000000000}`))
		s.Line([]byte(`{"id":"short","depth":3}`))
		time.Sleep(time.Minute)
		synctest.Wait()
		if box.last() != nil {
			t.Errorf("a search with an end gave way: %+v", box.last())
		}
		s.Line([]byte(`{"id":"t","action":"terminate_all"}`))
		synctest.Wait()
		s.Line([]byte(`{"id":"long","endless":true}`))
		s.Line([]byte(`{"id":"short","depth":3}`))
		time.Sleep(longestTurn + time.Millisecond)
		synctest.Wait()
		if r, _ := box.last().(result); r.ID != `"short"` || r.Depth != 3 {
			t.Errorf("a search without end did not give way: %+v", box.last())
		}
		s.Close()
		pool.Close()
	})
}

// Another query of the same client has its turn even if the endless one goes before it.
func TestEndlessGivesWayToLowerPriority(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := NewPool([]Engine{endingAtDepth()}, Options{})
		var box inbox
		s := pool.NewSession(t.Context(), 10, box.write)
		s.Line([]byte(`{"id":"long","endless":true,"priority":1}`))
		for _, id := range []string{"a", "b"} {
			s.Line(fmt.Appendf(nil, `{"id":"%s","depth":3}`, id))
		}
		time.Sleep(2*longestTurn + time.Millisecond)
		synctest.Wait()
		if r, _ := box.last().(result); len(box.answers) != 2 || r.ID != `"b"` {
			t.Errorf("%d answers, the last one %+v", len(box.answers), box.last())
		}
		s.Close()
		pool.Close()
	})
}

// crew is an engine that searches without end and whose threads can be set.
type crew struct {
	double
	threads int
	at      atomic.Int64 // the threads of the search at work; 0 means none is
}

func (c *crew) SetThreads(n int) { c.threads = n }

func newCrew() *crew {
	c := &crew{}
	c.think = func(ctx context.Context, _ engine.Limit, _ func(engine.Info)) (engine.Info, error) {
		c.at.Store(int64(c.threads))
		<-ctx.Done()
		c.at.Store(0)
		return engine.Info{Rank: 1, PV: []board.Square{1}}, nil
	}
	return c
}

// A search that is alone has all threads, two have half of them each, and three by turns
// no more; who is left has all again.
func TestSearchesShareThreads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		crews := []*crew{newCrew(), newCrew()}
		pool := NewPool([]Engine{crews[0], crews[1]}, Options{Threads: 8})
		expect := func(when string, want ...int64) {
			t.Helper()
			time.Sleep(2*longestTurn + time.Millisecond)
			synctest.Wait()
			found := []int64{crews[0].at.Load(), crews[1].at.Load()}
			if slices.Sort(found); !slices.Equal(found, want) {
				t.Errorf("%s: threads %v, want %v", when, found, want)
			}
		}
		var box inbox
		var sessions []*Session
		begin := func() {
			s := pool.NewSession(t.Context(), 10, box.write)
			s.Line([]byte(`{"id":"x","endless":true}`))
			sessions = append(sessions, s)
		}
		begin()
		expect("one", 0, 8)
		begin()
		expect("two", 4, 4)
		begin()
		expect("three", 4, 4)
		sessions[0].Close()
		sessions[1].Close()
		expect("one is left", 0, 8)
		sessions[2].Close()
		pool.Close()
	})
}

// A search is taken up again by the engine whose table knows it.
func TestSearchStaysWithItsEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		engines := map[board.Position]map[int]int{} // turns by position and engine
		var all []Engine
		for number := range 2 {
			d := &double{}
			d.think = func(ctx context.Context, _ engine.Limit, _ func(engine.Info)) (engine.Info, error) {
				mu.Lock()
				p := d.game.Position()
				if engines[p] == nil {
					engines[p] = map[int]int{}
				}
				engines[p][number]++
				mu.Unlock()
				<-ctx.Done()
				return engine.Info{Rank: 1, PV: []board.Square{1}}, nil
			}
			all = append(all, d)
		}
		pool := NewPool(all, Options{})
		var sessions []*Session
		for i := range 4 {
			s := pool.NewSession(t.Context(), 10, func(any) {})
			s.Line(fmt.Appendf(nil, `{"id":"x","endless":true,"moves":"%s"}`, oddPositions[i]))
			sessions = append(sessions, s)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		for p, turns := range engines {
			most, sum := 0, 0
			for _, n := range turns {
				most, sum = max(most, n), sum+n
			}
			if sum < 20 || most < sum*3/4 {
				t.Errorf("%v was searched by the engines so many times: %v", p, turns)
			}
		}
		for _, s := range sessions {
			s.Close()
		}
		pool.Close()
	})
}

// Who is gone is searched for no more.
func TestClosedSessionEndsItsSearches(t *testing.T) {
	begun := make(chan string, 10)
	pool := NewPool([]Engine{endless(begun)}, Options{})
	var box inbox
	s := pool.NewSession(t.Context(), 10, box.write)
	for i := range 3 {
		s.Line(fmt.Appendf(nil, `{"id":"%d","endless":true}`, i))
	}
	<-begun
	s.Close()
	pool.Close() // would wait for ever
	if len(begun) > 0 {
		t.Error("another search began")
	}
}

// More queries than a session may have are refused, and those that wait are not lost.
func TestSessionRefusesTooMany(t *testing.T) {
	begun := make(chan string, 10)
	pool := NewPool([]Engine{endless(begun)}, Options{})
	var box inbox
	s := pool.NewSession(t.Context(), 3, box.write)
	for i := range 4 {
		s.Line(fmt.Appendf(nil, `{"id":"%d"}`, i))
	}
	if f, _ := box.last().(failure); f.Error != "more than 3 positions wait: ask again when some are answered" || *f.ID != `"3"` {
		t.Errorf("got %+v", box.last())
	}
	s.Line([]byte(`{"id":"t","action":"terminate_all"}`))
	s.drain()
	if len(box.answers) != 5 {
		t.Errorf("%d answers", len(box.answers))
	}
	pool.Close()
}

// What a step finds replaces what was known of its moves, and nothing that is known
// better.
func TestNote(t *testing.T) {
	j := &job{limit: engine.Limit{MultiPV: 2}}
	for _, step := range []struct {
		rank, depth int
		sq          board.Square
		stage       search.Stage
		want        string
	}{
		{1, 4, 1, search.Midgame, "B1@4"},
		{2, 4, 2, search.Midgame, "B1@4 C1@4"},
		{1, 5, 2, search.Midgame, "C1@5 B1@4"},
		{2, 5, 3, search.Midgame, "C1@5 D1@5"},
		{1, 1, 7, search.Midgame, "C1@5 D1@5"}, // a turn that begins anew
		{2, 5, 3, search.Midgame, "C1@5 D1@5"},
		{1, 30, 3, search.Solved, "D1@30 C1@5"},
		{1, 6, 4, search.Midgame, "D1@30 C1@5"},
	} {
		j.note(engine.Info{Rank: step.rank, Depth: step.depth, Stage: step.stage, PV: []board.Square{step.sq}})
		text := ""
		for i, known := range j.found {
			if i > 0 {
				text += " "
			}
			text += fmt.Sprintf("%v@%d", known.Move(), known.Depth)
		}
		if text != step.want {
			t.Errorf("after %+v: %s", step, text)
		}
	}
}

// Who asks what the program is learns which strengths of people it can play at.
func TestAboutElo(t *testing.T) {
	var told aboutAnswer
	pool := NewPool(nil, Options{Elo: 1200})
	defer pool.Close()
	s := pool.NewSession(t.Context(), 1, func(a any) { told = a.(aboutAnswer) })
	defer s.Close()
	s.Line([]byte(`{"id":"a","action":"about"}`))
	if told.Elo == nil || *told.Elo != (levels{400, human.MaxElo(), 1200}) {
		t.Errorf("got %v", told.Elo)
	}
}
