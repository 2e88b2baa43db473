package child

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The protocols that Detect tells apart.
const (
	GTP    = "gtp"
	NBoard = "nboard"
)

// Some engines lose what comes before their answer to the line before, so that
// NBoard is tried only when GTP gets no answer for so long.
const gtpPatience = 2 * time.Second

// Detect starts an engine for a moment to find out what it speaks: GTP answers
// every line, NBoard ignores what it does not know and answers a ping. An engine that
// has not given itself away within patience is none.
func Detect(ctx context.Context, commandLine string, patience time.Duration, o Options) (string, error) {
	process, err := Start(commandLine, o)
	if err != nil {
		return "", err
	}
	defer process.Close("quit\n", 100*time.Millisecond)
	first := min(gtpPatience, patience/2)
	for _, attempt := range []struct {
		text     string
		patience time.Duration
	}{
		{"protocol_version\n", first},
		{"nboard 2\nping 1\n", patience - first},
	} {
		speaks, err := process.try(ctx, attempt.text, attempt.patience)
		if err != nil {
			return "", fmt.Errorf("it speaks neither GTP nor NBoard: %w", err)
		}
		if speaks != "" {
			return speaks, nil
		}
	}
	return "", fmt.Errorf("it speaks neither GTP nor NBoard: no answer in %v", patience)
}

// try says something and returns the protocol that an answer shows, "" if none
// comes.
func (c *Child) try(ctx context.Context, text string, patience time.Duration) (string, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err := c.Send(limited, text)
	for err == nil {
		var line string
		if line, err = c.Line(limited); err == nil {
			if speaks := protocolOf(line); speaks != "" {
				return speaks, nil
			}
		}
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return "", nil
	}
	return "", err
}

func protocolOf(line string) string {
	switch {
	case strings.HasPrefix(line, "==="): // a move in NBoard
	case strings.HasPrefix(line, "="), strings.HasPrefix(line, "?"):
		return GTP
	case strings.HasPrefix(line, "pong"), strings.HasPrefix(line, "set myname"):
		return NBoard
	}
	return ""
}
