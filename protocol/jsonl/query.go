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
	"kaeshi/engine/human"
	"kaeshi/engine/notation"
)

// query is a line as the client wrote it. What may be missing without being zero is
// a pointer.
type query struct {
	ID       queryID  `json:"id"`
	Action   string   `json:"action"`
	Ended    queryID  `json:"terminate"`
	Position string   `json:"position"`
	Moves    string   `json:"moves"`
	Turns    []int    `json:"turns"`
	Level    *int     `json:"level"`
	Elo      *int     `json:"elo"`
	Depth    *int     `json:"depth"`
	Nodes    *int     `json:"nodes"`
	Seconds  *float64 `json:"seconds"`
	Solve    string   `json:"solve"`
	Endless  bool     `json:"endless"`
	Play     bool     `json:"play"`
	MultiPV  *int     `json:"multipv"`
	Only     []string `json:"only"`
	Book     bool     `json:"book"`
	Priority int      `json:"priority"`
	Partial  *float64 `json:"partial"`

	Name   string `json:"name"`
	Text   string `json:"text"`
	Base64 []byte `json:"base64"`
	Beside []file `json:"beside"`
	Format string `json:"format"`
	Games  []game `json:"games"`
	Game   *game  `json:"game"`
	Lines  *int   `json:"lines"`
}

// file is one that lies beside another.
type file struct {
	Name   string `json:"name"`
	Base64 []byte `json:"base64"`
}

// What a client may ask for at most.
const (
	longestID   = 200
	maxTurns    = 129 // a game has no more than 60 moves, with a pass between any two
	maxPriority = 1e6
	maxSeconds  = 1e6
	maxDepth    = 60
	maxMultiPV  = 64
	maxLines    = 60
)

// action is something that a query may ask for.
type action struct {
	name   string
	fields []string // that it may have besides id and action
	do     func(*Session, query) error
}

// actions are by name; the one without a name is what a query without an action asks for.
var actions = map[string]*action{}

func init() {
	for _, a := range []action{
		{"analyze", []string{"position", "moves", "turns", "level", "elo", "depth", "nodes", "seconds", "solve", "endless", "play",
			"multipv", "only", "book", "priority", "partial"}, (*Session).analyze},
		{"terminate", []string{"terminate"}, (*Session).terminate},
		{"terminate_all", nil, (*Session).terminateAll},
		{"about", nil, (*Session).about},
		{"book", []string{"position", "moves"}, (*Session).book},
		{"read", []string{"name", "text", "base64", "beside", "format"}, (*Session).read},
		{"write", []string{"format", "games"}, (*Session).writeGames},
		{"report", []string{"game", "format", "level", "lines", "priority"}, (*Session).report},
	} {
		actions[a.name] = &a
	}
	actions[""] = actions["analyze"]
}

// actionNames are in the order of the documentation.
const actionNames = "analyze, terminate, terminate_all, about, book, read, write, report"

// parseQuery reads a line. The id is returned even if the rest is wrong, as far as
// it can be read.
func parseQuery(line []byte) (query, error) {
	var q query
	var named struct {
		ID queryID `json:"id"`
	}
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(line, &named); {
	case errors.As(err, &syntax) && int(syntax.Offset) >= len(line):
		return q, errors.New("not a JSON object: the line is cut short")
	case errors.As(err, &syntax):
		return q, fmt.Errorf("not a JSON object: byte %d does not belong there", syntax.Offset)
	case err != nil && !errors.Is(err, errID):
		return q, errors.New("not a JSON object")
	case named.ID == "":
		return q, errID
	}
	id := named.ID
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&q); err != nil {
		return query{ID: id}, plainError(err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return query{ID: id}, errors.New("more than one object on the line")
	}
	q.ID = id
	if err := checkFields(line, q.Action); err != nil {
		return q, err
	}
	return q, q.check()
}

var errTerminate = errors.New("terminate must name the query to end")

