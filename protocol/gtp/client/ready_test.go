package client

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/match"
	"kaeshi/protocol/child"
)

// An engine that cannot play, or not as it is asked to, ends the match before its
// first game, whichever of the engines it is; one without levels is left alone.
func TestReadyBeforeTheFirstGame(t *testing.T) {
	asked := func(n int) match.Level { return match.Level{Number: n, Asked: true} }
	own := match.Level{Number: 5, Asked: true, Own: true}
	for _, c := range []struct {
		mode        string
		level, own  match.Level
		patience    time.Duration
		want        string // of the error; "" for none
		lastInstead bool   // it is the last of three
	}{
		{mode: "good"},
		{mode: "good", level: asked(5)},
		{mode: "good", level: asked(0)},
		{mode: "good", own: own, want: "fake cannot begin a game: refused: it knows no levels"},
		{mode: "lists-nothing", level: asked(60)},
		{mode: "lists-nothing", own: own, want: "it knows no levels"},
		{mode: "ten-levels", level: asked(5)},
		{mode: "ten-levels", level: asked(60), want: "fake cannot begin a game: refused: set_level 60: the engine answers: ? no such level"},
		{mode: "ten-levels", level: asked(60), own: own},
		{mode: "dies-at-once", want: "fake cannot begin a game: crash: the engine ended: exit status 3", lastInstead: true},
		{mode: "floods-at-once", patience: time.Second, want: "fake cannot begin a game: no answer in 1s"},
	} {
		t.Run(fmt.Sprintf("%s %v %v", c.mode, c.level, c.own), func(t *testing.T) {
			t.Parallel()
			random := func(context.Context) (match.Player, error) { return match.NewRandom(1), nil }
			entrants := []match.Entrant{
				{Name: "fake", Start: match.AtLevel(c.own, start(t, c.mode))},
				{Name: "a", Start: random}, {Name: "b", Start: random},
			}
			if c.lastInstead {
				entrants[0], entrants[2] = entrants[2], entrants[0]
			}
			if c.patience == 0 {
				c.patience = time.Minute
			}
			games := 0
			runner := match.Runner{
				Entrants: entrants,
				Referee:  &match.Referee{Patience: c.patience, Control: match.Control{Level: c.level}},
				Finished: func(g *match.Game) (bool, error) {
					games++
					if g.Reason != match.Score {
						t.Errorf("a game ends by %s: %s", g.Reason, g.Detail)
					}
					return true, nil
				},
			}
			err := runner.Run(t.Context(), match.Schedule{Players: 3, Openings: match.BuiltinOpenings(), Games: 2}.Slots(), nil)
			if c.want == "" && (err != nil || games != 6) {
				t.Errorf("%d games, %v", games, err)
			}
			if c.want != "" && (err == nil || games != 0 || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%d games, %v; want %s", games, err, c.want)
			}
		})
	}
}

// An engine that does not start a second time ends the match: it does not lose the
// games that are left.
func TestDoesNotStartAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "notes")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	line := fmt.Sprintf("'%s' fake one-instance '%s'", os.Args[0], dir)
	both := make(chan struct{}) // closed when a second instance is asked for
	starts := 0
	runner := match.Runner{
		Entrants: []match.Entrant{
			{Name: "alone", Start: func(context.Context) (match.Player, error) {
				if starts++; starts == 2 {
					close(both)
				}
				return Start(line, child.Options{})
			}},
			{Name: "b", Start: func(context.Context) (match.Player, error) { return waiting{match.NewRandom(1), both}, nil }},
		},
		Referee:     &match.Referee{Patience: time.Minute},
		Concurrency: 2,
		Finished: func(g *match.Game) (bool, error) {
			if g.Reason != match.Score {
				t.Errorf("%s loses by %s", g.Loser, g.Reason)
			}
			return true, nil
		},
	}
	err := runner.Run(t.Context(), match.Schedule{Players: 2, Openings: match.BuiltinOpenings(), Games: 20}.Slots(), nil)
	if err == nil || !strings.Contains(err.Error(), "alone cannot begin a game: crash: the engine ended: exit status 4") {
		t.Errorf("the match ends with %v", err)
	}
}

// waiting plays at random once the channel is closed.
type waiting struct {
	*match.Random
	until <-chan struct{}
}

func (w waiting) Genmove(ctx context.Context, side board.Color) (match.Answer, error) {
	<-w.until
	return w.Random.Genmove(ctx, side)
}
