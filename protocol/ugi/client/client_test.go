package client

import (
	"bufio"
	"context"
	"fmt"
	"math"
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
// it speaks UGI and plays the first legal move, unless MODE says otherwise.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "fake" {
		(&fake{mode: os.Args[2]}).run()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fake knows only the last position that it was given.
type fake struct {
	mode     string
	position board.Position
	ready    bool
	level    string
	goes     int
}

func (f *fake) run() {
	fmt.Println("a greeting that means nothing")
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		word, rest, _ := strings.Cut(input.Text(), " ")
		switch word {
		case "ugi":
			fmt.Println("id name Fake\n\noption name Clear Hash type button")
			if f.mode == "levels" {
				fmt.Println("option name LEVEL type spin default 1 min 1 max 9")
			}
			fmt.Println("ugiok")
		case "setoption":
			f.level = rest
		case "isready":
			f.ready = true
			fmt.Println("readyok")
		case "position":
			f.set(rest)
		case "go":
			f.goes++
			f.move(rest)
		case "quit":
			return
		}
	}
}

// fail ends the engine, which loses the game then.
func fail(words ...any) {
	fmt.Fprintln(os.Stderr, words...)
	os.Exit(4)
}

func (f *fake) set(what string) {
	setup, moves, _ := strings.Cut(what, " moves ")
	if setup != "startpos" || !f.ready {
		fail("position", what)
	}
	f.position = board.Start()
	for _, word := range strings.Fields(moves) {
		sq, ok := notation.ParseMove(word)
		if word == "0000" {
			sq, ok = board.Pass, true
		}
		if !ok || !f.position.Legal(sq) {
			fail("not legal:", word, "of", moves)
		}
		f.position = f.position.Play(sq)
	}
}

// limits is what each mode expects to be told.
var limits = map[string]string{
	"timed": "p1time ", "move": "movetime 1500", "depth": "depth 5", "levels": "",
}

func (f *fake) move(limit string) {
	if want, ok := limits[f.mode]; ok && (!strings.HasPrefix(limit, want) || want == "" && limit != "") {
		fail("go", limit)
	}
	if f.mode == "levels" && f.level != "name LEVEL value 7" {
		fail("setoption", f.level)
	}
	fmt.Println("info depth 1 multipv 1 score cp 150 nodes 12 pv f5 d6")
	fmt.Println("info depth 1 multipv 2 score cp -50 nodes 12 pv d3")
	switch {
	case f.goes < 3:
	case f.mode == "hangs":
		time.Sleep(time.Hour)
	case f.mode == "dies":
		fmt.Fprintln(os.Stderr, "out of luck")
		os.Exit(3)
	case f.mode == "garbage":
		fmt.Println("info string the position is not known\nbestmove (none)")
		return
	case f.mode == "illegal":
		fmt.Println("bestmove d4")
		return
	}
	fmt.Println("bestmove", strings.ToLower(f.legal().String()), "ponder a1")
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

func command(mode string) string { return fmt.Sprintf("'%s' fake %s", os.Args[0], mode) }

func start(mode string) func(context.Context) (match.Player, error) {
	return func(context.Context) (match.Player, error) { return Start(command(mode), child.Options{}) }
}

// Whole games against random moves, with and without a clock: what the engine
// is told is enough to keep its board right, passes included. Each misbehaviour
// loses.
func TestGames(t *testing.T) {
	for _, c := range []struct {
		mode    string
		control match.Control
		reason  match.Reason
		detail  string
	}{
		{"timed", match.Control{Game: time.Minute, Increment: time.Second}, match.Score, ""},
		{"move", match.Control{Move: 1500 * time.Millisecond}, match.Score, ""},
		{"depth", match.Control{Level: match.Level{Number: 5, Asked: true}}, match.Score, ""},
		{"levels", match.Control{Level: match.Level{Number: 7, Asked: true}}, match.Score, ""},
		{"hangs", match.Control{Level: match.Level{Number: 1, Asked: true}}, match.Hang, ""},
		{"dies", match.Control{Level: match.Level{Number: 1, Asked: true}}, match.Crash, "out of luck"},
		{"garbage", match.Control{Level: match.Level{Number: 1, Asked: true}}, match.Garbage, `"bestmove (none)"; it says: the position is not known`},
		{"illegal", match.Control{Level: match.Level{Number: 1, Asked: true}}, match.Illegal, ""},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			passes, evals := 0, 0
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
					if g.Reason != c.reason || !strings.Contains(g.Detail, c.detail) {
						t.Errorf("round %d: %s loses for %s: %s", g.Round, g.Loser, g.Reason, g.Detail)
					}
					passes += strings.Count(g.GGF(), "[PA")
					evals += strings.Count(g.GGF(), "/1.5/")
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
			if c.reason == match.Score && (passes == 0 || evals < 20*games) {
				t.Errorf("%d passes and %d evaluations", passes, evals)
			}
		})
	}
}

