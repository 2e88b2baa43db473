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
	UGI    = "ugi"
)

// Some engines lose what comes before their answer to the line before, so that the
// next protocol is tried only when the one before gets no answer for so long.
const attemptPatience = 2 * time.Second

// Detect starts an engine for a moment to find out what it speaks: GTP answers
// every line, NBoard and UGI ignore what they do not know and answer a greeting. An engine that
// has not given itself away within patience is none.
func Detect(ctx context.Context, commandLine string, patience time.Duration, o Options) (string, error) {
	process, err := Start(commandLine, o)
	if err != nil {
		return "", err
	}
	defer process.Close("quit\n", 100*time.Millisecond)
	first := min(attemptPatience, patience/3)
	for _, attempt := range []struct {
		text     string
		patience time.Duration
	}{
		{"protocol_version\n", first},
		{"nboard 2\nping 1\n", first},
		{"ugi\n", patience - 2*first}, // of slower engines the greetings above are still to be answered
	} {
		speaks, err := process.try(ctx, attempt.text, attempt.patience)
		if err != nil {
			return "", fmt.Errorf("it speaks neither GTP, NBoard nor UGI: %w", err)
		}
		if speaks != "" {
			return speaks, nil
		}
	}
	return "", fmt.Errorf("it speaks neither GTP, NBoard nor UGI: no answer in %v", patience)
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
	case strings.HasPrefix(line, "id name"), strings.HasPrefix(line, "option name"), line == "ugiok":
		return UGI
	}
	return ""
}
