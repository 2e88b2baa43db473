package match

import (
	"context"
	"fmt"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/clock"
	"kaeshi/engine/search"
)

// Self is the engine of this process as a player. It forgets everything between
// games, so that a game does not depend on the ones before it.
type Self struct {
	engine  *engine.Engine
	limit   engine.Limit
	fixed   bool // the engine's level is its own, whatever the match's is
	control Control
	left    time.Duration // for the next move and those after it
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
	if level := control.Level; level.Asked && !s.fixed {
		if level.Number < engine.MinLevel || level.Number > engine.MaxLevel {
			return fmt.Errorf("%w: level %d is not within %d to %d", ErrRefused, level.Number, engine.MinLevel, engine.MaxLevel)
		}
		s.engine.SetLevel(level.Number)
	}
	if !control.Timed() {
		return nil
	}
	return s.engine.Prepare(engine.Limit{Clock: s.budget(control.Game)})
}

// Play implements Player.
func (s *Self) Play(_ context.Context, side board.Color, sq board.Square) error {
	return s.engine.Game().Play(side, sq)
}

// SetClocks implements Player.
func (s *Self) SetClocks(_ context.Context, side board.Color, clocks Clocks) error {
	s.left = clocks[side]
	return nil
}

// Genmove implements Player.
func (s *Self) Genmove(ctx context.Context, side board.Color) (Answer, error) {
	limit := s.limit
	limit.Clock = s.budget(s.left)
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

// budget returns the time for a move when so much is left to side.
func (s *Self) budget(left time.Duration) clock.Budget {
	const overhead = 10 * time.Millisecond
	told := clock.Told{Left: left, Increment: s.control.Increment}
	switch {
	case s.control.Move > 0:
		told = clock.Told{Left: s.control.Move, Moves: 1}
	case s.control.Game == 0:
		return clock.Budget{}
	}
	return told.Budget(overhead, s.engine.Game().Empties())
}

// CPU implements Player: the processor time of the thread that leads the search. Its
// helpers are not told from those of other games.
func (s *Self) CPU() time.Duration { return s.used }

// Close implements Player.
func (s *Self) Close() {}
