package match

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/jobs"
	"kaeshi/engine/match"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster/tasks"
	"kaeshi/protocol/entrant"
)

// playAtHub has the games played by the workers of a hub, the two of an opening as one
// job. The journal is written here, and decides what is left to play.
func (p *plan) playAtHub(c *cli.Context, slots []match.Slot, bar *core.Progress, finished func(*match.Game) (bool, error), drain <-chan struct{}) error {
	run, err := p.hubRun(c)
	if err != nil {
		return err
	}
	place, leave, err := core.HubPlace(c, run, bar)
	if err != nil {
		return err
	}
	defer leave()
	pairs := pairsOf(slots)
	return place.Do(c.Context, &jobs.Run{
		Count: len(pairs), Drain: drain,
		Ask: func(i int) ([]byte, error) { return json.Marshal(tasks.Pairing{Slots: pairs[i]}) },
		Done: func(i int, answer []byte) error {
			games, err := p.gamesOf(pairs[i], answer)
			if err != nil {
				return err
			}
			enough := false
			for _, g := range games {
				goOn, err := finished(g)
				if err != nil {
					return err
				}
				enough = enough || !goOn
			}
			if enough {
				return jobs.Enough
			}
			return nil
		},
	})
}

// hubRun is the match as workers must know it.
func (p *plan) hubRun(c *cli.Context) (core.HubRun, error) {
	r := p.referee
	setup := &tasks.MatchSetup{Control: r.Control, Margin: r.Margin, Patience: r.Patience, AdjudicateAt: r.AdjudicateAt,
		Seed: c.Uint64("seed"), Players: make([]tasks.Player, len(p.specs))}
	run := core.HubRun{Kind: tasks.Match, Setup: setup, Title: "match of " + strings.Join(p.statement.Players, ", ")}
	if journal := c.String("journal"); journal != "" {
		run.Title += " for " + journal
	}
	for i, s := range p.specs {
		player := &setup.Players[i]
		player.Spec = s
		if !player.Inside() {
			player.Spec.Rest = "" // a worker has a command of its own
			run.Needs = append(run.Needs, s.Given)
			continue
		}
		if s.Kind == entrant.Self {
			var err error
			if player.Weights, player.Book, err = entrant.FilesOf(&s); err != nil {
				return run, fmt.Errorf("%s: %w", s.Name, err)
			}
			run.Files = append(run.Files, &player.Weights, &player.Book)
		}
	}
	slices.Sort(run.Needs)
	run.Needs = slices.Compact(run.Needs)
	return run, nil
}

// pairsOf puts the games of one opening between two engines together.
func pairsOf(slots []match.Slot) (pairs [][]match.Slot) {
	for i, slot := range slots {
		if i > 0 && len(pairs[len(pairs)-1]) == 1 {
			before := slots[i-1]
			if before.Round == slot.Round && before.Black == slot.White && before.White == slot.Black {
				pairs[len(pairs)-1] = append(pairs[len(pairs)-1], slot)
				continue
			}
		}
		pairs = append(pairs, []match.Slot{slot})
	}
	return pairs
}

// gamesOf reads the games of a pair, which come from another machine.
func (p *plan) gamesOf(slots []match.Slot, answer []byte) ([]*match.Game, error) {
	var games []*match.Game
	if err := json.Unmarshal(answer, &games); err != nil || len(games) != len(slots) {
		return nil, fmt.Errorf("round %d: a worker's answer is not its games", slots[0].Round)
	}
	names := p.statement.Players
	for i, slot := range slots {
		want := match.Key{Round: slot.Round, Black: names[slot.Black], White: names[slot.White]}
		if games[i] == nil || games[i].Key() != want {
			return nil, fmt.Errorf("round %d: a worker's answer has another game", slot.Round)
		}
	}
	return games, nil
}
