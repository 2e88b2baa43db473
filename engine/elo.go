package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/clock"
	"kaeshi/engine/human"
	"kaeshi/engine/search"
)

// Elo returns the strength at which the engine plays like a person; 0 if it plays as well
// as its level lets it.
func (e *Engine) Elo() int { return e.options.Elo }

// SetElo lets the engine play like a person of that strength from now on, or, with 0, as
// its level says. What that needs is unpacked now: the first move need not wait for it,
// and tells if that went wrong.
func (e *Engine) SetElo(elo int) {
	if e.options.Elo = elo; elo > 0 {
		_ = e.preparePerson()
	}
}

func (e *Engine) preparePerson() error {
	if _, err := e.person(); err != nil {
		return err
	}
	evaluator, err := builtIn()
	if err == nil {
		evaluator.Prepare(e.game.Empties(), e.game.Empties())
	}
	return err
}

// rung returns how to choose a move like a person, if that is asked for.
func (e *Engine) rung(limit Limit) (rung human.Rung, asked bool) {
	if limit.isAnalysis() || limit.Depth > 0 {
		return rung, false
	}
	elo := e.options.Elo
	if limit.Elo > 0 {
		elo = limit.Elo
	}
	switch {
	case limit.Elo == 0 && e.options.Rung != nil:
		return *e.options.Rung, true
	case elo == 0:
		return rung, false
	}
	return human.AtElo(float64(elo)), true
}

// person makes ready what playing like a person needs.
func (e *Engine) person() (player *human.Player, err error) {
	if e.player == nil {
		e.player, err = NewPerson()
	}
	return e.player, err
}

// NewPerson returns a player who can have any strength. It sees with the built-in weights,
// whatever an engine plays with: with these its strengths were measured.
func NewPerson() (*human.Player, error) {
	evaluator, err := builtIn()
	if err != nil {
		return nil, err
	}
	model, err := human.Embedded()
	if err != nil {
		return nil, err
	}
	return human.NewPlayer(model, human.NewJudge(evaluator)), nil
}

// searchLikePerson chooses a move as a person on the rung would.
func (e *Engine) searchLikePerson(ctx context.Context, p board.Position, limit Limit, rung human.Rung, began time.Time, report func(Info)) (Info, error) {
	player, err := e.person()
	if err != nil {
		return Info{}, err
	}
	var random *rand.Rand
	if !limit.Steady {
		random = e.random
	}
	choice := player.Choose(ctx, e.game.Situation(), rung, random)
	info := infoOf(&choice, p.EmptyCount())
	info.Elapsed = time.Since(began)
	if pause := pauseFor(choice.Hardness, limit.Clock) - info.Elapsed; pause > 0 {
		e.wait(ctx, pause)
	}
	if report != nil {
		report(info)
	}
	return info, nil
}

// Situation returns what a person to move looks at: the discs and the last moves.
func (g *Game) Situation() human.Situation {
	s := human.Situation{Position: g.position, Last: board.NoSquare, Before: board.NoSquare}
	moves := g.moves
	for back, to := range []*board.Square{&s.Last, &s.Before} {
		if k := len(moves) - 1 - back; k >= 0 && moves[k].Square < 64 {
			*to = moves[k].Square
		}
	}
	return s
}

func infoOf(c *human.Choice, empties int) Info {
	info := Info{
		Stage: search.Midgame, Depth: human.Depths[human.Thought], Rank: 1, PV: []board.Square{c.Move},
		Score: search.Score{Value: int(c.Judgement.Values[human.Thought][c.Index])},
	}
	if c.Judgement.Solved {
		info.Stage, info.Depth, info.Score.Selectivity = search.Solved, empties, search.NoSelectivity
	}
	return info
}

// A person answers what goes without saying in a part of the ideal time, and takes more
// for what is hard, but never so much as to come into trouble.
const (
	easyShare = 0.15
	hardShare = 1.8
)

// pauseFor returns how long a person would think about a choice on the clock; without a
// clock there is nobody to wait for.
func pauseFor(hardness float64, budget clock.Budget) time.Duration {
	if !budget.Limited() {
		return 0
	}
	share := easyShare + (hardShare-easyShare)*math.Pow(hardness, 1.5)
	pause := time.Duration(share * float64(budget.Ideal))
	return min(pause, budget.Most*9/10)
}

// pause waits so long, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
