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

// habits are what was learned about the engine.
type habits struct {
	refusesPasses bool // passes are left out: the same side simply moves again
	refusesClock  bool
	fractions     bool // it reads seconds with a decimal point
	control       match.Control
}

// NewGame implements match.Player.
func (c *Client) NewGame(ctx context.Context, control match.Control) error {
	for _, setting := range []struct {
		name, argument string
		send           func(context.Context, string) error
	}{
		{"set_game", "Othello", c.offer},
		{"boardsize", "8", c.insist},
	} {
		known, err := c.Knows(ctx, setting.name)
		switch {
		case err != nil:
		case known:
			err = setting.send(ctx, setting.name+" "+setting.argument)
		case len(c.known) == 0: // it lists nothing
			err = c.offer(ctx, setting.name+" "+setting.argument)
		}
		if err != nil {
			return err
		}
	}
	if err := c.insist(ctx, "clear_board"); err != nil {
		return err
	}
	if err := c.setLevel(ctx, control.Level); err != nil {
		return err
	}
	return c.setClock(ctx, control)
}

// insist sends a command that the engine must accept.
func (c *Client) insist(ctx context.Context, command string) error {
	_, err := c.Command(ctx, command)
	if errors.Is(err, ErrFailed) {
		return fmt.Errorf("%w: %s: %w", match.ErrRefused, command, err)
	}
	return err
}

// suggest sends a command that the engine may refuse, and reports whether it
// was accepted.
func (c *Client) suggest(ctx context.Context, command string) (accepted bool, err error) {
	_, err = c.Command(ctx, command)
	if errors.Is(err, ErrFailed) {
		return false, nil
	}
	return err == nil, err
}

// offer sends a command, accepted or not.
func (c *Client) offer(ctx context.Context, command string) error {
	_, err := c.suggest(ctx, command)
	return err
}

// setLevel asks for a level. An engine that knows no levels is left alone unless
// one was asked of it by name.
func (c *Client) setLevel(ctx context.Context, level match.Level) error {
	if !level.Asked {
		return nil
	}
	for _, name := range []string{"set_level", "level"} {
		known, err := c.Knows(ctx, name)
		if err != nil {
			return err
		}
		command := fmt.Sprintf("%s %d", name, level.Number)
		if known {
			return c.insist(ctx, command)
		}
		if len(c.known) == 0 { // it lists nothing
			if accepted, err := c.suggest(ctx, command); err != nil || accepted {
				return err
			}
		}
	}
	if level.Own {
		return fmt.Errorf("%w: it knows no levels, and level %d was asked of it", match.ErrRefused, level.Number)
	}
	return nil
}

// shortGame is a game of which whole seconds are too large a part.
const shortGame = time.Minute

// setClock describes the time control in GTP's words. GTP has no increment: the
// time left is told before each move instead. It has no fractions of a
// second either, but engines may read them.
func (c *Client) setClock(ctx context.Context, control match.Control) (err error) {
	c.control = control
	if !control.Timed() {
		return nil
	}
	seconds := max(control.Move, control.Game).Seconds()
	c.fractions = seconds != math.Trunc(seconds) || control.Game > 0 && control.Game < shortGame
	if c.fractions {
		c.fractions, err = c.suggest(ctx, c.settings(fractional(seconds)))
		if err != nil || c.fractions {
			return err
		}
	}
	accepted, err := c.suggest(ctx, c.settings(whole(max(1, seconds))))
	c.refusesClock = !accepted
	return err
}

func (c *Client) settings(seconds string) string {
	if c.control.Move > 0 {
		return "time_settings 0 " + seconds + " 1"
	}
	return "time_settings " + seconds + " 0 0"
}

func fractional(seconds float64) string { return strconv.FormatFloat(seconds, 'f', 3, 64) }

func whole(seconds float64) string { return strconv.FormatFloat(math.Floor(seconds), 'f', 0, 64) }

// Play implements match.Player.
func (c *Client) Play(ctx context.Context, side board.Color, sq board.Square) error {
	if sq != board.Pass {
		return c.insist(ctx, fmt.Sprintf("play %v %v", side, sq))
	}
	if c.refusesPasses {
		return nil
	}
	accepted, err := c.suggest(ctx, fmt.Sprintf("play %v pass", side))
	c.refusesPasses = !accepted
	return err
}

// Genmove implements match.Player.
func (c *Client) Genmove(ctx context.Context, side board.Color) (match.Answer, error) {
	text, err := c.Command(ctx, fmt.Sprintf("genmove %v", side))
	if errors.Is(err, ErrFailed) {
		return match.Answer{}, fmt.Errorf("%w: genmove: %w", match.ErrRefused, err)
	}
	if err != nil {
		return match.Answer{}, err
	}
	return parseMove(text)
}

// SetClocks implements match.Player. Where the engine reads no fractions of a second
// they are cut off: early is safe.
func (c *Client) SetClocks(ctx context.Context, side board.Color, clocks match.Clocks) error {
	if !c.control.Timed() || c.refusesClock {
		return nil
	}
	left := clocks[side].Seconds()
	seconds := whole(left)
	if c.fractions {
		seconds = fractional(left)
	}
	stones := 0
	if c.control.Move > 0 {
		stones = 1
	}
	_, err := c.suggest(ctx, fmt.Sprintf("time_left %v %s %d", side, seconds, stones))
	return err
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
