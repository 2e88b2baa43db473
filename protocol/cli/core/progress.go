package core

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/urfave/cli/v2"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"kaeshi/protocol/cli/console"
)

const (
	// progressInterval is how often progress is told where no bar can be drawn.
	progressInterval = 10 * time.Second
	// redrawInterval is how often a bar is drawn; jobs that are shorter show none.
	redrawInterval = 200 * time.Millisecond
)

// Progress tells on standard error how far a long job is: by a bar on a terminal,
// elsewhere by a line now and then. It is the only one that there is: see console.Screen for
// how results and messages keep out of the bar's way. Several goroutines may use it.
type Progress struct {
	screen *console.Screen // nil where no bar can be drawn
	bars   *mpb.Progress
	bar    *mpb.Bar
	lines  io.Writer // where lines are told; nil if nobody wants to know

	ctx     context.Context
	mu      sync.Mutex
	what    string
	unit    string
	note    string
	crew    string // who works at it, where that is not this process
	done    int
	total   int // 0: nobody knows
	scale   int // what is told is counted in so many
	resumed int // done by runs before this one
	begun   time.Time
	told    time.Time
	ended   bool
}

// NewProgress begins a job of so many units, of which some may have been done by runs
// before this one. A total of 0 is not known. With --quiet it says nothing.
func NewProgress(c *cli.Context, what string, total, done int, unit string) *Progress {
	now := time.Now()
	p := &Progress{what: what, unit: unit, total: total, done: done, resumed: done, scale: 1, begun: now, told: now, ctx: c.Context}
	screen, ok := c.App.ErrWriter.(*console.Screen)
	switch {
	case c.Bool("quiet"):
	case ok && screen.IsTerminal():
		p.draw(screen)
	default:
		p.lines = c.App.ErrWriter
	}
	return p
}

// NewReading begins the reading of files, which counts bytes: see Reader. A file
// that has no size, as standard input, makes the total unknown.
func NewReading(c *cli.Context, paths []string) *Progress {
	total := 0
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			total = 0
			break
		}
		total += int(info.Size())
	}
	const kB, MB, few = 1000, 1000 * 1000, 10
	p := NewProgress(c, "read", total, 0, "kB")
	p.mu.Lock() // it may be drawn already
	defer p.mu.Unlock()
	p.scale = kB
	if total >= few*MB {
		p.scale, p.unit = MB, "MB"
	}
	return p
}

// Reader counts what is read of r.
func (p *Progress) Reader(r io.Reader) io.Reader { return countingReader{r, p} }

type countingReader struct {
	io.Reader
	progress *Progress
}

func (r countingReader) Read(to []byte) (int, error) {
	n, err := r.Reader.Read(to)
	r.progress.Add(n)
	return n, err
}

// Stat tells of the file that is read, where it is one.
func (r countingReader) Stat() (fs.FileInfo, error) {
	if file, ok := r.Reader.(interface{ Stat() (fs.FileInfo, error) }); ok {
		return file.Stat()
	}
	return nil, fs.ErrInvalid
}

// draw begins the bar.
func (p *Progress) draw(screen *console.Screen) {
	const width = 30
	p.screen, p.lines = screen, screen
	p.bars = mpb.New(mpb.WithOutput(screen.File()), mpb.WithWidth(width), mpb.WithRefreshRate(redrawInterval))
	style := mpb.BarStyle().Build()
	if p.total == 0 {
		style = mpb.NopStyle().Build()
	}
	bar, err := p.bars.Add(int64(p.total), style, mpb.BarRemoveOnComplete(),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return p.text() })))
	if err != nil {
		return // only a container that has ended refuses
	}
	p.bar = bar
	p.bar.SetCurrent(int64(p.done))
	screen.Show(p.bars)
}

// Add tells that n more are done.
func (p *Progress) Add(n int) {
	p.mu.Lock()
	p.done += n
	p.mu.Unlock()
	p.tell()
}

// Set tells that so much is done altogether.
func (p *Progress) Set(done int) {
	p.mu.Lock()
	p.done = done
	p.mu.Unlock()
	p.tell()
}

// tell shows what is done, where lines are told only now and then.
func (p *Progress) tell() {
	p.mu.Lock()
	done := p.done
	due := p.lines != nil && p.bar == nil && time.Since(p.told) >= progressInterval
	if due {
		p.told = time.Now()
	}
	p.mu.Unlock()
	switch {
	case p.bar != nil && done < p.total: // a bar that is full ends; that is for finish to do
		p.bar.SetCurrent(int64(done))
	case due:
		fmt.Fprintln(p.lines, p.text())
	}
}

// Note adds a remark to what is said.
func (p *Progress) Note(note string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.note = note
}

// Crew says who works at the job.
func (p *Progress) Crew(crew string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.crew = crew
}

func (p *Progress) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.line(time.Since(p.begun))
}

// line says how far the job is after so much time.
func (p *Progress) line(spent time.Duration) string {
	text := fmt.Sprintf("%s %d", p.what, p.done/p.scale)
	if p.total > 0 {
		text += fmt.Sprintf(" of %d", p.total/p.scale)
	}
	text += fmt.Sprintf(" %s in %.0f s", p.unit, spent.Seconds())
	if made := p.done - p.resumed; made > 0 && p.done < p.total && !p.ended {
		left := spent.Seconds() / float64(made) * float64(p.total-p.done)
		text += fmt.Sprintf(", %v left", time.Duration(left*float64(time.Second)).Round(time.Second))
	}
	for _, more := range []string{p.note, p.crew} {
		if more != "" {
			text += "; " + more
		}
	}
	return text
}

// Finish ends the progress and leaves nothing of the bar. Of a job that was stopped
// it leaves a line: how far it came.
func (p *Progress) Finish() { p.finish(false) }

// Sum is Finish that leaves the line in any case.
func (p *Progress) Sum() { p.finish(true) }

func (p *Progress) finish(sum bool) {
	p.mu.Lock()
	if p.ended {
		p.mu.Unlock()
		return
	}
	p.ended = true
	stopped := (p.done < p.total || p.total == 0) && p.ctx != nil && p.ctx.Err() != nil
	p.mu.Unlock()
	if p.bar != nil {
		p.screen.Flush()
		p.bar.Abort(true)
		p.bars.Wait()
		p.screen.Hide()
	}
	if (stopped || sum) && p.lines != nil {
		fmt.Fprintln(p.lines, p.text())
	}
}
