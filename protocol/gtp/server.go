package gtp

import (
	"context"
	"io"
	"strings"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/clock"
	"kaeshi/protocol/talk"
)

// Engine is what the server asks of an engine; *engine.Engine is one.
type Engine interface {
	Game() *engine.Game
	SetGame(*engine.Game)
	Level() int
	SetLevel(level int)
	Elo() int
	SetElo(elo int)
	BookOn() bool
	SetBook(on bool)
	BookMoves() []engine.BookMove
	Evaluate() (int, error)
	Prepare(limit engine.Limit) error
	ClearHash()
	Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error)
}

// Options say what the server tells of the program, and to whom.
type Options struct {
	Version string // of the program, without its name

	// Describe returns more lines for kaeshi-version, such as the weights and
	// the kernel in use. It may be nil.
	Describe func() string

	// Book answers the commands about the opening book; nil if there is none.
	Book Book

	// Others are the words that other protocols begin with. Serve leaves a client
	// whose first word is one of them with an *OtherProtocol.
	Others []string

	// Ponder makes the engine think in its opponent's time from the start.
	Ponder bool

	// Overhead is the reserve for what passes between the client's clock and ours
	// on the way of a move.
	Overhead time.Duration

	// Diagnostics takes GoGui's live graphics, if a client asks for them. Like
	// Trace it must not wait for anybody; it may be nil.
	Diagnostics io.Writer

	// Trace is told of every request, answer and search step. It must not wait
	// for anybody; it may be nil.
	Trace func(line string)
}

// OtherProtocol is what Serve returns if the client turns out to speak another
// protocol. Nothing was answered yet, and Input is all that the client says.
type OtherProtocol struct {
	Word  string
	Input io.Reader
}

func (o *OtherProtocol) Error() string { return o.Word + " begins another protocol than GTP" }

// Server lets clients play with one engine.
type Server struct {
	engine   Engine
	options  Options
	groups   []group
	commands map[string]*command
	clock    *clock.Clock
	last     engine.Info // what the last search found

	own       ownMove // the last move that we chose
	pondering bool
	liveGfx   bool

	learned []engine.Move // the game that the book has learned last

	in       *input
	out      *output
	quitting bool
}

// NewServer returns a server that plays with e, which nobody else uses meanwhile.
func NewServer(e Engine, o Options) *Server {
	groups := vocabulary()
	return &Server{engine: e, options: o, groups: groups, commands: index(groups), pondering: o.Ponder,
		clock: clock.New(time.Now, o.Overhead)}
}

// Serve answers the commands read from r on w until quit, the end of the input,
// the end of ctx, or until nobody reads w any more; none of these is an error.
// The goroutine that reads r ends with r.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	client := talk.NewClient(ctx, w)
	defer client.Close()
	s.in, s.out, s.quitting = newInput(client), newOutput(w), false
	s.in.others = s.options.Others
	go s.in.read(r)
	for !s.quitting && s.out.failed() == nil {
		request, ok := s.next(client.Context())
		if !ok {
			break
		}
		s.serve(&call{request: request})
	}
	s.out.flush()
	if other := s.in.handedOver(); other != nil {
		return other
	}
	if err := s.out.failed(); err != nil {
		if isClosed(err) {
			return nil
		}
		return err
	}
	return s.in.failure()
}

// next returns the next request; false means that there is nobody to answer.
// Answers lie in the buffer only as long as requests wait.
func (s *Server) next(ctx context.Context) (request, bool) {
	if ctx.Err() == nil {
		if r, ok := s.in.poll(); ok {
			return r, true
		}
	}
	s.out.flush()
	if s.out.failed() != nil {
		return request{}, false
	}
	s.ponder()
	return s.in.next()
}

// serve gives the one answer that a request gets.
func (s *Server) serve(c *call) {
	s.trace("<", c.id, c.name, c.text(0))
	text, err := s.run(c)
	switch {
	case c.streaming:
		s.out.end()
	case err != nil:
		s.trace("> ?", c.id, err.Error())
		s.out.answer('?', c.id, oneLine(err.Error()))
	default:
		s.trace("> =", c.id, text)
		s.out.answer('=', c.id, text)
	}
}

func (s *Server) run(c *call) (string, error) {
	command := s.commands[c.name]
	switch {
	case command == nil:
		return "", errUnknownCommand
	case c.tooLong, !command.form.takes(c.args):
		return "", errSyntax
	}
	defer s.learnFinished()
	return command.run(s, c)
}

// think searches the game until the limit is reached or the input stops it.
func (s *Server) think(c *call, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
	s.out.flush()
	ctx, release := s.in.attend(c.request, false)
	defer release()
	return s.search(ctx, limit, report)
}

// search remembers what the engine finds.
func (s *Server) search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
	info, err := s.engine.Search(ctx, limit, func(i engine.Info) {
		s.trace("search", describe(i))
		if report != nil {
			report(i)
		}
	})
	if err == nil {
		s.last = info
	}
	return info, err
}

func (s *Server) trace(words ...string) {
	if s.options.Trace != nil {
		s.options.Trace(strings.Join(words, " "))
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
