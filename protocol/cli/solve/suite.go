package solve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/jobs"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster/tasks"
)

// suite is a list of problems on its way.
type suite struct {
	place    jobs.Place // where tasks.Problem is answered by tasks.Solution
	wld      bool
	limit    time.Duration
	report   solveReport
	progress *core.Progress

	problems []notation.Problem
	rows     int // of problems that are reported or given up
	total    solveTotal
}

// run solves all problems and reports on them in their order.
func (s *suite) run(ctx context.Context, problems []notation.Problem) error {
	s.problems = problems
	var open []int // those that are not over
	for i := range problems {
		if !problems[i].Position.Over() {
			open = append(open, i)
		}
	}
	err := s.place.Do(ctx, &jobs.Run{
		Count: len(open), Ordered: true,
		Ask: func(k int) ([]byte, error) {
			p := &problems[open[k]]
			return json.Marshal(tasks.Problem{Player: p.Position.Player, Opponent: p.Position.Opponent,
				White: p.Side == board.White, WLD: s.wld, Limit: s.limit.Seconds()})
		},
		Done: func(k int, answer []byte) error {
			var found tasks.Solution
			if err := json.Unmarshal(answer, &found); err != nil {
				return fmt.Errorf("position %d: the answer makes no sense: %w", open[k]+1, err)
			}
			if err := s.reportOver(open[k]); err != nil {
				return err
			}
			return s.row(open[k], found)
		},
	})
	var givenUp *jobs.GivenUp
	if err == nil || errors.As(err, &givenUp) {
		err = errors.Join(err, s.reportOver(len(problems)))
	}
	s.progress.Finish()
	if err != nil {
		if s.total.Positions > 0 { // what is known is not lost
			err = errors.Join(err, s.report.total(s.total))
		}
		return err
	}
	if err := s.report.total(s.total); err != nil {
		return err
	}
	return s.total.failure()
}

// reportOver reports on the finished games among the problems before one.
func (s *suite) reportOver(before int) error {
	for s.rows < before {
		i := s.rows
		s.rows++
		position := s.problems[i].Position
		if !position.Over() {
			continue // given up
		}
		score := search.Score{Value: position.Score() * search.Disc, Selectivity: search.NoSelectivity}
		if err := s.row(i, tasks.NewSolution(score, nil, 0, 0, true)); err != nil {
			return err
		}
	}
	return nil
}

// row reports on a problem.
func (s *suite) row(i int, found tasks.Solution) error {
	row := judge(s.problems[i], found, s.wld)
	row.Index = i + 1
	s.rows = max(s.rows, i+1)
	s.total.add(row)
	if err := s.report.row(row); err != nil {
		return err
	}
	s.progress.Add(1)
	return nil
}

// judge compares a solution with what the problem states. Under wld only the
// sign of a value is known, and a move that the file does not list may be as
// good as those it does.
func judge(p notation.Problem, found tasks.Solution, wld bool) solveRow {
	pv := found.Moves()
	row := solveRow{
		Empties: p.Position.EmptyCount(),
		Value:   found.Score.Value / search.Disc,
		PV:      notation.FormatMoves(pv),
		Nodes:   found.Nodes,
		Seconds: found.Time,
		OK:      found.Proved,
		Stopped: !found.Proved,
		score:   found.Score,
	}
	if found.Score.Bound != search.Exact {
		row.Bound = found.Score.String()
	}
	move := board.NoSquare
	if len(pv) > 0 {
		move = pv[0]
		row.Move = move.String()
	}
	if len(p.Moves) == 0 {
		return row
	}
	best := bestValue(p.Moves)
	row.Expected = &best
	if wld {
		row.OK = row.OK && sign(row.Value) == sign(best) && wldMoveAgrees(p.Moves, move, best)
		return row
	}
	row.OK = row.OK && row.Value == best && statedBest(p.Moves, move, best)
	return row
}

func bestValue(moves []notation.ScoredMove) int {
	best := moves[0].Value
	for _, m := range moves {
		best = max(best, m.Value)
	}
	return best
}

func statedBest(moves []notation.ScoredMove, move board.Square, best int) bool {
	for _, m := range moves {
		if m.Square == move && m.Value == best {
			return true
		}
	}
	return false
}

func wldMoveAgrees(moves []notation.ScoredMove, move board.Square, best int) bool {
	for _, m := range moves {
		if m.Square == move {
			return sign(m.Value) == sign(best)
		}
	}
	return true
}

func sign(value int) int {
	switch {
	case value > 0:
		return 1
	case value < 0:
		return -1
	}
	return 0
}
