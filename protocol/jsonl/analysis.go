package jsonl

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
)

// analysis is a job whose answer is what was found.
type analysis struct {
	job
	id       queryID
	turn     int
	partial  time.Duration // between partial answers; 0 is none
	lastTold time.Time
}

// analyses turns the query into the positions to analyze.
func (q *query) analyses() ([]*analysis, error) {
	line, err := q.line()
	if err != nil {
		return nil, err
	}
	turns := q.Turns
	if turns == nil {
		turns = []int{len(line.plies)}
	}
	if len(turns) == 0 || len(turns) > maxTurns {
		return nil, fmt.Errorf("turns: %d of them, not 1 to %d", len(turns), maxTurns)
	}
	limit, err := q.limit()
	if err != nil {
		return nil, err
	}
	var analyses []*analysis
	for i, turn := range turns {
		if turn < 0 || turn > len(line.plies) {
			return nil, fmt.Errorf("turns: %d is not within 0 to %d", turn, len(line.plies))
		}
		if slices.Contains(turns[:i], turn) {
			return nil, fmt.Errorf("turns: %d stands twice", turn)
		}
		a := &analysis{job: job{limit: limit, priority: q.Priority, endless: q.Endless}, id: q.ID, turn: turn}
		if q.Partial != nil {
			a.partial = time.Duration(*q.Partial * float64(time.Second))
		}
		a.position, a.side = line.at(turn)
		if err := a.allow(); err != nil {
			return nil, err
		}
		analyses = append(analyses, a)
	}
	return analyses, nil
}

// allow refuses moves under only that are not legal.
func (a *analysis) allow() error {
	moves := a.position.Moves()
	if wrong := a.limit.Only &^ moves; wrong != 0 {
		return fmt.Errorf("only: %v is not legal at turn %d", board.Square(bits.TrailingZeros64(wrong)), a.turn)
	}
	return nil
}

// tell writes a partial answer if it is time for one: at first as soon as all moves
// asked for have a value, however shallow, then now and again.
func (a *analysis) tell(write func(any)) {
	if a.partial == 0 {
		return
	}
	since, first := a.lastTold, a.lastTold.IsZero()
	if first {
		since = a.begun
	}
	if first && a.complete() || time.Since(since) >= a.partial {
		a.lastTold = time.Now()
		write(a.result(false))
	}
}

// complete reports whether as many moves have a value as are asked for.
func (a *analysis) complete() bool {
	moves := a.position.Moves()
	if a.limit.Only != 0 {
		moves = a.limit.Only
	}
	return len(a.found) >= min(max(a.limit.MultiPV, 1), bits.OnesCount64(moves))
}

// answer is the last one; err is that of the search.
func (a *analysis) answer(err error) any {
	if err != nil {
		return failure{ID: &a.id, Error: err.Error()}
	}
	return a.result(true)
}

// result is the answer to an analysis.
type result struct {
	ID          queryID  `json:"id"`
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

func (a *analysis) result(final bool) result {
	r := result{
		ID: a.id, Turn: a.turn, Final: final, Position: notation.FormatPosition(a.position, a.side), Stage: "none",
		Moves: []line{}, Over: a.position.Over(), Terminated: final && a.query.ended.Load(), Nodes: a.nodes,
	}
	if !a.begun.IsZero() {
		r.Seconds = math.Round(time.Since(a.begun).Seconds()*1e6) / 1e6
	}
	for rank, i := range a.found {
		best := newLine(i)
		if rank == 0 {
			r.Stage, r.Depth, r.Selectivity, r.Bound = best.Stage, best.Depth, best.Selectivity, best.Bound
			r.Score = &best.Score
		}
		if len(i.PV) > 0 {
			r.Moves = append(r.Moves, best)
		}
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

// IsPartial reports whether a later answer says all that r does.
func (r result) IsPartial() bool { return !r.Final }
