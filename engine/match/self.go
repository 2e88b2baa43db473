package match

import (
	"context"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

// Self is the engine of this process as a player.
type Self struct {
	engine *engine.Engine
	limit  engine.Limit
	level  int // its own, which a match's level does not change; 0 means none
	used   time.Duration
}

var _ Player = (*Self)(nil)

// NewSelf returns a player that thinks with e within limit. fixedLevel tells
// that the engine's level is its own business, whatever the match's level is.
func NewSelf(e *engine.Engine, limit engine.Limit, fixedLevel bool) *Self {
	s := &Self{engine: e, limit: limit}
	if fixedLevel {
		s.level = e.Level()
	}
	return s
}

// NewGame implements Player.
func (s *Self) NewGame(_ context.Context, control Control) error {
	s.engine.SetGame(engine.NewGame())
	if control.Level > 0 && s.level == 0 {
		s.engine.SetLevel(control.Level)
	}
	return nil
}

// Play implements Player.
func (s *Self) Play(_ context.Context, side board.Color, sq board.Square) error {
	return s.engine.Game().Play(side, sq)
}

// Genmove implements Player.
func (s *Self) Genmove(ctx context.Context, side board.Color, clocks Clocks) (Answer, error) {
	stop := startThreadClock()
	info, err := s.engine.Search(ctx, s.limit, nil)
	s.used += stop()
	if err != nil {
		return Answer{}, err
	}
	eval := info.Score.Discs()
	answer := Answer{Square: info.Move(), Eval: &eval}
	if err := s.engine.Game().Play(side, answer.Square); err != nil {
		return answer, ErrIllegal
	}
	return answer, nil
}

// CPU implements Player: the processor time of the thread that searched.
func (s *Self) CPU() time.Duration { return s.used }

// Close implements Player.
func (s *Self) Close() {}