func TestInfoIsRead(t *testing.T) {
	for line, want := range map[string]float64{
		"info depth 3 score cp -107 time 0 pv f1":   -1.07,
		"info depth 3 multipv 1 score cp 250":       2.5,
		"info depth 3 multipv 2 score cp 250 pv f5": 0,
		"info depth 3 score cp 250 multipv 2 pv f5": 0,
		"info string score cp 3":                    0,
		"info score cp":                             0,
		"info score mate 3":                         0,
		"info score cp nan":                         0,
		"cp 3":                                      0,
	} {
		if got, ok := evalOf(strings.Fields(line)); got != want || ok != (want != 0) {
			t.Errorf("%s: %v %v", line, got, ok)
		}
	}
	for line, want := range map[string]board.Square{
		"bestmove F5": 37, "bestmove 0000": board.Pass, "bestmove pass": board.Pass, "bestmove f5 ponder d6": 37,
		"bestmove": board.NoSquare, "bestmove i9": board.NoSquare, "bestmove (none)": board.NoSquare,
	} {
		if got, ok := parseMove(strings.Fields(line)); got != want || ok != (want != board.NoSquare) {
			t.Errorf("%s: %v %v", line, got, ok)
		}
	}
	for line, want := range map[string]option{
		"option name Clear Hash type button":             {name: "Clear Hash", highest: math.MaxInt},
		"option name level type spin default 3":          {name: "level", highest: math.MaxInt},
		"option name L type spin default 3 min 1 max 9":  {name: "L", lowest: 1, highest: 9},
		"option name L type spin max x min -5 default 3": {name: "L", lowest: -5, highest: math.MaxInt},
		"option name":  {highest: math.MaxInt},
		"id name Fake": {highest: math.MaxInt},
	} {
		if got := parseOption(strings.Fields(line)); got != want {
			t.Errorf("%s: %+v", line, got)
		}
	}
}

// What cannot be played ends a match before its first game.
func TestNotReady(t *testing.T) {
	for _, c := range []struct {
		mode  string
		level match.Level
		want  string
	}{
		{"none", match.Level{}, "a cannot begin a game: refused: it has no levels and would think for ever"},
		{"levels", match.Level{Number: 10, Asked: true}, "a cannot begin a game: refused: level 10 is not within 1 to 9"},
		{"levels", match.Level{Number: 0, Asked: true}, "a cannot begin a game: refused: level 0 is not within 1 to 9"},
	} {
		runner := match.Runner{
			Entrants: []match.Entrant{{Name: "a", Start: start(c.mode)}, {Name: "b", Start: start("timed")}},
			Referee:  &match.Referee{Control: match.Control{Level: c.level}, Patience: time.Minute},
			Finished: func(*match.Game) (bool, error) { t.Error("a game"); return false, nil },
		}
		schedule := match.Schedule{Players: 2, Openings: match.BuiltinOpenings(), Games: 2}
		if err := runner.Run(t.Context(), schedule.Slots(), nil); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s %v: %v", c.mode, c.level, err)
		}
	}
}

func TestDetect(t *testing.T) {
	kind, err := child.Detect(context.Background(), command("good"), time.Minute, child.Options{})
	if kind != child.UGI || err != nil {
		t.Errorf("a UGI engine is taken for %q, %v", kind, err)
	}
}
