package jsonl

import (
	"container/heap"
	"fmt"
	"math"
	"math/bits"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
)

// job is a position to analyze.
type job struct {
	id       string
	turn     int
	position board.Position
	side     board.Color
	limit    engine.Limit
	priority int
	partial  time.Duration // between partial answers; 0 is none
	order    int           // of arrival
	place    int           // in the queue, or notWaiting
	query    *open         // that asks
}

// notWaiting is the place of a job that is not in the queue.
const notWaiting = -1

func (j *job) terminated() bool { return j.query.ended.Load() }

// allow refuses moves under only that are not legal.
func (j *job) allow() error {
	moves := j.position.Moves()
	if wrong := j.limit.Only &^ moves; wrong != 0 {
		return fmt.Errorf("only: %v is not legal at turn %d", board.Square(bits.TrailingZeros64(wrong)), j.turn)
	}
	return nil
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

var _ heap.Interface = (*queue)(nil)

// result is the answer to a job.
type result struct {
	ID          string   `json:"id"`
	Turn        int      `json:"turn"`
	Final       bool     `json:"final"`
	Terminated  bool     `json:"terminated,omitempty"`
	Position    string   `json:"position"`
	Over        bool     `json:"over,omitempty"`
	Stage       string   `json:"stage"`
	Depth       int      `json:"depth"`
	Selectivity int      `json:"selectivity"`
	Score       *float64 `json:"score,omitempty"`
	Bound       string   `json:"bound,omitempty"`
	Moves       []line   `json:"moves"`
	Nodes       uint64   `json:"nodes"`
	Seconds     float64  `json:"seconds"`
}

// line is one of the best moves.
type line struct {
	Move        string   `json:"move"`
	Score       float64  `json:"score"`
	Bound       string   `json:"bound"`
	Stage       string   `json:"stage"`
	Depth       int      `json:"depth"`
	Selectivity int      `json:"selectivity"`
	PV          []string `json:"pv"`
}

// failure is an answer to what cannot be done.
type failure struct {
	ID    *string `json:"id"`
	Error string  `json:"error"`
}

// ended is the answer to terminate and terminate_all.
type ended struct {
	ID     string `json:"id"`
	Action string `json:"action"`
	Ended  int    `json:"ended"`
}

// run analyzes the position and returns the answer; tell takes the partial ones.
func (j *job) run(e Engine, tell func(any)) any {
	begun := time.Now()
	if j.terminated() {
		return j.result(nil, begun, true)
	}
	e.SetGame(engine.NewGameFrom(j.position, j.side))
	var found []engine.Info // by rank
	told := begun
	last, err := e.Search(j.query.ctx, j.limit, func(i engine.Info) {
		found = keep(found, i)
		if j.partial > 0 && time.Since(told) >= j.partial {
			told = time.Now()
			tell(j.result(found, begun, false))
		}
	})
	if err != nil {
		return failure{ID: &j.id, Error: err.Error()}
	}
	return j.result(keep(found, last), begun, true)
}

// keep puts what is known of a rank in its place.
func keep(found []engine.Info, i engine.Info) []engine.Info {
	rank := max(i.Rank, 1)
	if rank <= len(found) {
		found[rank-1] = i
		return found
	}
	return append(found, i)
}

func (j *job) result(found []engine.Info, begun time.Time, final bool) result {
	r := result{
		ID: j.id, Turn: j.turn, Final: final, Position: notation.FormatPosition(j.position, j.side), Stage: "none",
		Moves: []line{}, Over: j.position.Over(), Terminated: final && j.terminated(),
		Seconds: math.Round(time.Since(begun).Seconds()*1e6) / 1e6,
	}
	for rank, i := range found {
		best := newLine(i)
		if rank == 0 {
			r.Stage, r.Depth, r.Selectivity, r.Bound = best.Stage, best.Depth, best.Selectivity, best.Bound
			r.Score = &best.Score
		}
		if len(i.PV) > 0 {
			r.Moves = append(r.Moves, best)
		}
		r.Nodes = max(r.Nodes, i.Nodes)
	}
	return r
}

var bounds = map[search.Bound]string{search.Exact: "exact", search.Lower: "lower", search.Upper: "upper"}

func newLine(i engine.Info) line {
	l := line{
		Move: i.Move().String(), Score: i.Score.Discs(), Bound: bounds[i.Score.Bound],
		Stage: i.Stage.String(), Depth: i.Depth, Selectivity: i.Score.Selectivity.Percent(),
	}
	for _, sq := range i.PV {
		l.PV = append(l.PV, sq.String())
	}
	return l
}
