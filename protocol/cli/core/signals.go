package core

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"
)

const (
	metadataSignals = "signals"

	// leaveWithin is how long a verb may take to end in good order after a signal. What
	// hinders it, such as a write that nobody reads, must not keep the program.
	leaveWithin = 1500 * time.Millisecond

	// CodeInterrupted is what the process returns at an end by signal.
	CodeInterrupted = 130
)

// ErrInterrupted is why a verb ended before its work was done: the user said so.
var ErrInterrupted = fmt.Errorf("interrupted: %w", context.Canceled)

// signals ends the program when the user says so.
type signals struct {
	mu    sync.Mutex
	drain func() // nil: Ctrl-C is like any other signal
	leave *time.Timer
}

// UntilSignal returns a context that ends with the first Ctrl-C or SIGTERM. Soon after
// it the process ends, whatever it waits for; a second signal ends it in the usual way.
// The caller stops it when nothing is left to do.
func UntilSignal(app *cli.App) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &signals{}
	app.Metadata[metadataSignals] = s
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case kind := <-caught:
				if drain := s.takeDrain(); drain != nil && kind == os.Interrupt {
					drain()
					continue
				}
			}
			signal.Stop(caught)
			s.mu.Lock()
			s.leave = time.AfterFunc(leaveWithin, func() { os.Exit(CodeInterrupted) })
			s.mu.Unlock()
			cancel()
			return
		}
	}()
	return ctx, func() {
		signal.Stop(caught)
		cancel()
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.leave != nil {
			s.leave.Stop()
		}
	}
}

// OnInterrupt lets the next Ctrl-C call drain in place of ending the context.
func OnInterrupt(c *cli.Context, drain func()) {
	s := c.App.Metadata[metadataSignals].(*signals)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drain = drain
}

func (s *signals) takeDrain() func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	drain := s.drain
	s.drain = nil
	return drain
}
