package client

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/match"
)

var _ match.Player = (*Client)(nil)

// delayed holds commands that go out with the next genmove, as Quarry sends
// them: one write and one wait for a whole turn.
type delayed struct {
	queue []command
}

type command struct {
	text     string
	optional bool // a refusal is no fault
	onFailed func()
}

// habits are what was learned about the engine.
type habits struct {
	refusesPasses bool // passes are left out: the same side simply moves again
	fractions     bool // it reads seconds with a decimal point
	refusesClock  bool
	control       match.Control
}

// NewGame implements match.Player.
func (c *Client) NewGame(ctx context.Context, control match.Control) error {
	if err := c.flush(ctx); err != nil {
		return err
	}
	boardsize, err := c.Knows(ctx, "boardsize")
	if err != nil {
		return err
	}
	if boardsize {
		c.later(command{text: "boardsize 8"})
	}
	c.later(command{text: "clear_board"})
	c.setLevel(ctx, control.Level)
	c.setClock(control)
	return c.flush(ctx)
}

func (c *Client) setLevel(ctx context.Context, level int) {
	if level == 0 {
		return
	}
	for _, name := range []string{"set_level", "level"} {
		if known, _ := c.Knows(ctx, name); known {
			c.later(command{text: fmt.Sprintf("%s %d", name, level), optional: true})
			return
		}
	}
}

// setClock describes the time control in GTP's words. GTP has no increment: the
// time left is told before each move instead.
func (c *Client) setClock(control match.Control) {
	c.control = control
	if !control.Timed() {
		return
	}
	c.refusesClock = false
	seconds := max(control.Move, control.Game).Seconds()
	c.fractions = seconds != math.Trunc(seconds)
	settings := func(seconds string) string {
		if control.Move > 0 {
			return "time_settings 0 " + seconds + " 1"
		}
		return "time_settings " + seconds + " 0 0"
	}
	refused := func() { c.refusesClock = true }
	if !c.fractions {
		c.later(command{text: settings(whole(seconds)), optional: true, onFailed: refused})
		return
	}
	exact := strconv.FormatFloat(seconds, 'f', -1, 64)
	c.later(command{text: settings(whole(max(1, seconds))), optional: true, onFailed: refused})
	c.later(command{text: settings(exact), optional: true, onFailed: func() { c.fractions = false }})
}

func whole(seconds float64) string { return strconv.FormatFloat(math.Floor(seconds), 'f', 0, 64) }

// Play implements match.Player.
func (c *Client) Play(_ context.Context, side board.Color, sq board.Square) error {
	if sq != board.Pass {
		c.later(command{text: fmt.Sprintf("play %v %v", side, sq)})
		return nil
	}
	if !c.refusesPasses {
		c.later(command{
			text:     fmt.Sprintf("play %v pass", side),
			optional: true,
			onFailed: func() { c.refusesPasses = true },
		})
	}
	return nil
}

// Genmove implements match.Player.
func (c *Client) Genmove(ctx context.Context, side board.Color, clocks match.Clocks) (match.Answer, error) {
	c.tellClock(side, clocks[side])
	genmove := fmt.Sprintf("genmove %v\n", side)
	if err := c.send(ctx, c.queued()+genmove); err != nil {
		return match.Answer{}, err
	}
	if err := c.collect(ctx); err != nil {
		return match.Answer{}, err
	}
	text, err := c.answer(ctx)
	if errors.Is(err, ErrFailed) {
		return match.Answer{}, fmt.Errorf("%w: genmove: %w", match.ErrRefused, err)
	}
	if err != nil {
		return match.Answer{}, err
	}
	return parseMove(text)
}

// tellClock queues time_left in whole seconds, rounded down: early is safe.
func (c *Client) tellClock(side board.Color, left time.Duration) {
	if !c.control.Timed() || c.refusesClock {
		return
	}
	seconds := whole(left.Seconds())
	if c.fractions {
		seconds = strconv.FormatFloat(left.Seconds(), 'f', 3, 64)
	}
	stones := 0
	if c.control.Move > 0 {
		stones = 1
	}
	c.later(command{text: fmt.Sprintf("time_left %v %s %d", side, seconds, stones), optional: true})
}

// parseMove reads the answer to genmove.
func parseMove(text string) (match.Answer, error) {
	word := strings.ToLower(text)
	if word == "pass" {
		return match.Answer{Square: board.Pass}, nil
	}
	if word == "resign" {
		return match.Answer{Square: board.NoSquare, Resign: true}, nil
	}
	sq, ok := board.ParseSquare(word)
	if !ok {
		return match.Answer{}, fmt.Errorf("%w: genmove: %q", match.ErrGarbage, cut(text))
	}
	return match.Answer{Square: sq}, nil
}

func (d *delayed) later(c command) { d.queue = append(d.queue, c) }

// queued returns the text of the commands that wait.
func (d *delayed) queued() string {
	var text strings.Builder
	for _, command := range d.queue {
		text.WriteString(command.text + "\n")
	}
	return text.String()
}

// flush sends what waits and takes the answers.
func (c *Client) flush(ctx context.Context) error {
	if len(c.queue) == 0 {
		return nil
	}
	if err := c.send(ctx, c.queued()); err != nil {
		return err
	}
	return c.collect(ctx)
}

// collect takes the answers to the queue, which has been sent.
func (c *Client) collect(ctx context.Context) error {
	queue := c.queue
	c.queue = nil
	for _, command := range queue {
		_, err := c.answer(ctx)
		switch {
		case err == nil:
		case !errors.Is(err, ErrFailed):
			return err
		case command.onFailed != nil:
			command.onFailed()
		case !command.optional:
			return fmt.Errorf("%w: %s: %w", match.ErrRefused, command.text, err)
		}
	}
	return nil
}
