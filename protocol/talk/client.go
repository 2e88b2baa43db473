// Package talk is what the line protocols share: reading lines while a search runs,
// writing lines from the search and from the commands, running searches one after the
// other beside the loop that reads commands, and telling whether a client that leaves
// still wants its answers.
//
// # How a dialogue ends
//
// A script writes all its commands and closes the pipe, but wants the answers. A
// program or a person that leaves does not. Both may send quit before. They are told
// apart by what they do, not by how fast they do it:
//
//   - A search with a limit of its own (level, depth, nodes, solve, time, clock) runs
//     to that limit, whether the end of the input or quit comes before the search
//     began or while it runs.
//   - A search without one (analysis, pondering, infinite) ends at once.
//   - A client that sends quit by itself and leaves the input open waits for us to end:
//     after a second the search ends with what it knows. By itself means that quit was
//     not read together with the request.
//   - At a terminal a person types the end of the input, and it ends the search.
//   - If nobody reads our output any more, every search ends at once.
//   - A signal ends every search at once: the context of Serve.
package talk

import (
	"context"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

// farewell is how long after quit the input may stay open before we assume that the
// client waits for us to end. A shell that has just written quit closes it sooner.
const farewell = time.Second

// patience is how long one look at whoever reads the output lasts.
const patience = 250 * time.Millisecond

// Client is the other end of a dialogue, and how it leaves. Every search for it runs
// within Attend.
type Client struct {
	ctx    context.Context
	cancel context.CancelFunc
	output io.Writer
	watch  sync.Once

	mu       sync.Mutex
	part     int  // of the line that is being obeyed
	terminal bool // a person types
	quit     int  // the part of the first quit, 0 before
	ended    bool // the input is at its end
	waits    bool // quit, and waits for us to go
	searches map[*attended]bool
}

// attended is a search that runs.
type attended struct {
	part    int // that asked for it
	endless bool
	stop    context.CancelFunc
}

// NewClient returns a client that reads w. When it stops reading, or ctx ends, all is
// over, and also at Close.
func NewClient(ctx context.Context, w io.Writer) *Client {
	c := &Client{output: w, searches: map[*attended]bool{}}
	c.ctx, c.cancel = context.WithCancel(ctx)
	return c
}

// Context ends when nothing more is to be done for the client.
func (c *Client) Context() context.Context { return c.ctx }

// Close ends everything that is done for the client.
func (c *Client) Close() { c.cancel() }

// Next says what the reader does after a line.
type Next int

const (
	More  Next = iota // read the next line
	Quit              // the client has said quit: wait for the end of the input only
	Leave             // read no more
)

// Read calls take with every line of r until take returns something else than More,
// or r ends, and returns the error if r does not end well. The rest of r is left for
// others if take returns Leave.
func (c *Client) Read(r io.Reader, take func(Line) Next) (rest io.Reader, err error) {
	c.mu.Lock()
	c.terminal = isTerminal(r)
	c.mu.Unlock()
	lines, quit := newReader(r), false
	for {
		line, err := lines.next()
		if !quit && (len(line.Text) > 0 || err == nil) {
			c.mu.Lock()
			c.part = line.Part
			c.mu.Unlock()
			switch take(line) {
			case Quit:
				quit = true
				c.sayQuit(line.Part)
			case Leave:
				return lines.rest(line), nil
			}
		}
		if err != nil {
			c.end()
			if err == io.EOF {
				err = nil
			}
			return nil, err
		}
	}
}

// Serve calls serve with every line of r, clean and without blanks around it, until
// serve returns false for quit, r ends, or all is over. With blank set, blank lines
// count too. When it returns, serve is not running and not called any more, though the
// goroutine that reads may wait for the end of r.
//
// The goroutine that reads calls serve itself. If it handed the line over, and then
// blocked in the system for the next one, Go would need some 10 ms to notice that
// the receiver can run while all other processors search.
func (c *Client) Serve(r io.Reader, blank bool, serve func(line string) (more bool)) {
	var mu sync.Mutex
	over := false
	done := make(chan struct{})
	obeyed := sync.OnceFunc(func() { close(done) })
	go func() {
		defer obeyed()
		c.Read(r, func(line Line) Next {
			text := strings.TrimSpace(line.Clean())
			if text == "" && !blank {
				return More
			}
			mu.Lock()
			more := !over && serve(text)
			mu.Unlock()
			if !more {
				defer obeyed()
				return Quit
			}
			runtime.Gosched() // to whom serve has woken, for the same reason
			return More
		})
	}()
	select {
	case <-done:
	case <-c.ctx.Done():
		mu.Lock()
		defer mu.Unlock()
		over = true
	}
}

// Part tells which part of the input the line came with that is being obeyed.
func (c *Client) Part() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.part
}

// Watch looks out for the end of whoever reads the output. Attend does it too.
func (c *Client) Watch() {
	c.watch.Do(func() { go watchReader(c.ctx, c.output, c.cancel) })
}

// Attend returns a context for a search that a line of that part of the input asked
// for; endless says that the search has no limit of its own. It ends when the client's
// leaving ends the search. The caller releases it after the search.
func (c *Client) Attend(part int, endless bool) (ctx context.Context, release func()) {
	c.Watch()
	ctx, stop := context.WithCancel(c.ctx)
	s := &attended{part: part, endless: endless, stop: stop}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.searches[s] = true
	c.judge()
	return ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.searches, s)
		stop()
	}
}

// sayQuit is told that the client says quit in a part of its input.
func (c *Client) sayQuit(part int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.quit = part
	c.judge()
	time.AfterFunc(farewell, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.waits = !c.ended
		c.judge()
	})
}

// end is told that the input is at its end.
func (c *Client) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	c.judge()
}

// judge stops the searches that the client's leaving ends.
func (c *Client) judge() {
	for s := range c.searches {
		leaving := c.quit > 0 || c.ended
		if leaving && s.endless || c.ended && c.terminal || c.waits && s.part != c.quit {
			s.stop()
		}
	}
}

// isTerminal reports whether a person may type what is read from r.
func isTerminal(r io.Reader) bool {
	file, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
