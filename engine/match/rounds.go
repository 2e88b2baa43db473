package match

import (
	"context"
	"errors"
)

// Start starts one instance of each entrant for Play.
func (r *Runner) Start(ctx context.Context) error { return r.warmUp(ctx) }

// Play plays slots one after the other, with instances that stay for the next call. Start
// comes first, and Close last.
func (r *Runner) Play(ctx context.Context, slots []Slot) ([]*Game, error) {
	var games []*Game
	r.failed, r.over = false, func() {}
	r.Finished = func(g *Game) (bool, error) {
		games = append(games, g)
		return true, nil
	}
	for _, slot := range slots {
		if err := errors.Join(r.play(ctx, slot), ctx.Err()); err != nil {
			return nil, err
		}
	}
	return games, nil
}

// Close ends the instances.
func (r *Runner) Close() { r.closeAll() }
