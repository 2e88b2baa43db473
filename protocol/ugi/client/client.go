// Package client drives another engine by UGI, the Universal Game Interface, as a
// player of matches.
package client

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/match"
	"kaeshi/engine/notation"
	"kaeshi/protocol/child"
	"kaeshi/protocol/child/link"
)

// Client is one engine process that speaks UGI.
type Client struct {
	*link.Link
	options map[string]option // by their names in lower case; nil before the greeting
	lost    bool              // it no longer answers as it should
	control match.Control
	clocks  match.Clocks
	moves   strings.Builder // of the game so far, each with a blank before it
}

var _ match.Player = (*Client)(nil)

// Start runs the command line of an engine.
func Start(commandLine string, options child.Options) (*Client, error) {
	process, err := link.New(child.Start(commandLine, options))
	if err != nil {
		return nil, err
	}
	return &Client{Link: process}, nil
}

// NewGame implements match.Player.
func (c *Client) NewGame(ctx context.Context, control match.Control) error {
	if err := c.greet(ctx); err != nil {
		return err
	}
	c.control, c.clocks = control, match.Clocks{control.Game, control.Game}
	c.moves.Reset()
	levels, hasLevels := c.options["level"]
	level := control.Level
	switch {
	case hasLevels && level.Asked:
		if level.Number < levels.lowest || level.Number > levels.highest {
			return fmt.Errorf("%w: level %d is not within %d to %d", match.ErrRefused, level.Number, levels.lowest, levels.highest)
		}
		return c.sync(ctx, fmt.Sprintf("uginewgame\nsetoption name %s value %d\n", levels.name, level.Number))
	case !hasLevels && !level.Asked && !control.Timed():
		return fmt.Errorf("%w: it has no levels and would think for ever: give it a clock, or a level, which is the depth then", match.ErrRefused)
	}
	return c.sync(ctx, "uginewgame\n")
}

// greet learns the options of the engine, once.
func (c *Client) greet(ctx context.Context) error {
	if c.options != nil {
		return nil
	}
	if err := c.Send(ctx, "ugi\n"); err != nil {
		return err
	}
	options := map[string]option{}
	_, err := c.until(ctx, "ugiok", func(words []string) {
		if o := parseOption(words); o.name != "" {
			options[strings.ToLower(o.name)] = o
		}
	})
	if err == nil {
		c.options = options
	}
	return err
}

// option is a setting that the engine declares.
type option struct {
	name            string // as the engine writes it
	lowest, highest int    // of a number
}

// parseOption reads "option name N type spin ... min A max B", where N may have blanks;
// the name is "" if words are none.
func parseOption(words []string) option {
	o := option{highest: math.MaxInt}
	text, isOption := strings.CutPrefix(strings.Join(words, " "), "option name ")
	if !isOption {
		return o
	}
	name, kind, _ := strings.Cut(text, " type ")
	o.name = name
	values := strings.Fields(kind)
	for i := 1; i < len(values); i++ {
		if n, err := strconv.Atoi(values[i]); err == nil {
			switch values[i-1] {
			case "min":
				o.lowest = n
			case "max":
				o.highest = n
			}
		}
	}
	return o
}

// sync sends text and waits until the engine is ready.
func (c *Client) sync(ctx context.Context, text string) error {
	if err := c.Send(ctx, text+"isready\n"); err != nil {
		return err
	}
	_, err := c.until(ctx, "readyok", nil)
	return err
}

// Play implements match.Player.
func (c *Client) Play(_ context.Context, _ board.Color, sq board.Square) error {
	name := strings.ToLower(sq.String())
	if sq == board.Pass {
		name = noMove
	}
	c.moves.WriteString(" " + name)
	return nil
}

// noMove is how UGI writes a pass.
const noMove = "0000"

// SetClocks implements match.Player.
func (c *Client) SetClocks(ctx context.Context, _ board.Color, clocks match.Clocks) error {
	c.clocks = clocks
	return c.sync(ctx, "")
}

// Genmove implements match.Player.
func (c *Client) Genmove(ctx context.Context, side board.Color) (match.Answer, error) {
	position := "position startpos"
	if c.moves.Len() > 0 {
		position += " moves" + c.moves.String()
	}
	if err := c.Send(ctx, position+"\ngo"+c.limit()+"\n"); err != nil {
		return match.Answer{}, err
	}
	var answer match.Answer
	complaint := ""
	words, err := c.until(ctx, "bestmove", func(words []string) {
		if eval, ok := evalOf(words); ok {
			answer.Eval = &eval
		}
		if len(words) > 2 && words[0] == "info" && words[1] == "string" {
			complaint = "; it says: " + strings.Join(words[2:], " ")
		}
	})
	if err != nil {
		return answer, err
	}
	var ok bool
	if answer.Square, ok = parseMove(words); !ok {
		return answer, fmt.Errorf("%w: %.80q%.200s", match.ErrGarbage, strings.Join(words, " "), complaint)
	}
	// go only names the move: the engine sees it in the next position.
	return answer, c.Play(ctx, side, answer.Square)
}

// limit is what follows go. A level is the depth for an engine that has no levels.
func (c *Client) limit() string {
	switch _, hasLevels := c.options["level"]; {
	case c.control.Move > 0:
		return fmt.Sprintf(" movetime %d", c.control.Move.Milliseconds())
	case c.control.Game > 0:
		increment := c.control.Increment.Milliseconds()
		return fmt.Sprintf(" p1time %d p2time %d p1inc %d p2inc %d", c.clocks[board.Black].Milliseconds(),
			c.clocks[board.White].Milliseconds(), increment, increment)
	case c.control.Level.Asked && !hasLevels:
		return fmt.Sprintf(" depth %d", c.control.Level.Number)
	}
	return ""
}

// evalOf reads "info ... score cp N ...", hundredths of a disc, of the best move.
func evalOf(words []string) (discs float64, ok bool) {
	if words[0] != "info" {
		return 0, false
	}
	for i, word := range words[:len(words)-1] {
		switch value := words[i+1]; word {
		case "pv", "string":
			return discs, ok
		case "multipv":
			if value != "1" {
				return 0, false
			}
		case "cp":
			n, err := strconv.Atoi(value)
			discs, ok = float64(n)/100, err == nil
		}
	}
	return discs, ok
}

// parseMove reads "bestmove f5", with whatever follows.
func parseMove(words []string) (board.Square, bool) {
	if len(words) < 2 {
		return board.NoSquare, false
	}
	if words[1] == noMove {
		return board.Pass, true
	}
	return notation.ParseMove(words[1])
}

// until returns the words of the next line that begins with a word, and shows those
// of the lines before it.
func (c *Client) until(ctx context.Context, first string, show func(words []string)) ([]string, error) {
	for {
		line, err := c.Line(ctx)
		if err != nil {
			return nil, err
		}
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == first:
			return words, nil
		case show != nil:
			show(words)
		}
	}
}
