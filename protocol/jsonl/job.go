package jsonl

import (
	"container/heap"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// job is a position to search.
type job struct {
	session  *Session
	query    *open // that asks
	position board.Position
	side     board.Color
	limit    engine.Limit
	priority int
	endless  bool
	told     func()      // told of each step, if it is not nil
	finish   func(error) // called once, when the search is over or its query has ended

	order   int  // of arrival
	place   int  // in the queue, or notWaiting
	resting bool // it has given way, and another one of its client goes first now
	home    int  // the number of the engine that has searched it, or nobody
	threads int  // of its turn; 0 means those of the engine

	found    []engine.Info // the moves known so far, best first, each with the deepest that is known of it
	nodes    uint64
	begun    time.Time // zero before the first turn
	deadline time.Time // zero means none
}

const (
	notWaiting = -1 // the place of a job that is not in the queue
	nobody     = 0  // the home of one that was not searched yet
)

// search lets e take a turn; over reports whether nothing is left to do.
func (j *job) search(e Engine, p *Pool) (over bool, err error) {
	if j.query.ended.Load() {
		return true, nil
	}
	limit := j.limit
	if j.begun.IsZero() {
		if j.begun = time.Now(); limit.Time > 0 {
			j.deadline = j.begun.Add(limit.Time)
		}
	} else if limit.Time > 0 {
		limit.Time = max(1, time.Until(j.deadline))
	}
	before := j.nodes
	if limit.Nodes > 0 {
		limit.Nodes = max(1, limit.Nodes-min(before, limit.Nodes))
	}
	ctx, end := context.WithCancel(j.query.ctx)
	defer end()
	var gaveWay atomic.Bool
	go p.watch(ctx, j, func() {
		gaveWay.Store(true)
		end()
	})
	e.SetGame(engine.NewGameFrom(j.position, j.side))
	note := func(i engine.Info) {
		j.nodes = max(j.nodes, before+i.Nodes)
		j.note(i)
	}
	last, err := e.Search(ctx, limit, func(i engine.Info) {
		note(i)
		if j.told != nil {
			j.told()
		}
	})
	if err != nil {
		return true, err
	}
	note(last)
	used := limit.Time > 0 && !time.Now().Before(j.deadline) || j.limit.Nodes > 0 && j.nodes >= j.limit.Nodes
	return used || !gaveWay.Load(), nil
}

// note keeps what a step has found, unless a turn before knew better. A move that comes
// to another place is not left in the old one.
func (j *job) note(i engine.Info) {
	rank := max(i.Rank, 1) - 1
	if rank < len(j.found) && knowsMore(j.found[rank], i) {
		return
	}
	same := slices.IndexFunc(j.found, func(known engine.Info) bool { return known.Move() == i.Move() })
	if same >= 0 {
		if knowsMore(j.found[same], i) {
			return
		}
		j.found = slices.Delete(j.found, same, same+1)
	}
	j.found = slices.Insert(j.found, min(rank, len(j.found)), i)
	j.found = j.found[:min(len(j.found), max(j.limit.MultiPV, 1))]
}

// knowsMore reports whether a comes from a step that searches do after that of b.
func knowsMore(a, b engine.Info) bool {
	aEnd, bEnd := a.Stage != search.Midgame, b.Stage != search.Midgame
	switch {
	case aEnd != bEnd:
		return aEnd
	case a.Score.Selectivity != b.Score.Selectivity:
		return a.Score.Selectivity > b.Score.Selectivity
	}
	return a.Depth > b.Depth
}

// queue holds jobs, the highest priority first and then the oldest.
type queue []*job

func (q queue) Len() int { return len(q) }
func (q queue) Swap(i, k int) {
	q[i], q[k] = q[k], q[i]
	q[i].place, q[k].place = i, k
}
func (q queue) Less(i, k int) bool {
	if q[i].priority != q[k].priority {
		return q[i].priority > q[k].priority
	}
	return q[i].order < q[k].order
}

// Push is for package heap.
func (q *queue) Push(x any) {
	j := x.(*job)
	j.place = len(*q)
	*q = append(*q, j)
}

// Pop is for package heap.
func (q *queue) Pop() any {
	last := len(*q) - 1
	j := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	j.place = notWaiting
	return j
}

// take returns the first job, or the one behind it if that rests.
func (q *queue) take() *job {
	first := heap.Pop(q).(*job)
	if !first.resting || len(*q) == 0 {
		return first
	}
	second := heap.Pop(q).(*job)
	first.resting = false
	heap.Push(q, first)
	return second
}

var _ heap.Interface = (*queue)(nil)
