package match

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/match"
	"kaeshi/engine/match/stats"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/entrant"
)

// run plays the match and reports on it.
func (p *plan) run(c *cli.Context) error {
	tally := match.NewTally(p.statement.Players)
	slots := p.schedule.Slots()
	var journal *match.Journal
	if path := c.String("journal"); path != "" {
		var played []match.Game
		var err error
		path = strings.ReplaceAll(path, "{id}", p.statement.ID())
		if journal, played, err = match.OpenJournal(path, p.statement); err != nil {
			return err
		}
		defer journal.Close()
		slots = unplayed(slots, played, p.statement.Players, tally)
		if len(played) > 0 && !c.Bool("quiet") {
			core.Tell(c, "%s: going on after %d games", path, len(played))
		}
	}
	progress := newMatchProgress(c, len(slots), tally)
	failure := p.play(c, slots, progress.bar, func(g *match.Game) (bool, error) {
		if journal != nil {
			if err := journal.Append(g); err != nil {
				return false, fmt.Errorf("%w; the games before are kept, and the same command goes on after them", err)
			}
		}
		tally.Add(g)
		progress.game(g)
		return !p.decided(tally), nil
	}, p.decided(tally))
	progress.finish()
	if failure != nil && progress.done == 0 && !errors.Is(failure, context.Canceled) {
		return failure
	}
	err := report(c, tally, p.sprt)
	if failure != nil { // of which one must hear even if nobody reads the result
		return failure
	}
	return err
}

// unplayed counts the games that a journal has and returns the slots that are
// left.
func unplayed(slots []match.Slot, played []match.Game, players []string, tally *match.Tally) []match.Slot {
	done := map[match.Key]bool{}
	for i := range played {
		if key := played[i].Key(); !done[key] {
			done[key] = true
			tally.Add(&played[i])
		}
	}
	var left []match.Slot
	for _, slot := range slots {
		if !done[match.Key{Round: slot.Round, Black: players[slot.Black], White: players[slot.White]}] {
			left = append(left, slot)
		}
	}
	return left
}

func (p *plan) decided(tally *match.Tally) bool {
	if p.sprt == nil || len(tally.Results()) == 0 {
		return false
	}
	_, verdict := p.sprt.Judge(tally.Results()[0].Pairs.Sample())
	return verdict != stats.Undecided
}

func entrantOptions(c *cli.Context) *entrant.Options {
	return &entrant.Options{
		Patience: c.Duration("patience"), Seed: c.Uint64("seed"),
		Trace: func(name string) func(direction, line string) { return core.TraceTo(c, name) },
		Made:  func(o engine.Options, e *engine.Engine) { core.LogEngine(c, o, e) },
	}
}

func (p *plan) play(c *cli.Context, slots []match.Slot, bar *core.Progress, finished func(*match.Game) (bool, error), decided bool) error {
	if len(slots) == 0 || decided {
		return nil
	}
	drain := make(chan struct{}) // running games are finished
	core.OnInterrupt(c, func() {
		core.Tell(c, "finishing the running games; once more to stop at once")
		close(drain)
	})
	if err := p.playSomewhere(c, slots, bar, finished, drain); err != nil {
		return err
	}
	select {
	case <-drain:
		return core.ErrInterrupted
	default:
		return nil
	}
}

// playSomewhere plays in this process, or has it done by the workers of a hub.
func (p *plan) playSomewhere(c *cli.Context, slots []match.Slot, bar *core.Progress, finished func(*match.Game) (bool, error), drain <-chan struct{}) error {
	if c.IsSet("hub") {
		return p.playAtHub(c, slots, bar, finished, drain)
	}
	entrants, err := entrant.Entrants(c.Context, entrantOptions(c), p.specs)
	if err != nil {
		return err
	}
	runner := match.Runner{
		Entrants:    entrants,
		Referee:     p.referee,
		Concurrency: c.Int("concurrency"),
		Finished:    finished,
	}
	return runner.Run(c.Context, slots, drain)
}
