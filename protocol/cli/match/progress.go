package match

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/match"
	"kaeshi/protocol/cli/core"
)

// matchProgress shows how far a match is.
type matchProgress struct {
	c     *cli.Context
	tally *match.Tally
	done  int
	bar   *core.Progress
}

func newMatchProgress(c *cli.Context, total int, tally *match.Tally) *matchProgress {
	return &matchProgress{c: c, tally: tally, bar: core.NewProgress(c, "played", total, 0, "games")}
}

// game tells of a game that ended, and at once of a fault.
func (p *matchProgress) game(g *match.Game) {
	if g.Reason.Fault() {
		core.Tell(p.c, "round %d, %s (black) against %s: %s loses: %s",
			g.Round, g.Black, g.White, g.Loser, g.Detail)
	}
	if results := p.tally.Results(); len(results) == 1 {
		r := results[0]
		p.bar.Note(fmt.Sprintf("%d won, %d drawn, %d lost, %s", r.Wins, r.Draws, r.Losses, eloText(r)))
	}
	p.done++
	p.bar.Add(1)
}

// finish tells how long all took, if anything was played.
func (p *matchProgress) finish() {
	if p.done == 0 {
		p.bar.Finish()
		return
	}
	p.bar.Sum()
}
