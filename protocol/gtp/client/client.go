// Package client drives another engine by GTP: as a plain exchange of commands
// and answers, and as a player of matches.
//
// It sends a command only when the last one has been answered, because some engines
// lose input that comes early. It is strict about answers, since nothing after a broken
// one can be trusted. It is lenient about the rest: what an engine prints before its
// first answer is skipped, passes are not sent to an engine that refuses them, and if
// an engine cannot read time settings, the referee alone keeps the clock.
package client

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kaeshi/engine/match"
	"kaeshi/protocol/child"
	"kaeshi/protocol/child/link"
)

// ErrFailed is an answer that begins with '?'; the text follows.
var ErrFailed = errors.New("the engine answers")

const (
	streamTime = time.Second // for an answer once begun, see line
	maxAnswer  = 4 << 20     // the longest are of gfx and analysis, some kilobytes
)

// Client is one engine process that speaks GTP. One goroutine may use it at a
// time. After an error other than ErrFailed it is only good for Close.
type Client struct {
	*link.Link
	spoken bool            // an answer has come
	known  map[string]bool // the commands that the engine lists
	habits
}

// Start runs the command line of an engine.
func Start(commandLine string, options child.Options) (*Client, error) {
	return newClient(child.Start(commandLine, options))
}

// StartWords runs an engine with its arguments, the program first.
func StartWords(words []string, options child.Options) (*Client, error) {
	return newClient(child.StartWords(words, options))
}

func newClient(process *child.Child, err error) (*Client, error) {
	l, err := link.New(process, err)
	if err != nil {
		return nil, err
	}
	return &Client{Link: l}, nil
}

// Command sends one command and returns the text of its answer, without the
// blanks around it.
func (c *Client) Command(ctx context.Context, command string) (string, error) {
	if err := c.Send(ctx, command+"\n"); err != nil {
		return "", err
	}
	return c.answer(ctx)
}

// answer reads up to the empty line that ends an answer.
func (c *Client) answer(ctx context.Context) (string, error) {
	var text strings.Builder
	first := ""
	ending, stop := time.Time{}, false
	for {
		line, err := c.line(ctx, ending, &stop)
		switch {
		case err != nil:
			return "", err
		case line == "" && first != "":
			return finish(first, text.String())
		case line == "":
		case text.Len() > maxAnswer:
			return "", c.Check(fmt.Errorf("%w: an answer without end: %q", match.ErrGarbage, cut(line)))
		case first != "":
			text.WriteString("\n" + line)
		case line[0] == '=' || line[0] == '?':
			first, c.spoken = line, true
			ending = time.Now().Add(streamTime)
			text.WriteString(strings.TrimLeft(line[1:], "0123456789"))
		case c.spoken:
			return "", c.Check(fmt.Errorf("%w: %q", match.ErrGarbage, cut(line)))
		}
	}
}

// line returns the next line. An analysis, once begun, goes on until there is
// input: at the time ending, if that is set, an empty line is sent, which says
// nothing else, and stopped is set.
func (c *Client) line(ctx context.Context, ending time.Time, stopped *bool) (string, error) {
	if ending.IsZero() || *stopped {
		return c.Line(ctx)
	}
	line, err := c.LineBefore(ctx, ending)
	if err == nil && time.Now().Before(ending) || err != nil && !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return line, err
	}
	*stopped = true
	if sendErr := c.Send(ctx, "\n"); sendErr != nil || err == nil {
		return line, sendErr
	}
	return c.Line(ctx)
}

func finish(first, text string) (string, error) {
	text = strings.TrimSpace(text)
	if first[0] == '?' {
		return text, fmt.Errorf("%w: ? %s", ErrFailed, cut(text))
	}
	return text, nil
}

// cut shortens what an engine said for a message.
func cut(text string) string {
	const enough = 80
	text, _, _ = strings.Cut(text, "\n")
	if len(text) > enough {
		text = text[:enough] + "..."
	}
	return text
}

// Name asks for the engine's name and version.
func (c *Client) Name(ctx context.Context) (string, error) {
	name, err := c.Command(ctx, "name")
	if err != nil {
		return "", err
	}
	version, err := c.Command(ctx, "version")
	if err != nil && !errors.Is(err, ErrFailed) {
		return "", err
	}
	return strings.TrimSpace(name + " " + version), nil
}

// Knows reports whether the engine lists a command.
func (c *Client) Knows(ctx context.Context, command string) (bool, error) {
	if c.known == nil {
		list, err := c.Command(ctx, "list_commands")
		if err != nil && !errors.Is(err, ErrFailed) {
			return false, err
		}
		c.known = map[string]bool{}
		for _, name := range strings.Fields(list) {
			c.known[name] = true
		}
	}
	return c.known[command], nil
}
