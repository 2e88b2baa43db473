package solve

import (
	"context"
	"encoding/json"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/jobs"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster"
	"kaeshi/protocol/cluster/tasks"
)

// A position of so many empties is split, and so deep.
const (
	splitEmpties = 20
	splitPlies   = 4
)

// isSplit reports whether the workers of a hub shall share one position.
func isSplit(c *cli.Context, problems []notation.Problem) bool {
	return len(problems) == 1 && !c.Bool("wld") && !c.IsSet("limit") &&
		!problems[0].Position.Over() && problems[0].Position.EmptyCount() >= splitEmpties
}

// splitPlace solves one hard position by the workers of a hub. It implements jobs.Place.
type splitPlace struct{ hub *cluster.Place }

func newSplitPlace(c *cli.Context, options engine.Options, progress *core.Progress) (jobs.Place, func(), error) {
	setup := &tasks.ProofSetup{Weights: options.Weights, HashMB: options.HashMB}
	if setup.HashMB == 0 {
		setup.HashMB = engine.DefaultHashMB
	}
	place, done, err := core.HubPlace(c, core.HubRun{Kind: tasks.Proof, Setup: setup, Files: []*string{&setup.Weights},
		Title: "one position of " + c.Args().First()}, progress)
	return splitPlace{place}, done, err
}

// Do implements jobs.Place for a run of one question.
func (s splitPlace) Do(ctx context.Context, run *jobs.Run) error {
	question, err := run.Ask(0)
	if err != nil {
		return err
	}
	var p tasks.Problem
	if err := json.Unmarshal(question, &p); err != nil {
		return err
	}
	asking, err := s.hub.Asking(ctx)
	if err != nil {
		return err
	}
	defer asking.Close()
	began := time.Now()
	split := tasks.Split{Ask: asking.Ask, Plies: splitPlies}
	best, err := split.Solve(ctx, board.Position{Player: p.Player, Opponent: p.Opponent})
	if err != nil {
		return err
	}
	score := search.Score{Value: best.Score * search.Disc, Selectivity: search.NoSelectivity}
	answer, err := json.Marshal(tasks.NewSolution(score, best.PV, best.Nodes, time.Since(began), true))
	if err != nil {
		return err
	}
	return run.Done(0, answer)
}
