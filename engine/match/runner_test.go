package match

import (
	"context"
	"testing"
	"time"
)

// silent never gets ready.
type silent struct{ *Random }

func (silent) NewGame(ctx context.Context, _ Control) error {
	<-ctx.Done()
	return ctx.Err()
}

// A match that is told to stop before its first game does not wait for an engine that
// is not ready.
func TestStopBeforeTheFirstGame(t *testing.T) {
	drain := make(chan struct{})
	runner := Runner{
		Entrants: []Entrant{
			{"a", func(context.Context) (Player, error) { return NewRandom(1), nil }},
			{"b", func(context.Context) (Player, error) {
				close(drain)
				return silent{NewRandom(2)}, nil
			}},
		},
		Referee:  &Referee{Patience: time.Hour},
		Finished: func(*Game) (bool, error) { t.Error("a game was played"); return true, nil },
	}
	err := runner.Run(t.Context(), Schedule{Players: 2, Openings: BuiltinOpenings(), Games: 2}.Slots(), drain)
	if err != context.Canceled {
		t.Errorf("the match ends with %v", err)
	}
}
