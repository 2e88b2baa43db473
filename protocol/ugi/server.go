// Package ugi speaks the Universal Game Interface, the dialect of chess's UCI for
// other games. The first player is Black.
package ugi

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/protocol/talk"
)

// Engine is what the server asks of an engine; *engine.Engine is one.
type Engine interface {
	SetGame(*engine.Game)
	Level() int
	SetLevel(level int)
	Elo() int
	SetElo(elo int)
	BookOn() bool
	SetBook(on bool)
	Threads() int
	SetThreads(n int)
	HashMB() int
	SetHash(megabytes int)
	ClearHash()
	Prepare(engine.Limit) error
	Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error)
}

// Options say what the server tells of the program, and to whom.
type Options struct {
	Version    string
	Trace      talk.Trace // may be nil
	MaxThreads int
	MaxHashMB  int

	// BeforeThreads is told how many threads are about to search; it may be nil.
	BeforeThreads func(n int)
}

// Server lets one client play with one engine.
type Server struct {
	engine  Engine
	options Options
	out     *talk.Output
	tasks   *talk.Tasks
	multiPV int
	elo     int // that was asked for while strength is not limited, 0 if none was

	searches atomic.Int32 // asked for and not answered

	game *engine.Game
	bad  error // why the position is not known
}

// NewServer returns a server that plays with e, which nobody else uses meanwhile.
func NewServer(e Engine, o Options) *Server {
	return &Server{engine: e, options: o, multiPV: 1, game: engine.NewGame()}
}

// commands is what is done in order, one after the other; a search stands in it like
// anything else, so that a script may ask for several. Beside them there are stop and
// quit, and lines that begin with another word are ignored.
var commands = map[string]func(s *Server, ctx context.Context, words []string) error{
	"ugi":        func(s *Server, _ context.Context, _ []string) error { return s.greet() },
	"isready":    func(s *Server, _ context.Context, _ []string) error { return s.ready() },
	"setoption":  func(s *Server, _ context.Context, words []string) error { return s.setOption(words) },
	"uginewgame": func(s *Server, _ context.Context, _ []string) error { return s.newGame() },
	"position":   func(s *Server, _ context.Context, words []string) error { return s.position(words) },
	"query":      func(s *Server, _ context.Context, words []string) error { return s.query(words) },
	"go":         (*Server).search,
}

// Serve answers the lines read from r on w until quit, the end of the input, the end
// of ctx, or until nobody reads w any more; none of these is an error.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	client := talk.NewClient(ctx, w)
	defer client.Close()
	s.out, s.tasks = talk.NewOutput(w, s.options.Trace, client.Close), talk.NewTasks(client)
	client.Serve(r, false, s.serve)
	s.tasks.Wait()
	return s.out.Failure()
}

// serve obeys one line and reports whether more may follow: not after quit.
func (s *Server) serve(line string) bool {
	s.options.Trace.Tell("< " + line)
	words := strings.Fields(line)
	name, command := words[0], commands[words[0]]
	switch {
	case name == "quit":
		return false
	case name == "stop":
		s.tasks.Stop()
	case name == "isready" && s.searches.Load() > 0:
		s.out.Line("readyok") // a client may ask this at any time
	case command != nil:
		if name == "go" {
			s.searches.Add(1)
		}
		s.tasks.Start(name == "go" && isEndless(words), func(ctx context.Context) {
			if err := command(s, ctx, words[1:]); err != nil {
				s.out.Line("info string " + name + ": " + err.Error())
			}
		})
	}
	return true
}

// ready makes ready what a search on a clock needs.
func (s *Server) ready() error {
	err := s.engine.Prepare(engine.Limit{Time: time.Minute})
	s.out.Line("readyok")
	return err
}

func (s *Server) greet() error {
	s.out.Line("id name Kaeshi " + s.options.Version)
	s.out.Line("id author the Kaeshi authors")
	for _, o := range settings {
		s.out.Line("option name " + o.name + " type " + o.kind(s))
	}
	s.out.Line("ugiok")
	return nil
}

func (s *Server) newGame() error {
	s.game, s.bad = engine.NewGame(), nil
	return nil
}

// query answers what an arbiter asks. Of a position that is not known it says that
// the game is over without a result, or else an arbiter would ask for ever.
func (s *Server) query(words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("say query p1turn, gameover or result")
	}
	question, known := questions[words[0]]
	if !known {
		return fmt.Errorf("%.20q is not p1turn, gameover or result", words[0])
	}
	if s.bad != nil {
		s.out.Line("response " + question.unknown)
		return s.notKnown()
	}
	s.out.Line("response " + question.of(s.game))
	return nil
}

// questions are what query can ask.
var questions = map[string]struct {
	of      func(*engine.Game) string
	unknown string // of a position that is not known
}{
	"p1turn":   {func(g *engine.Game) string { return fmt.Sprint(g.SideToMove() == board.Black) }, noResult},
	"gameover": {func(g *engine.Game) string { return fmt.Sprint(g.Over()) }, "true"},
	"result":   {result, noResult},
}

const noResult = "none"

func result(g *engine.Game) string {
	score := g.FinalScore()
	switch {
	case !g.Over():
		return noResult
	case score > 0:
		return "p1win"
	case score < 0:
		return "p2win"
	}
	return "draw"
}

// search answers go with information and the best move. Even if the
// request is wrong, a best move or noBest comes: the client waits for it.
func (s *Server) search(ctx context.Context, words []string) error {
	defer s.searches.Add(-1)
	limit, complaints := parseLimit(words, s.game)
	for _, complaint := range complaints {
		s.out.Line("info string go: " + complaint.Error())
	}
	best := noBest
	if s.bad != nil {
		s.out.Line("info string go: " + s.notKnown().Error())
	} else {
		limit.MultiPV = s.multiPV
		s.engine.SetGame(s.game)
		info, err := s.engine.Search(ctx, limit, func(i engine.Info) { s.out.Line(describe(i)) })
		if err == nil {
			best = formatMove(info.Move())
		} else {
			s.out.Line("info string go: " + err.Error())
		}
	}
	if isEndless(words) {
		<-ctx.Done()
	}
	s.out.Line("bestmove " + best)
	return nil
}

func isEndless(words []string) bool { return slices.Contains(words, "infinite") }

// noBest stands for the best move where none can be chosen. It is no pass, which is
// a move.
const noBest = "(none)"

// describe prints a step of a search; a centipawn is a hundredth of a disc.
func describe(i engine.Info) string {
	text := fmt.Sprintf("info depth %d multipv %d score cp %d nodes %d nps %.0f time %d hashfull %d pv",
		i.Depth, max(i.Rank, 1), i.Score.Value, i.Nodes, i.NPS(), i.Elapsed/time.Millisecond, i.Hashfull)
	for _, sq := range i.PV {
		text += " " + formatMove(sq)
	}
	return text
}