// plainError says what a client can do something about, without Go's words.
func plainError(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.Is(err, errID) { // the line's own id was read before
		return errTerminate
	}
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s cannot be a %s", wrong.Field, wrong.Value)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// checkFields refuses fields that the action has no use for.
func checkFields(line []byte, name string) error {
	a := actions[name]
	if a == nil {
		return fmt.Errorf("action %.20q: not one of %s", name, actionNames)
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(line, &given); err != nil {
		return errors.New("not a JSON object")
	}
	for field := range given {
		known := func(f string) bool { return strings.EqualFold(f, field) }
		if !slices.ContainsFunc(a.fields, known) && !known("id") && !known("action") {
			return fmt.Errorf("%s takes no field %s", a.name, field)
		}
	}
	return nil
}

// check refuses values that are out of bounds.
func (q *query) check() error {
	if q.Action == "terminate" && q.Ended == "" {
		return errTerminate
	}
	for _, r := range []struct {
		name     string
		value    *int
		min, max int
	}{
		{"level", q.Level, engine.MinLevel, engine.MaxLevel},
		{"elo", q.Elo, human.MinElo, human.MaxElo()},
		{"depth", q.Depth, 1, maxDepth},
		{"nodes", q.Nodes, 1, math.MaxInt},
		{"multipv", q.MultiPV, 1, maxMultiPV},
		{"lines", q.Lines, 1, maxLines},
		{"priority", &q.Priority, -maxPriority, maxPriority},
	} {
		if r.value != nil && (*r.value < r.min || *r.value > r.max) {
			return fmt.Errorf("%s %d: not within %d to %d", r.name, *r.value, r.min, r.max)
		}
	}
	if q.Elo != nil && (q.Level != nil || q.Depth != nil || q.Nodes != nil || q.Solve != "" || q.MultiPV != nil || q.Only != nil || q.Endless) {
		return errors.New("elo goes with none of level, depth, nodes, solve, multipv, only, endless")
	}
	for name, value := range map[string]*float64{"seconds": q.Seconds, "partial": q.Partial} {
		if value != nil && !(*value > 0 && *value <= maxSeconds) {
			return fmt.Errorf("%s %v: not within 0 to %g", name, *value, float64(maxSeconds))
		}
	}
	if !slices.Contains([]string{"", "exact", "wld"}, q.Solve) {
		return fmt.Errorf("solve %.20q: not one of exact, wld", q.Solve)
	}
	return q.checkTogether()
}

// checkTogether refuses fields that exclude each other.
func (q *query) checkTogether() error {
	switch {
	case q.Endless && (q.Play || q.Level != nil || q.Depth != nil || q.Solve != "" || q.Book):
		return errors.New("endless goes with none of level, depth, solve, play and book")
	case q.Play && (q.MultiPV != nil || q.Only != nil || q.Solve != ""):
		return errors.New("play goes with none of multipv, only and solve")
	}
	return nil
}

// course is the moves of a query, and where they begin.
type course struct {
	start board.Position
	side  board.Color
	plies []notation.Ply
}

func (q *query) line() (course, error) {
	c := course{start: board.Start(), side: board.Black}
	var err error
	if q.Position != "" {
		if c.start, c.side, err = notation.ParsePosition(q.Position); err != nil {
			return c, fmt.Errorf("position: %w", err)
		}
	}
	moves, err := notation.ParseMoves(q.Moves)
	if err == nil {
		c.plies, err = notation.Replay(c.start, c.side, moves)
	}
	if err != nil {
		return c, fmt.Errorf("moves: %w", err)
	}
	return c, nil
}

// at returns the position after so many plies and the side to move.
func (c *course) at(turn int) (board.Position, board.Color) {
	p, side := c.start, c.side
	for _, ply := range c.plies[:turn] {
		p, side = p.Play(ply.Square), side.Opponent()
	}
	return p, side
}

func (q *query) limit() (engine.Limit, error) {
	limit := engine.Limit{
		Level: level(q.Level), Depth: value(q.Depth), Nodes: uint64(value(q.Nodes)), MultiPV: value(q.MultiPV),
		NoBook: !q.Book, Steady: !q.Play, Elo: value(q.Elo),
	}
	if q.Seconds != nil {
		limit.Time = max(1, time.Duration(*q.Seconds*float64(time.Second)))
	}
	limit.Solve = map[string]engine.Solve{"": engine.SolveNothing, "exact": engine.SolveExact, "wld": engine.SolveWLD}[q.Solve]
	if q.Endless {
		limit.Solve = engine.SolveExact // step by step, each deeper than the one before
	}
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
