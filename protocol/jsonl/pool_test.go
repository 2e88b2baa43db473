package jsonl

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
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

// A search without end lets the other queries of its client through; one with an end
// does not.
func TestEndlessGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDeeper(new(sync.Map))
		endless := d.think
		d.think = func(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
			if limit.Depth > 0 {
				return engine.Info{Depth: limit.Depth, Rank: 1, PV: []board.Square{1}}, nil
			}
			return endless(ctx, limit, report)
		}
		pool := NewPool([]Engine{d}, Options{})
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
