package match

import (
	"context"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// maxAdjudicated bounds --adjudicate: more empties take our solver minutes.
const maxAdjudicated = 24

// newSolver returns the exact search that ends games early, for so many at a
// time.
func newSolver(concurrency int) (func(context.Context, board.Position) (int, bool), error) {
	const hashMB = 64
	free := make(chan *engine.Engine, concurrency)
	for range concurrency {
		e, err := engine.New(engine.Options{Threads: 1, HashMB: hashMB})
		if err != nil {
			return nil, err
		}
		free <- e
	}
	return func(ctx context.Context, p board.Position) (int, bool) {
		e := <-free
		defer func() { free <- e }()
		e.SetGame(engine.NewGameFrom(p, board.Black))
		info, err := e.Search(ctx, engine.Limit{NoBook: true, Solve: engine.SolveExact}, nil)
		return info.Score.Value / search.Disc, err == nil && info.Proved()
	}, nil
}
