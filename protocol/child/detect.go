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

// How long an engine may take to give itself away.
const detectPatience = 20 * time.Second

// Detect starts an engine for a moment to find out what it speaks: GTP answers
// every line, NBoard ignores what it does not know and answers a ping.
func Detect(ctx context.Context, commandLine string, trace func(direction, line string)) (string, error) {
	process, err := Start(commandLine, trace)
	if err != nil {
		return "", err
	}
	defer process.Close("quit\n", 100*time.Millisecond)
	ctx, cancel := context.WithTimeout(ctx, detectPatience)
	defer cancel()
	if err := process.Send(ctx, "protocol_version\nnboard 2\nping 1\n"); err != nil {
		return "", err
	}
	for {
		line, err := process.Line(ctx)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			return "", fmt.Errorf("it speaks neither GTP nor NBoard: no answer in %v", detectPatience)
		case errors.Is(err, ErrEnded):
			return "", fmt.Errorf("it speaks neither GTP nor NBoard: %w", err)
		case err != nil:
			return "", err
		case strings.HasPrefix(line, "="), strings.HasPrefix(line, "?"):
			// NBoard's own answers begin with three of them.
			if !strings.HasPrefix(line, "===") {
				return GTP, nil
			}
		case strings.HasPrefix(line, "pong"), strings.HasPrefix(line, "set myname"):
			return NBoard, nil
		}
	}
}
