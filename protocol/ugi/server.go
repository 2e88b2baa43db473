// Package ugi speaks the Universal Game Interface, the dialect of chess's UCI for
// other games. The first player is Black.
package ugi

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/talk"
)

// Engine is what the server asks of an engine; *engine.Engine is one.
type Engine interface {
	SetGame(*engine.Game)
	Level() int
	SetLevel(level int)
	BookOn() bool
	SetBook(on bool)
	Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error)
}

// Options say what the server tells of the program, and to whom.
type Options struct {
	Version string
	Trace   talk.Trace // may be nil
}

// Server lets one client play with one engine.
type Server struct {
	engine  Engine
	options Options
	out     *talk.Output
	tasks   *talk.Tasks
	game    *engine.Game
}

// NewServer returns a server that plays with e, which nobody else uses meanwhile.
func NewServer(e Engine, o Options) *Server {
	return &Server{engine: e, options: o, game: engine.NewGame()}
}

// commands is the whole vocabulary; other lines are ignored.
var commands = map[string]func(s *Server, words []string) error{
	"ugi":        (*Server).greet,
	"isready":    func(s *Server, _ []string) error { s.out.Line("readyok"); return nil },
	"setoption":  (*Server).setOption,
	"uginewgame": func(s *Server, _ []string) error { s.settle(); s.game = engine.NewGame(); return nil },
	"position":   (*Server).position,
	"go":         (*Server).search,
	"stop":       func(s *Server, _ []string) error { s.tasks.Stop(); return nil },
	"query":      (*Server).query,
}

// Serve answers the lines read from r on w until quit, the end of the input, the end
// of ctx, or until nobody reads w any more; none of these is an error.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.out, s.tasks = talk.NewOutput(w, s.options.Trace, cancel), talk.NewTasks(ctx)
	talk.Serve(ctx, r, false, s.serve)
	s.tasks.Leave()
	return s.out.Failure()
}

// serve obeys one line; false means that it was quit.
func (s *Server) serve(line string) bool {
	s.options.Trace.Tell("< " + line)
	words := strings.Fields(line)
	if command := commands[words[0]]; command != nil {
		if err := command(s, words[1:]); err != nil {
			s.out.Line("info string " + words[0] + ": " + err.Error())
		}
	}
	return words[0] != "quit"
}

// settle ends the search before what it searches is changed.
func (s *Server) settle() {
	s.tasks.Stop()
	s.tasks.Wait()
}

func (s *Server) greet([]string) error {
	s.out.Line("id name Kaeshi " + s.options.Version)
	s.out.Line("id author the Kaeshi authors")
	s.out.Line(fmt.Sprintf("option name Level type spin default %d min %d max %d", s.engine.Level(), engine.MinLevel, engine.MaxLevel))
	s.out.Line(fmt.Sprintf("option name Book type check default %v", s.engine.BookOn()))
	s.out.Line("ugiok")
	return nil
}

// setOption reads "name N value V".
func (s *Server) setOption(words []string) error {
	if len(words) != 4 || words[0] != "name" || words[2] != "value" {
		return fmt.Errorf("say setoption name NAME value VALUE")
	}
	s.settle()
	switch value := words[3]; strings.ToLower(words[1]) {
	case "level":
		level, err := strconv.Atoi(value)
		if err != nil || level < engine.MinLevel || level > engine.MaxLevel {
			return fmt.Errorf("level %.20q: not within %d to %d", value, engine.MinLevel, engine.MaxLevel)
		}
		s.engine.SetLevel(level)
	case "book":
		on, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("book %.20q: not true or false", value)
		}
		s.engine.SetBook(on)
	default:
		return fmt.Errorf("%.20q is not an option", words[1])
	}
	return nil
}

// position reads "startpos moves f5 d6" or "fen F moves ...".
func (s *Server) position(words []string) error {
	s.settle()
	setup, moves := words, []string(nil)
	for i, word := range words {
		if word == "moves" {
			setup, moves = words[:i], words[i+1:]
			break
		}
	}
	game := engine.NewGame()
	switch {
	case len(setup) == 1 && setup[0] == "startpos":
	case len(setup) > 1 && setup[0] == "fen":
		p, side, err := notation.ParseFEN(strings.Join(setup[1:], " "))
		if err != nil {
			return fmt.Errorf("fen: %w", err)
		}
		game = engine.NewGameFrom(p, side)
	default:
		return fmt.Errorf("say position startpos or position fen F, and moves after it")
	}
	for i, word := range moves {
		sq, ok := parseMove(word)
		if !ok {
			return fmt.Errorf("move %d: %.20q is not a move", i+1, word)
		}
		if err := play(game, sq); err != nil {
			return fmt.Errorf("move %d: %v is not legal here", i+1, sq)
		}
	}
	s.game = game
	return nil
}

// noMove is how UGI writes a pass.
const noMove = "0000"

func parseMove(word string) (board.Square, bool) {
	if word == noMove {
		return board.Pass, true
	}
	return notation.ParseMove(word)
}

func formatMove(sq board.Square) string {
	if sq >= board.Pass {
		return noMove
	}
	return strings.ToLower(sq.String())
}

// play makes a move of whoever can make it: passes may be left out.
func play(game *engine.Game, sq board.Square) error {
	side := game.SideToMove()
	if sq != board.Pass && !game.CanMove(side) {
		side = side.Opponent()
	}
	return game.Play(side, sq)
}

// query answers what an arbiter asks.
func (s *Server) query(words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("say query p1turn, gameover or result")
	}
	answer := ""
	switch words[0] {
	case "p1turn":
		answer = fmt.Sprint(s.game.SideToMove() == board.Black)
	case "gameover":
		answer = fmt.Sprint(s.game.Over())
	case "result":
		answer = s.result()
	default:
		return fmt.Errorf("%.20q is not p1turn, gameover or result", words[0])
	}
	s.out.Line("response " + answer)
	return nil
}

func (s *Server) result() string {
	score := s.game.FinalScore()
	switch {
	case !s.game.Over():
		return "none"
	case score > 0:
		return "p1win"
	case score < 0:
		return "p2win"
	}
	return "draw"
}

// search answers go with information and the best move.
func (s *Server) search(words []string) error {
	s.settle()
	game := s.game
	limit, err := parseLimit(words, game)
	if err != nil {
		return err
	}
	s.engine.SetGame(game)
	untilStopped := slices.Contains(words, "infinite")
	s.tasks.Start(func(ctx context.Context) {
		info, err := s.engine.Search(ctx, limit, func(i engine.Info) { s.out.Line(describe(i)) })
		if err != nil {
			s.out.Line("info string " + err.Error())
		}
		if untilStopped {
			<-ctx.Done()
		}
		s.out.Line("bestmove " + formatMove(info.Move()))
	})
	return nil
}

// describe prints a step of a search; a centipawn is a hundredth of a disc.
func describe(i engine.Info) string {
	text := fmt.Sprintf("info depth %d multipv %d score cp %d nodes %d nps %.0f time %d hashfull %d pv",
		i.Depth, max(i.Rank, 1), i.Score.Value, i.Nodes, i.NPS(), i.Elapsed/time.Millisecond, i.Hashfull)
	for _, sq := range i.PV {
		text += " " + formatMove(sq)
	}
	return text
}
