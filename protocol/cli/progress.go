package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"
)

// progressInterval is how often progress is told where no bar can be drawn.
const progressInterval = 10 * time.Second

// progress tells on standard error how far a long job is: by a bar on a
// terminal, elsewhere by a line now and then. Where the results themselves
// appear on the same terminal it keeps quiet.
type progress struct {
	bar   *progressbar.ProgressBar
	lines io.Writer
	what  string
	done  int
	total int
	begun time.Time
	told  time.Time
}

func newProgress(c *cli.Context, what string, total int) *progress {
	now := time.Now()
	p := &progress{what: what, total: total, begun: now, told: now}
	switch {
	case !isTerminal(c.App.ErrWriter):
		p.lines = c.App.ErrWriter
	case !isTerminal(c.App.Writer):
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(c.App.ErrWriter),
			progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish())
	}
	return p
}

func (p *progress) add(n int) {
	p.done += n
	if p.bar != nil {
		p.bar.Add(n)
	}
	if p.lines != nil && time.Since(p.told) >= progressInterval {
		p.told = time.Now()
		fmt.Fprintf(p.lines, "%s %d of %d in %.0f s\n", p.what, p.done, p.total, time.Since(p.begun).Seconds())
	}
}

func (p *progress) finish() {
	if p.bar != nil {
		p.bar.Finish()
	}
}
