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
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster"
	"kaeshi/protocol/cluster/tasks"
)

// splitEmpties and more are worth to be shared.
const splitEmpties = 20

// isSplit reports whether the workers of a hub shall share one position.
func isSplit(c *cli.Context, problems []notation.Problem) bool {
	return len(problems) == 1 && !c.IsSet("limit") && !problems[0].Position.Over() && problems[0].Position.EmptyCount() >= splitEmpties
}

// splitPlies is how many plies are split for so many slots. Each ply more makes five times
// as many questions or so, and costs about a third more nodes.
func splitPlies(slots int) int {
	const few, many = 8, 40
	switch {
	case slots <= few:
		return 3
	case slots <= many:
		return 4
	}
	return 5
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
	position := board.Position{Player: p.Player, Opponent: p.Opponent}
	split := tasks.NewSplit(position, position.EmptyCount()-splitPlies(asking.Slots()), p.WLD)
	best, err := split.Run(ctx, asking.Ask, asking.Slots)
	if err != nil {
		return err
	}
	answer, err := json.Marshal(tasks.NewSolution(best.Score(), best.PV, best.Nodes, time.Since(began), true))
	if err != nil {
		return err
	}
	return run.Done(0, answer)
}
