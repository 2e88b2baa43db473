package core

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"
)

// ProgressInterval is how often progress is told where no bar can be drawn.
const ProgressInterval = 10 * time.Second

// Progress tells on standard error how far a long job is: by a bar on a
// terminal, elsewhere by a line now and then.
type Progress struct {
	bar     *progressbar.ProgressBar
	screen  io.Writer // where a bar stays that is not cleared at the end
	lines   io.Writer
	what    string
	unit    string
	done    int
	total   int
	resumed int // done by runs before this one
	begun   time.Time
	told    time.Time
}

// NewProgress is for verbs that print their results: where those appear on the
// same terminal it keeps quiet.
func NewProgress(c *cli.Context, what string, total int) *Progress {
	p := startProgress(what, total, 0)
	switch {
	case !IsTerminal(c.App.ErrWriter):
		p.lines = c.App.ErrWriter
	case !IsTerminal(c.App.Writer):
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(c.App.ErrWriter),
			progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish())
	}
	return p
}

// NewJobProgress is for verbs that write a file for hours, and that may go on where
// they were stopped: so much is done already.
func NewJobProgress(c *cli.Context, what string, total, done int, unit string) *Progress {
	p := startProgress(what, total, done)
	p.unit = " " + unit
	if !IsTerminal(c.App.ErrWriter) {
		p.lines = c.App.ErrWriter
		return p
	}
	p.screen = c.App.ErrWriter
	p.bar = progressbar.NewOptions(total,
		progressbar.OptionSetWriter(c.App.ErrWriter),
		progressbar.OptionSetDescription(what),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString(unit),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(500*time.Millisecond))
	p.bar.Set(done)
	return p
}

func startProgress(what string, total, done int) *Progress {
	now := time.Now()
	return &Progress{what: what, total: total, done: done, resumed: done, begun: now, told: now}
}

// Add tells that n more are done.
func (p *Progress) Add(n int) { p.Set(p.done + n) }

// Set tells that so much is done altogether.
func (p *Progress) Set(done int) {
	p.done = done
	if p.bar != nil {
		p.bar.Set(done)
	}
	if p.lines != nil && time.Since(p.told) >= ProgressInterval {
		p.told = time.Now()
		fmt.Fprintln(p.lines, p.line(time.Since(p.begun)))
	}
}

// Describe changes what is said to be going on.
func (p *Progress) Describe(what string) {
	p.what = what
	if p.bar != nil {
		p.bar.Describe(what)
	}
}

// line says how far the job is after so much time.
func (p *Progress) line(spent time.Duration) string {
	text := fmt.Sprintf("%s %d of %d%s in %.0f s", p.what, p.done, p.total, p.unit, spent.Seconds())
	if made := p.done - p.resumed; made > 0 && p.done < p.total {
		left := spent.Seconds() / float64(made) * float64(p.total-p.done)
		text += fmt.Sprintf(", %v left", time.Duration(left*float64(time.Second)).Round(time.Second))
	}
	return text
}

// Finish ends the progress, whether or not all is done.
func (p *Progress) Finish() {
	if p.bar == nil {
		return
	}
	if p.screen == nil {
		p.bar.Finish()
		return
	}
	p.bar.Exit() // a stopped job is not shown as complete
	fmt.Fprintln(p.screen)
}
