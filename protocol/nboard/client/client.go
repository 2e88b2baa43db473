// Package client drives another engine by the NBoard protocol as a player of
// matches.
package client

import (
	"context"
	"fmt"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/match"
	"kaeshi/engine/notation"
	"kaeshi/protocol/child"
	"kaeshi/protocol/child/link"
)

// Client is one engine process that speaks NBoard.
type Client struct {
	*link.Link
	pings   int
	control match.Control
	game    notation.Game
	waiting string // lines to go out with the next request
}

var _ match.Player = (*Client)(nil)

// Start runs the command line of an engine and greets it.
func Start(commandLine string, options child.Options) (*Client, error) {
	process, err := link.New(child.Start(commandLine, options))
	if err != nil {
		return nil, err
	}
	return &Client{Link: process, waiting: "nboard 2\n"}, nil
}

// NewGame implements match.Player.
func (c *Client) NewGame(ctx context.Context, control match.Control) error {
	c.control = control
	c.game = notation.Game{Start: board.Start(), First: board.Black, Place: "Kaeshi match"}
	c.game.Players[board.Black].Text = "black"
	c.game.Players[board.White].Text = "white"
	if control.Level.Asked { // an engine that knows no depths skips it, and nothing tells
		c.waiting += fmt.Sprintf("set depth %d\n", control.Level.Number)
	}
	c.tellGame(match.Clocks{control.Game, control.Game})
	return c.sync(ctx)
}

// tellGame queues the whole game with the clocks, which NBoard has no other way
// to tell.
func (c *Client) tellGame(clocks match.Clocks) {
	if c.control.Timed() {
		main := max(c.control.Move, c.control.Game)
		c.game.Clock = notation.Clock{Main: main, Increment: c.control.Increment}.String()
		for side, left := range clocks {
			c.game.Players[side].Clock = notation.Clock{Main: left, Increment: c.control.Increment}.String()
		}
	}
	c.waiting += "set game " + c.game.GGF() + "\n"
}

// Play implements match.Player.
func (c *Client) Play(_ context.Context, side board.Color, sq board.Square) error {
	move := notation.Move{Color: side, Square: sq}
	c.game.Moves = append(c.game.Moves, move)
	c.waiting += "move " + notation.FormatGGFMove(move) + "\n"
	return nil
}

// SetClocks implements match.Player.
func (c *Client) SetClocks(ctx context.Context, _ board.Color, clocks match.Clocks) error {
	if c.control.Timed() {
		c.waiting = "" // the game says it all
		c.tellGame(clocks)
	}
	return c.sync(ctx)
}

// Genmove implements match.Player.
func (c *Client) Genmove(ctx context.Context, side board.Color) (match.Answer, error) {
	if err := c.Send(ctx, "go\n"); err != nil {
		return match.Answer{}, err
	}
	for {
		line, err := c.Line(ctx)
		if err != nil {
			return match.Answer{}, err
		}
		text, ok := strings.CutPrefix(line, "===")
		if !ok {
			continue
		}
		answer, err := parseMove(text)
		if err != nil {
			return answer, err
		}
		// go only names the move: the engine makes it when it is told to.
		return answer, c.Play(ctx, side, answer.Square)
	}
}

// parseMove reads "F5/eval/seconds".
func parseMove(text string) (match.Answer, error) {
	move, err := notation.ParseGGFMove(strings.TrimSpace(text))
	if err != nil {
		return match.Answer{}, fmt.Errorf("%w: === %.80q", match.ErrGarbage, text)
	}
	answer := match.Answer{Square: move.Square}
	if move.Eval.Known {
		answer.Eval = &move.Eval.Value
	}
	return answer, nil
}

// sync sends what waits and a ping, and skips what belongs to the past.
func (c *Client) sync(ctx context.Context) error {
	c.pings++
	text := fmt.Sprintf("%sping %d\n", c.waiting, c.pings)
	c.waiting = ""
	if err := c.Send(ctx, text); err != nil {
		return err
	}
	pong := fmt.Sprintf("pong %d", c.pings)
	for {
		line, err := c.Line(ctx)
		if err != nil || strings.TrimSpace(line) == pong {
			return err
		}
	}
}
