package jsonl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kaeshi/engine"
	"kaeshi/protocol/gamereport"
)

// reportAnswer is a report, or how far it has come.
type reportAnswer struct {
	ID         queryID `json:"id"`
	Action     string  `json:"action"`
	Final      bool    `json:"final"`
	Terminated bool    `json:"terminated,omitempty"`
	Done       int     `json:"done"`
	Of         int     `json:"of"`
	Format     string  `json:"format,omitempty"`
	Text       string  `json:"text,omitempty"`
	Base64     []byte  `json:"base64,omitempty"`
}

// defaultLines is how many moves a report compares each move with.
const defaultLines = 3

// report lets the engines explain a game. The searches of it wait in the queue like
// those of other queries.
func (s *Session) report(q query) error {
	r, err := s.newReport(q)
	if err != nil {
		return err
	}
	o := &open{left: 1}
	r.query = o
	s.pool.mu.Lock()
	o.begin(s.ctx)
	s.pool.mu.Unlock()
	if err := s.enqueue(q.ID, o); err != nil {
		o.end()
		return err
	}
	s.tasks.Go(func() { s.finish(q.ID, o, r.run()) })
	return nil
}

// reporter is the engine of a report. Its searches are done by the pool.
type reporter struct {
	session  *Session
	query    *open
	id       queryID
	level    int
	lines    int
	priority int
	format   string
	record   *game
	game     *engine.Game // that is searched
	done, of int
}

func (s *Session) newReport(q query) (*reporter, error) {
	if q.Game == nil {
		return nil, errors.New("game: none to report on")
	}
	r := &reporter{session: s, id: q.ID, level: s.pool.options.Level, lines: defaultLines, priority: q.Priority, format: q.Format, record: q.Game}
	if r.format == "" {
		r.format = "html"
	}
	if q.Level != nil {
		r.level = *q.Level
	}
	if q.Lines != nil {
		r.lines = *q.Lines
	}
	if !slices.Contains(gamereport.Extensions, "."+r.format) {
		return nil, fmt.Errorf("format %.20q: a report is one of %s", r.format, strings.ReplaceAll(strings.Join(gamereport.Extensions, ", "), ".", ""))
	}
	return r, nil
}

// run returns the last answer.
func (r *reporter) run() any {
	answer := reportAnswer{ID: r.id, Action: "report", Final: true, Format: r.format}
	content, err := r.content()
	answer.Done, answer.Of = r.done, r.of
	switch {
	case r.query.ended.Load() && err != nil:
		answer.Terminated, answer.Format = true, ""
	case err != nil:
		return failure{ID: &r.id, Error: err.Error()}
	default:
		answer.Text, answer.Base64 = textOrBytes(content)
	}
	return answer
}

func (r *reporter) content() ([]byte, error) {
	g, err := r.record.record()
	if err != nil {
		return nil, fmt.Errorf("game: %w", err)
	}
	r.of = len(g.Moves)
	found, err := gamereport.Analyze(r.query.ctx, r, g, r.lines, func() {
		r.done++
		r.session.write(reportAnswer{ID: r.id, Action: "report", Done: r.done, Of: r.of})
	})
	if err != nil {
		return nil, err
	}
	out, err := gamereport.NewOutput("." + r.format)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := errors.Join(out.Add(found), out.Finish(&text)); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

// SetGame is for package gamereport, as the other methods below.
func (r *reporter) SetGame(g *engine.Game) { r.game = g }

// Level returns the level of the report.
func (r *reporter) Level() int { return r.level }

// BookMoves returns what the book knows of the position.
func (r *reporter) BookMoves() []engine.BookMove {
	if known := r.session.pool.options.Book; known != nil {
		return known.Probe(r.game.Position())
	}
	return nil
}

// Search lets the pool search the game's position.
func (r *reporter) Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
	if limit.Depth == 0 && limit.Solve == engine.SolveNothing {
		limit.Level = engine.AtLevel(r.level)
	}
	over := make(chan error, 1)
	j := &job{session: r.session, query: r.query, position: r.game.Position(), side: r.game.SideToMove(), limit: limit, priority: r.priority}
	j.finish = func(err error) { over <- err }
	p := r.session.pool
	p.mu.Lock()
	r.query.jobs = []*job{j}
	if !r.query.ended.Load() {
		p.put(j)
	}
	p.mu.Unlock()
	select {
	case err := <-over:
		if err != nil || len(j.found) == 0 {
			return engine.Info{}, errors.Join(err, ctx.Err())
		}
	case <-ctx.Done():
		return engine.Info{}, ctx.Err()
	}
	for i, info := range j.found {
		info.Rank = i + 1
		report(info)
	}
	return j.found[0], nil
}

// IsPartial reports whether a later answer says all that a does.
func (a reportAnswer) IsPartial() bool { return !a.Final }
