package match

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/match"
	"kaeshi/protocol/cli/core"
)

// matchProgress shows how far a match is.
type matchProgress struct {
	c     *cli.Context
	tally *match.Tally
	total int
	done  int
	begun time.Time
	told  time.Time
	live  bool
}

func newMatchProgress(c *cli.Context, total int, tally *match.Tally) *matchProgress {
	now := time.Now()
	return &matchProgress{c: c, tally: tally, total: total, begun: now, told: now, live: core.IsTerminal(c.App.ErrWriter)}
}

// game tells of a game that ended, and at once of a fault.
func (p *matchProgress) game(g *match.Game) {
	p.done++
	if g.Reason.Fault() {
		p.clear()
		fmt.Fprintf(p.c.App.ErrWriter, "round %d, %s (black) against %s: %s loses: %s\n",
			g.Round, g.Black, g.White, g.Loser, g.Detail)
	}
	interval := core.ProgressInterval
	if p.live {
		interval = 200 * time.Millisecond
	}
	if p.c.Bool("quiet") || p.done < p.total && time.Since(p.told) < interval {
		return
	}
	p.told = time.Now()
	p.clear()
	fmt.Fprint(p.c.App.ErrWriter, p.line())
	if !p.live {
		fmt.Fprintln(p.c.App.ErrWriter)
	}
}

func (p *matchProgress) clear() {
	if p.live && !p.c.Bool("quiet") {
		fmt.Fprint(p.c.App.ErrWriter, "\r\x1b[K")
	}
}

func (p *matchProgress) line() string {
	rate := float64(p.done) / time.Since(p.begun).Seconds()
	left := time.Duration(float64(p.total-p.done) / rate * float64(time.Second))
	text := fmt.Sprintf("%d of %d games, %.2f a second, %v left", p.done, p.total, rate, left.Round(time.Second))
	if results := p.tally.Results(); len(results) == 1 {
		r := results[0]
		text += fmt.Sprintf("; %d won, %d drawn, %d lost, %s", r.Wins, r.Draws, r.Losses, eloText(r))
	}
	return text
}

func (p *matchProgress) finish() { p.clear() }
