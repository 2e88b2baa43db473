package solve

import (
	"context"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/notation"
)

// engineSolver proves positions with the engine, whose table it keeps from one
// to the next.
type engineSolver struct{ engine *engine.Engine }

func (s engineSolver) solve(ctx context.Context, p notation.Problem, wld bool, limit time.Duration) (solution, error) {
	s.engine.SetGame(engine.NewGameFrom(p.Position, p.Side))
	wanted := engine.SolveExact
	if wld {
		wanted = engine.SolveWLD
	}
	begin := time.Now()
	info, err := s.engine.Search(ctx, engine.Limit{Solve: wanted, Time: limit}, nil)
	found := solution{
		score:   info.Score,
		pv:      info.PV,
		nodes:   info.Nodes,
		elapsed: info.Elapsed,
		proved:  info.Proved(),
	}
	if !found.proved { // what info tells of ended before the limit
		found.elapsed = time.Since(begin)
	}
	return found, err
}
