package match

import (
	"context"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// Self is the engine of this process as a player. It forgets everything between
// games, so that a game does not depend on the ones before it.
type Self struct {
	engine  *engine.Engine
	limit   engine.Limit
	fixed   bool // the engine's level is its own, whatever the match's is
	control Control
	used    time.Duration
}

var _ Player = (*Self)(nil)

// NewSelf returns a player that thinks with e within limit. fixedLevel tells
// that the engine's level is its own business, whatever the match's level is.
func NewSelf(e *engine.Engine, limit engine.Limit, fixedLevel bool) *Self {
	return &Self{engine: e, limit: limit, fixed: fixedLevel}
}

// NewGame implements Player.
func (s *Self) NewGame(_ context.Context, control Control) error {
	s.control = control
	s.engine.SetGame(engine.NewGame())
	s.engine.ClearHash()
	switch {
	case s.fixed:
	case control.Level > 0:
		s.engine.SetLevel(control.Level)
	case control.Timed(): // then time is the measure, not depth
		s.engine.SetLevel(engine.MaxLevel)
	}
	return nil
}

// Play implements Player.
func (s *Self) Play(_ context.Context, side board.Color, sq board.Square) error {
	return s.engine.Game().Play(side, sq)
}

// Genmove implements Player.
func (s *Self) Genmove(ctx context.Context, side board.Color, clocks Clocks) (Answer, error) {
	limit := s.limit
	if budget := s.budget(clocks[side]); budget > 0 && (limit.Time == 0 || budget < limit.Time) {
		limit.Time = budget
	}
	stop := startThreadClock()
	info, err := s.engine.Search(ctx, limit, nil)
	s.used += stop()
	if err != nil {
		return Answer{}, err
	}
	answer := Answer{Square: info.Move()}
	if info.Score.Bound == search.Exact { // a proved win is no number of discs
		eval := info.Score.Discs()
		answer.Eval = &eval
	}
	if err := s.engine.Game().Play(side, answer.Square); err != nil {
		return answer, ErrIllegal
	}
	return answer, nil
}

// budget returns the time for a move when so much is left; 0 means no limit.
func (s *Self) budget(left time.Duration) time.Duration {
	const reserve = 20 * time.Millisecond
	switch {
	case s.control.Move > 0:
		return max(s.control.Move-reserve, time.Millisecond)
	case s.control.Game > 0:
		moves := s.engine.Game().Empties()/2 + 1
		share := (left-reserve)/time.Duration(moves) + s.control.Increment
		return max(min(share, left-reserve), time.Millisecond)
	}
	return 0
}

// CPU implements Player: the processor time of the thread that searched.
func (s *Self) CPU() time.Duration { return s.used }

// Close implements Player.
func (s *Self) Close() {}
