package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// query is a line as the client wrote it. What may be missing without being zero is
// a pointer.
type query struct {
	ID       string   `json:"id"`
	Action   string   `json:"action"`
	Ended    string   `json:"terminate"`
	Position string   `json:"position"`
	Moves    string   `json:"moves"`
	Turns    []int    `json:"turns"`
	Level    *int     `json:"level"`
	Depth    *int     `json:"depth"`
	Nodes    *int     `json:"nodes"`
	Seconds  *float64 `json:"seconds"`
	Solve    string   `json:"solve"`
	MultiPV  *int     `json:"multipv"`
	Only     []string `json:"only"`
	Book     bool     `json:"book"`
	Priority int      `json:"priority"`
	Partial  *float64 `json:"partial"`
}

// What a client may ask for at most.
const (
	longestID   = 200
	maxTurns    = 129 // a game has no more than 60 moves, with a pass between any two
	maxPriority = 1e6
	maxSeconds  = 1e6
	maxDepth    = 60
	maxMultiPV  = 64
)

// parseQuery reads a line. The id is returned even if the rest is wrong, as far as
// it can be read.
func parseQuery(line []byte) (query, error) {
	var q query
	var named struct {
		ID any `json:"id"`
	}
	var syntax *json.SyntaxError
	if err := json.Unmarshal(line, &named); errors.As(err, &syntax) {
		return q, fmt.Errorf("not a JSON object: %w", err)
	} else if err != nil {
		return q, errors.New("not a JSON object")
	}
	id, isText := named.ID.(string)
	if !isText || id == "" || len(id) > longestID {
		return q, fmt.Errorf("id must be a text of 1 to %d bytes", longestID)
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&q); err != nil {
		return query{ID: id}, plainError(err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return query{ID: id}, errors.New("more than one object on the line")
	}
	q.ID = id
	return q, q.check()
}

// plainError says what a client can do something about, without Go's words.
func plainError(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s cannot be a %s", wrong.Field, wrong.Value)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// check refuses values that are out of bounds.
func (q *query) check() error {
	switch q.Action {
	case "", "analyze":
		if q.Ended != "" {
			return errors.New("terminate belongs to the action terminate")
		}
	case "terminate", "terminate_all":
		return q.checkEnd()
	default:
		return fmt.Errorf("action %.20q: not one of analyze, terminate, terminate_all", q.Action)
	}
	for _, r := range []struct {
		name     string
		value    *int
		min, max int
	}{
		{"level", q.Level, engine.MinLevel, engine.MaxLevel},
		{"depth", q.Depth, 1, maxDepth},
		{"nodes", q.Nodes, 1, math.MaxInt},
		{"multipv", q.MultiPV, 1, maxMultiPV},
		{"priority", &q.Priority, -maxPriority, maxPriority},
	} {
		if r.value != nil && (*r.value < r.min || *r.value > r.max) {
			return fmt.Errorf("%s %d: not within %d to %d", r.name, *r.value, r.min, r.max)
		}
	}
	for name, value := range map[string]*float64{"seconds": q.Seconds, "partial": q.Partial} {
		if value != nil && !(*value > 0 && *value <= maxSeconds) {
			return fmt.Errorf("%s %v: not within 0 to %g", name, *value, float64(maxSeconds))
		}
	}
	if !slices.Contains([]string{"", "exact", "wld"}, q.Solve) {
		return fmt.Errorf("solve %.20q: not one of exact, wld", q.Solve)
	}
	return nil
}

// checkEnd refuses fields that an action other than analyze has no use for.
func (q *query) checkEnd() error {
	if q.Action == "terminate" && (q.Ended == "" || len(q.Ended) > longestID) {
		return errors.New("terminate must name the query to end")
	}
	bare := query{ID: q.ID, Action: q.Action}
	if q.Action == "terminate" {
		bare.Ended = q.Ended
	}
	if fmt.Sprint(bare) != fmt.Sprint(*q) {
		return fmt.Errorf("%s takes no other field", q.Action)
	}
	return nil
}

// jobs turns the query into the positions to analyze.
func (q *query) jobs() ([]*job, error) {
	start, side := board.Start(), board.Black
	if q.Position != "" {
		var err error
		if start, side, err = notation.ParsePosition(q.Position); err != nil {
			return nil, fmt.Errorf("position: %w", err)
		}
	}
	moves, err := notation.ParseMoves(q.Moves)
	if err != nil {
		return nil, fmt.Errorf("moves: %w", err)
	}
	plies, err := notation.Replay(start, side, moves)
	if err != nil {
		return nil, fmt.Errorf("moves: %w", err)
	}
	turns := q.Turns
	if turns == nil {
		turns = []int{len(plies)}
	}
	if len(turns) == 0 || len(turns) > maxTurns {
		return nil, fmt.Errorf("turns: %d of them, not 1 to %d", len(turns), maxTurns)
	}
	limit, err := q.limit()
	if err != nil {
		return nil, err
	}
	var jobs []*job
	for i, turn := range turns {
		if turn < 0 || turn > len(plies) {
			return nil, fmt.Errorf("turns: %d is not within 0 to %d", turn, len(plies))
		}
		if slices.Contains(turns[:i], turn) {
			return nil, fmt.Errorf("turns: %d stands twice", turn)
		}
		j := &job{id: q.ID, turn: turn, priority: q.Priority, limit: limit}
		if q.Partial != nil {
			j.partial = time.Duration(*q.Partial * float64(time.Second))
		}
		j.position, j.side = start, side
		for _, ply := range plies[:turn] {
			j.position, j.side = j.position.Play(ply.Square), j.side.Opponent()
		}
		if err := j.allow(); err != nil {
			return nil, err
		}
		jobs = append(jobs, j)
	}
	return jobs, nil
}

func (q *query) limit() (engine.Limit, error) {
	limit := engine.Limit{
		Level: level(q.Level), Depth: value(q.Depth), Nodes: uint64(value(q.Nodes)), MultiPV: value(q.MultiPV),
		NoBook: !q.Book, Steady: true,
	}
	if q.Seconds != nil {
		limit.Time = max(1, time.Duration(*q.Seconds*float64(time.Second)))
	}
	limit.Solve = map[string]engine.Solve{"": engine.SolveNothing, "exact": engine.SolveExact, "wld": engine.SolveWLD}[q.Solve]
	if q.Only != nil && len(q.Only) == 0 {
		return limit, errors.New("only: no move in it")
	}
	for _, name := range q.Only {
		sq, ok := board.ParseSquare(name)
		if !ok {
			return limit, fmt.Errorf("only: %.20q is not a square", name)
		}
		limit.Only |= sq.Bit()
	}
	return limit, nil
}

// level is none if the query names none: then it is the engine's.
func level(p *int) engine.LevelChoice {
	if p == nil {
		return engine.LevelChoice{}
	}
	return engine.AtLevel(*p)
}

func value(p *int) int {
	if p == nil {
		return 0
	}
	return *p
}
