package nboard

import (
	"context"
	"sync"

	"kaeshi/engine"
	"kaeshi/engine/notation"
	"kaeshi/protocol/talk"
)

// thinking is what one request makes the engine do, beside the loop that reads.
type thinking struct {
	engine  Engine
	options Options
	out     *talk.Output
	version int
	game    notation.Game // as it was at the request
	limit   engine.Limit

	ctx  context.Context
	stop context.CancelFunc
	done chan struct{}

	mu    sync.Mutex
	quiet bool // finished, or nobody wants to hear of it any more
}

// start lets think run. What it returns is shown to the user.
func (s *Server) start(status string, think func(*thinking) error) {
	s.stop()
	if s.bad != nil {
		s.out.Line("status the game is not known: " + s.bad.Error())
		return
	}
	t := &thinking{
		engine: s.engine, options: s.options, out: s.out, version: s.version, game: s.game, limit: s.limit(),
		done: make(chan struct{}),
	}
	t.ctx, t.stop = s.client.Attend(s.client.Part(), false)
	before := s.thinking
	s.thinking = t
	s.out.Line("status " + status)
	go func() {
		defer close(t.done)
		defer t.stop()
		if before != nil {
			<-before.done // the engine does one thing at a time
		}
		if !t.wanted() {
			return
		}
		t.engine.SetGame(engineGame(&t.game))
		text := "status"
		if err := think(t); err != nil {
			text += " " + err.Error()
		}
		t.finish(text)
	}()
}

// say writes a line if anybody wants to hear it.
func (t *thinking) say(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.quiet {
		t.out.Line(text)
	}
}

// finish says the last line.
func (t *thinking) finish(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.quiet {
		t.out.Line(text)
	}
	t.quiet = true
}

func (t *thinking) wanted() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.quiet
}

// hush makes t say nothing more and reports whether it might have.
func (t *thinking) hush() (wasLoud bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	wasLoud, t.quiet = !t.quiet, true
	return wasLoud
}

// stop ends the thinking, if any, without a result.
func (s *Server) stop() {
	if s.thinking == nil {
		return
	}
	if s.thinking.hush() {
		s.out.Line("status")
	}
	s.thinking.stop()
}

// engineGame is the game as the engine keeps it.
func engineGame(g *notation.Game) *engine.Game {
	game := engine.NewGameFrom(g.Start, g.First)
	for _, m := range g.Moves {
		_ = game.Play(m.Color, m.Square) // a Game's moves are legal
	}
	return game
}
