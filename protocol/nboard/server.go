// Package nboard speaks the NBoard protocol, versions 1 and 2, by which the GUIs of
// the Othello world drive an engine.
//
// The client may write at any time, even while the engine thinks. Every line that
// changes the game first stops the search; ping does only that. So the loop that reads
// the commands never searches and never waits for a search to end: it silences the
// search and goes on.
package nboard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/human"
	"kaeshi/engine/notation"
	"kaeshi/protocol/talk"
)

// Engine is what the server asks of an engine; *engine.Engine is one.
type Engine interface {
	SetGame(*engine.Game)
	Elo() int
	SetElo(elo int)
	BookMoves() []engine.BookMove
	Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error)
}

// Options say what the server tells of the program, and to whom.
type Options struct {
	// Learn puts a game into the opening book; nil if there is none to learn into.
	Learn func(ctx context.Context, plies []notation.Ply) error

	Trace talk.Trace // may be nil
}

// name is one word, as the protocol wants it.
const name = "Kaeshi"

// Server lets one client play with one engine.
type Server struct {
	engine  Engine
	options Options
	out     *talk.Output
	client  *talk.Client

	version int
	depth   int // what the client has set, 0 if nothing
	game    notation.Game
	bad     error // why the game is not known

	thinking *thinking // the last one, nil before the first
}

// NewServer returns a server that plays with e, which nobody else uses meanwhile.
func NewServer(e Engine, o Options) *Server {
	return &Server{
		engine: e, options: o, version: 2,
		game: notation.Game{Start: board.Start(), First: board.Black},
	}
}

// commands is the whole vocabulary. Lines that begin with another word are ignored,
// as the protocol demands, but for the bare moves of version 1.
var commands = map[string]func(s *Server, argument string){
	"nboard":  (*Server).greet,
	"set":     (*Server).set,
	"move":    (*Server).move,
	"ping":    (*Server).ping,
	"go":      func(s *Server, _ string) { s.start("Thinking", (*thinking).chooseMove) },
	"hint":    (*Server).hint,
	"analyze": func(s *Server, _ string) { s.start("Analyzing", (*thinking).analyze) },
	"learn":   func(s *Server, _ string) { s.start("Learning", (*thinking).learn) },
}

// Serve answers the lines read from r on w until quit, the end of the input, the end
// of ctx, or until nobody reads w any more; none of these is an error. The goroutine
// that reads r ends with r.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	s.client = talk.NewClient(ctx, w)
	defer s.client.Close()
	s.out = talk.NewOutput(w, s.options.Trace, s.client.Close)
	s.client.Serve(r, false, s.serve)
	if s.thinking != nil {
		<-s.thinking.done
	}
	return s.out.Failure()
}

// serve obeys one line and reports whether more may follow: not after quit.
func (s *Server) serve(line string) bool {
	word, argument, _ := strings.Cut(line, " ")
	argument = strings.TrimSpace(argument)
	s.options.Trace.Tell("< " + line)
	switch command := commands[word]; {
	case word == "quit":
		return false
	case command != nil:
		command(s, argument)
	default:
		if m, err := notation.ParseGGFMove(word); err == nil && argument == "" {
			s.play(m)
		}
	}
	return true
}

func (s *Server) greet(argument string) {
	s.stop()
	if version, err := strconv.Atoi(argument); err == nil {
		s.version = version
	}
	s.out.Line("set myname " + name)
}

// settings is what set can set.
var settings = map[string]func(s *Server, value string) error{
	"game":  (*Server).setGame,
	"depth": (*Server).setDepth,
	"elo":   (*Server).setElo,
	// Our scores know no contempt: a proven draw is 0.
	"contempt": func(*Server, string) error { return nil },
}

func (s *Server) set(argument string) {
	variable, value, _ := strings.Cut(argument, " ")
	setting := settings[variable]
	if setting == nil {
		return
	}
	s.stop()
	if err := setting(s, strings.TrimSpace(value)); err != nil {
		s.out.Line("status set " + variable + ": " + err.Error())
	}
}

// setGame replaces the game. After one that cannot be read there is no game, so that
// no move is chosen in a position that the client does not see.
func (s *Server) setGame(ggf string) error {
	g, err := notation.ParseGGF(ggf)
	s.game, s.bad = g, err
	return err
}

func (s *Server) setDepth(value string) error {
	depth, err := strconv.Atoi(value)
	if err != nil && !errors.Is(err, strconv.ErrRange) || depth < 1 {
		return fmt.Errorf("%.20q is not a number of 1 or more", value)
	}
	s.depth = depth
	return nil
}

// setElo is an extension: the strength of a person as whom the engine plays, 0 for as
// well as it can.
func (s *Server) setElo(value string) error {
	elo, err := strconv.Atoi(value)
	if err != nil || elo != 0 && (elo < human.MinElo || elo > human.MaxElo()) {
		return fmt.Errorf("%.20q is not 0 or a number within %d to %d", value, human.MinElo, human.MaxElo())
	}
	s.engine.SetElo(elo)
	return nil
}

func (s *Server) move(argument string) {
	m, err := notation.ParseGGFMove(argument)
	if err != nil {
		s.stop()
		s.out.Line("status move: " + err.Error())
		return
	}
	s.play(m)
}

func (s *Server) play(m notation.Move) {
	s.stop()
	err := s.bad
	if err == nil {
		err = s.game.Play(m)
	}
	if err != nil {
		s.out.Line("status move: " + err.Error())
	}
}

func (s *Server) ping(argument string) {
	s.stop()
	s.out.Line(strings.TrimSpace("pong " + argument))
}

func (s *Server) hint(argument string) {
	moves, err := strconv.Atoi(argument)
	if err != nil {
		moves = 1
	}
	s.start("Thinking", func(t *thinking) error { return t.findHints(max(1, moves)) })
}
