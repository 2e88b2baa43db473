package client

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/match"
	"kaeshi/engine/notation"
	"kaeshi/protocol/child"
)

// The test binary is also the engines of these tests: run as "BINARY fake MODE"
// it speaks NBoard and plays the first legal move, unless MODE says otherwise.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "fake" {
		(&fake{mode: os.Args[2]}).run()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fake keeps the position as an NBoard engine must: from the whole game, and
// from single moves, its own only when they come back.
type fake struct {
	mode     string
	position board.Position
	side     board.Color
	goes     int
}

func (f *fake) run() {
	fmt.Println("a greeting that means nothing")
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		word, rest, _ := strings.Cut(input.Text(), " ")
		switch word {
		case "nboard":
			fmt.Println("set myname Fake")
		case "set":
			f.set(rest)
		case "move":
			move, _, _ := strings.Cut(rest, "/")
			sq, ok := notation.ParseMove(move)
			if !ok || !f.position.Legal(sq) {
				fmt.Fprintln(os.Stderr, "not legal:", rest)
				os.Exit(4)
			}
			f.position, f.side = f.position.Play(sq), f.side.Opponent()
		case "ping":
			fmt.Println("=== A1") // of a search that is over
			fmt.Println("pong " + rest)
		case "go":
			f.goes++
			f.move()
		case "quit":
			return
		}
	}
}

func (f *fake) set(what string) {
	text, ok := strings.CutPrefix(what, "game ")
	if !ok {
		return
	}
	game, err := notation.ParseGGF(text)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(5)
	}
	f.position, f.side = game.End()
}

func (f *fake) move() {
	fmt.Println("status thinking")
	fmt.Println("search F5d6 1.5 0 12")
	switch {
	case f.goes < 3:
	case f.mode == "hangs":
		time.Sleep(time.Hour)
	case f.mode == "dies":
		fmt.Fprintln(os.Stderr, "out of luck")
		os.Exit(3)
	case f.mode == "garbage":
		fmt.Println("=== Z9/0/0")
		return
	case f.mode == "illegal":
		fmt.Println("=== D4")
		return
	}
	fmt.Printf("=== %s\n", notation.FormatGGFMove(notation.Move{
		Color: f.side, Square: f.legal(), Eval: notation.Number{Value: 1.5, Known: true},
	}))
	fmt.Println("status")
}

// legal returns the first legal move.
func (f *fake) legal() board.Square {
	for sq := range board.Square(64) {
		if f.position.Legal(sq) {
			return sq
		}
	}
	return board.Pass
}

func start(mode string) func(context.Context) (match.Player, error) {
	return func(context.Context) (match.Player, error) {
		return Start(fmt.Sprintf("'%s' fake %s", os.Args[0], mode), child.Options{})
	}
}

// Whole games against random moves, with and without a clock: what the engine
// is told is enough to keep its board right, passes included. Each misbehaviour
// loses.
func TestGames(t *testing.T) {
	for _, c := range []struct {
		mode    string
		control match.Control
		reason  match.Reason
	}{
		{"good", match.Control{}, match.Score},
		{"good", match.Control{Game: time.Minute, Increment: time.Second}, match.Score},
		{"good", match.Control{Level: match.Level{Number: 5, Asked: true}}, match.Score},
		{"hangs", match.Control{}, match.Hang},
		{"dies", match.Control{}, match.Crash},
		{"garbage", match.Control{}, match.Garbage},
		{"illegal", match.Control{}, match.Illegal},
	} {
		t.Run(c.mode+" "+c.control.String(), func(t *testing.T) {
			t.Parallel()
			passes := 0
			patience := time.Minute
			if c.reason == match.Hang {
				patience = time.Second
			}
			runner := match.Runner{
				Entrants: []match.Entrant{
					{Name: "a", Start: start(c.mode)},
					{Name: "b", Start: func(context.Context) (match.Player, error) { return match.NewRandom(2), nil }},
				},
				Referee:     &match.Referee{Control: c.control, Margin: time.Minute, Patience: patience},
				Concurrency: 2,
				Finished: func(g *match.Game) (bool, error) {
					if g.Reason != c.reason {
						t.Errorf("round %d: %s loses for %s: %s", g.Round, g.Loser, g.Reason, g.Detail)
					}
					passes += strings.Count(g.GGF(), "[PA")
					return true, nil
				},
			}
			games := 40
			if c.reason != match.Score {
				games = 2
			}
			schedule := match.Schedule{Players: 2, Openings: match.BuiltinOpenings(), Games: games}
			if err := runner.Run(context.Background(), schedule.Slots(), nil); err != nil {
				t.Fatal(err)
			}
			if c.reason == match.Score && passes == 0 {
				t.Error("no game had a pass")
			}
		})
	}
}

func TestEvalIsKept(t *testing.T) {
	for _, c := range []struct {
		text string
		want match.Answer
		eval float64
	}{
		{" F5/1.50/0.3", match.Answer{Square: 37}, 1.5},
		{" f5//0.3", match.Answer{Square: 37}, 0},
		{" PA", match.Answer{Square: board.Pass}, 0},
		{" F5/inf/1", match.Answer{Square: 37}, 0},
		{" F5/-Infinity/1", match.Answer{Square: 37}, 0},
		{" F5/nan/1", match.Answer{Square: 37}, 0},
		{" F5/1e30/1", match.Answer{Square: 37}, 0},
		{" F5/2,5/1", match.Answer{Square: 37}, 2.5},
		{" F5/won/1", match.Answer{Square: 37}, 0},
		{"PASS/-2/1", match.Answer{Square: board.Pass}, -2},
	} {
		got, err := parseMove(c.text)
		if err != nil || got.Square != c.want.Square || (got.Eval != nil) != (c.eval != 0) || got.Eval != nil && *got.Eval != c.eval {
			t.Errorf("%q is %+v, %v", c.text, got, err)
		}
	}
	if _, err := parseMove(" hello"); err == nil {
		t.Error("a move that is none is accepted")
	}
}

func TestDetect(t *testing.T) {
	kind, err := child.Detect(context.Background(), fmt.Sprintf("'%s' fake good", os.Args[0]), time.Minute, child.Options{})
	if kind != child.NBoard || err != nil {
		t.Errorf("an NBoard engine is taken for %q, %v", kind, err)
	}
}
