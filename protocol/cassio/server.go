// Package cassio speaks the engine protocol of Cassio, which Edax knows too. Every
// line begins with ENGINE-PROTOCOL; a blank line asks whether the engine is alive.
//
// Requests are done in order, so that a client may send the next one while a search
// runs; stop ends the search that runs and forgets those that wait.
package cassio

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"kaeshi/engine"
	"kaeshi/protocol/talk"
)

// Engine is what the server asks of an engine; *engine.Engine is one.
type Engine interface {
	SetGame(*engine.Game)
	ClearHash()
	Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error)
}

// Options say what the server tells of the program, and to whom.
type Options struct {
	Version string
	Trace   talk.Trace // may be nil
}

// keyword begins every line that is not blank.
const keyword = "ENGINE-PROTOCOL"

// Server lets one client think with one engine.
type Server struct {
	engine  Engine
	options Options
	out     *talk.Output
	tasks   *talk.Tasks
	stops   atomic.Int64 // how often stop has come
	search  atomic.Pointer[progress]
}

// progress is what is known of the search that runs.
type progress struct {
	begun time.Time
	nodes atomic.Uint64
}

// NewServer returns a server that thinks with e, which nobody else uses meanwhile.
func NewServer(e Engine, o Options) *Server { return &Server{engine: e, options: o} }

// commands is the whole vocabulary, of what is done in order and answers "ready." at
// its end, but for the two about the hash, which say nothing.
var commands = map[string]func(s *Server, ctx context.Context, argument string){
	"init":           (*Server).ready,
	"new-position":   (*Server).newPosition,
	"get-version":    (*Server).tellVersion,
	"midgame-search": (*Server).midgameSearch,
	"endgame-search": (*Server).endgameSearch,
	"empty-hash":     func(s *Server, _ context.Context, _ string) { s.engine.ClearHash() },
	// Our table takes no foreign results: it holds only what was proved here.
	"feed-hash": func(*Server, context.Context, string) {},
}

// Serve answers the lines read from r on w until quit, the end of the input, the end
// of ctx, or until nobody reads w any more; none of these is an error.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	client := talk.NewClient(ctx, w)
	defer client.Close()
	s.out, s.tasks = talk.NewOutput(w, s.options.Trace, client.Close), talk.NewTasks(client)
	quit := false
	client.Serve(r, true, func(line string) bool { quit = !s.serve(line); return !quit })
	s.tasks.Wait()
	if quit {
		s.out.Line("bye bye.")
	}
	return s.out.Failure()
}

// serve obeys one line and reports whether more may follow: not after quit.
func (s *Server) serve(line string) bool {
	s.options.Trace.Tell("< " + line)
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		s.out.Line(map[bool]string{true: "ok.", false: "ready."}[s.tasks.Busy()])
		return true
	case words[0] != keyword:
		s.out.Line(fmt.Sprintf("ERROR: a line begins with %s, not %.40q", keyword, words[0]))
		return true
	case len(words) == 1:
		s.out.Line("ERROR: the command is missing")
		return true
	}
	name, argument := strings.ToLower(words[1]), strings.Join(words[2:], " ")
	command := commands[name]
	switch {
	case name == "quit":
		return false
	case name == "stop":
		s.stop()
	case name == "get-search-infos":
		s.tellProgress()
	case command == nil:
		s.out.Line(fmt.Sprintf("ERROR: unknown command %.40q", words[1]))
		s.out.Line("ready.")
	default:
		stops := s.stops.Load()
		s.tasks.Start(false, func(ctx context.Context) {
			if s.stops.Load() == stops {
				command(s, ctx, argument)
			}
		})
	}
	return true
}

// stop lets the search that runs say what it has; without one we are ready.
func (s *Server) stop() {
	s.stops.Add(1)
	if s.search.Load() == nil {
		s.out.Line("ready.")
	}
	s.tasks.Stop()
}

func (s *Server) ready(context.Context, string) { s.out.Line("ready.") }

func (s *Server) newPosition(context.Context, string) {
	s.engine.ClearHash()
	s.out.Line("ready.")
}

func (s *Server) tellVersion(context.Context, string) {
	s.out.Line("version: Kaeshi " + s.options.Version)
	s.out.Line("ready.")
}

func (s *Server) tellProgress() {
	p := s.search.Load()
	if p == nil {
		s.out.Line("ready.")
		return
	}
	s.out.Line(fmt.Sprintf("node %d, time %.3f", p.nodes.Load(), time.Since(p.begun).Seconds()))
}
