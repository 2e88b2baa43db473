// Package link is what the players of all protocols share: the line to an engine's
// process, which is given up at the first error.
package link

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kaeshi/engine/match"
	"kaeshi/protocol/child"
)

// quitGrace is how long an engine may take to leave after quit.
const quitGrace = 2 * time.Second

// Link is an engine's process. After an error it is only good for Close. One goroutine
// may use it at a time.
type Link struct {
	child *child.Child
	lost  bool // it no longer answers as it should
}

// New returns the link to a process that was started, or the error of its start.
func New(process *child.Child, err error) (*Link, error) {
	if err != nil {
		return nil, err
	}
	return &Link{child: process}, nil
}

// Send writes text, which ends in a newline.
func (l *Link) Send(ctx context.Context, text string) error {
	return l.Check(l.child.Send(ctx, text))
}

// Line returns the next line without its end.
func (l *Link) Line(ctx context.Context) (string, error) {
	line, err := l.child.Line(ctx)
	return line, l.Check(err)
}

// LineBefore is Line for an engine that may have nothing to say: that nothing comes
// until a deadline is no fault of the link.
func (l *Link) LineBefore(ctx context.Context, deadline time.Time) (string, error) {
	limited, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	line, err := l.child.Line(limited)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return line, err
	}
	return line, l.Check(err)
}

// Check notes that nothing more is to be expected after an error, and says of a
// process that ended that it crashed.
func (l *Link) Check(err error) error {
	l.lost = l.lost || err != nil
	if errors.Is(err, child.ErrEnded) {
		return fmt.Errorf("%w: %w", match.ErrCrash, err)
	}
	return err
}

// CPU returns the processor time that the engine has used.
func (l *Link) CPU() time.Duration { return l.child.CPU() }

// Close asks the engine to quit and, if it does not, kills it.
func (l *Link) Close() {
	if l.lost {
		l.child.Close("", 0)
		return
	}
	l.child.Close("quit\n", quitGrace)
}
