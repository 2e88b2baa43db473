package learn

import (
	"context"
	"fmt"

	"kaeshi/book"
	"kaeshi/engine"
	"kaeshi/engine/board"
	enginesearch "kaeshi/engine/search"
)

// Finding is the best of some moves with its value for the side to move.
type Finding struct {
	Move        board.Square
	Value       book.Value
	Level       uint8
	Selectivity enginesearch.Selectivity
}

// Searcher finds the best of the moves in only, which is not empty. A search
// that ctx cut short returns ctx's error.
type Searcher interface {
	Search(ctx context.Context, p board.Position, only uint64) (Finding, error)
}

// engineSearcher lets an engine search at one level.
type engineSearcher struct {
	engine *engine.Engine
	level  int
}

// EngineSearcher returns a Searcher that owns e and thinks at its level.
func EngineSearcher(e *engine.Engine) Searcher { return &engineSearcher{e, e.Level()} }

func (s *engineSearcher) Search(ctx context.Context, p board.Position, only uint64) (Finding, error) {
	s.engine.SetGame(engine.NewGameFrom(p, board.Black))
	limit := engine.Limit{Level: engine.AtLevel(s.level), Only: only, NoBook: true, Steady: true}
	if p.EmptyCount() <= engine.Levels[s.level].WLDFrom {
		limit.Solve = engine.SolveExact // who wins is not a value in discs
	}
	info, err := s.engine.Search(ctx, limit, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Finding{}, err
	}
	if only&info.Move().Bit() == 0 {
		return Finding{}, fmt.Errorf("the search answers %v, which was not asked", info.Move())
	}
	return Finding{
		Move: info.Move(), Value: book.Value(info.Score.Value),
		Level: uint8(s.level), Selectivity: info.Score.Selectivity,
	}, nil
}
