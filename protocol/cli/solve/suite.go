package solve

import (
	"context"
	"errors"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
	"kaeshi/protocol/cli/core"
)

// solver proves positions. The engine's is engineSolver; tests bring a naive one.
type solver interface {
	// solve proves the final score of an unfinished game, or with wld only
	// whether it is won. When limit (0 is none) or ctx ends first, the solution
	// is the best known then, and not proved.
	solve(ctx context.Context, p notation.Problem, wld bool, limit time.Duration) (solution, error)
}

// solution is what a solver found, from the view of the side to move.
type solution struct {
	score   search.Score
	pv      []board.Square // empty when the game is over
	nodes   uint64
	elapsed time.Duration
	proved  bool
}

// suite is a list of problems on its way.
type suite struct {
	solver   solver
	wld      bool
	limit    time.Duration
	report   solveReport
	progress *core.Progress
}

func (s *suite) run(ctx context.Context, problems []notation.Problem) error {
	var total solveTotal
	for i, p := range problems {
		found, err := s.solveOne(ctx, p)
		if err = errors.Join(err, ctx.Err()); err != nil {
			s.progress.Finish()
			if total.Positions > 0 { // what is known is not lost
				err = errors.Join(err, s.report.total(total))
			}
			return err
		}
		row := judge(p, found, s.wld)
		row.Index = i + 1
		total.add(row)
		if err := s.report.row(row); err != nil {
			return err
		}
		s.progress.Add(1)
	}
	s.progress.Finish()
	if err := s.report.total(total); err != nil {
		return err
	}
	return total.failure()
}

// solveOne answers for finished games itself.
func (s *suite) solveOne(ctx context.Context, p notation.Problem) (solution, error) {
	if p.Position.Over() {
		return solution{score: search.Score{Value: p.Position.Score() * search.Disc, Selectivity: search.NoSelectivity}, proved: true}, nil
	}
	return s.solver.solve(ctx, p, s.wld, s.limit)
}

// judge compares a solution with what the problem states. Under wld only the
// sign of a value is known, and a move that the file does not list may be as
// good as those it does.
func judge(p notation.Problem, found solution, wld bool) solveRow {
	row := solveRow{
		Empties: p.Position.EmptyCount(),
		Value:   found.score.Value / search.Disc,
		PV:      notation.FormatMoves(found.pv),
		Nodes:   found.nodes,
		Seconds: found.elapsed.Seconds(),
		OK:      found.proved,
		Stopped: !found.proved,
		score:   found.score,
	}
	if found.score.Bound != search.Exact {
		row.Bound = found.score.String()
	}
	move := board.NoSquare
	if len(found.pv) > 0 {
		move = found.pv[0]
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
