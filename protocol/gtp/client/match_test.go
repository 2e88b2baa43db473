package client

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/match"
	"kaeshi/protocol/child"
)

// start returns a way to start a fake engine, and sees at the end of the test
// that none of its processes is left.
func start(t *testing.T, mode string) func(context.Context) (match.Player, error) {
	t.Helper()
	return startWith(t, mode, child.Options{})
}

func startWith(t *testing.T, mode string, o child.Options) func(context.Context) (match.Player, error) {
	t.Helper()
	dir := t.TempDir()
	t.Cleanup(func() { noneLeft(t, dir) })
	line := fmt.Sprintf("'%s' fake %s '%s'", os.Args[0], mode, dir)
	return func(context.Context) (match.Player, error) { return Start(line, o) }
}

func noneLeft(t *testing.T, dir string) {
	notes, _ := filepath.Glob(filepath.Join(dir, "*"))
	if len(notes) == 0 {
		t.Error("no engine was started")
	}
	for _, note := range notes {
		pid := filepath.Base(note)
		for range 3000 {
			if !running(pid) {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if running(pid) {
			t.Errorf("process %s is left running", pid)
		}
	}
}

// running reports whether a process is there and not a zombie, where /proc tells.
func running(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	return err == nil && !strings.Contains(string(stat), ") Z ")
}

// play lets two engines play some games and returns them.
func play(t *testing.T, a, b string, referee *match.Referee, games int) []match.Game {
	t.Helper()
	schedule := match.Schedule{Players: 2, Openings: match.BuiltinOpenings(), Games: games}
	var played []match.Game
	runner := match.Runner{
		Entrants:    []match.Entrant{{Name: "a", Start: start(t, a)}, {Name: "b", Start: start(t, b)}},
		Referee:     referee,
		Concurrency: 2,
		Finished: func(g *match.Game) (bool, error) {
			played = append(played, *g)
			return true, nil
		},
	}
	if err := runner.Run(context.Background(), schedule.Slots(), nil); err != nil {
		t.Fatal(err)
	}
	if len(played) != games {
		t.Fatalf("%d games were played, want %d", len(played), games)
	}
	return played
}

// Each kind of misbehaviour loses the game, for its own reason, and the match
// goes on with a new instance.
func TestMisbehaviourLoses(t *testing.T) {
	for _, c := range []struct {
		mode   string
		reason match.Reason
		detail string
	}{
		{"hangs", match.Hang, "no answer in 5s"},
		{"half-answer", match.Hang, "no answer in 5s"},
		{"too-slow", match.Hang, "no answer in 5s"},
		{"dies", match.Crash, "exit status 3: out of luck"},
		{"closes-output", match.Crash, "closed its output"},
		{"garbage", match.Garbage, "I think that E3 is nice"},
		{"no-square", match.Garbage, "E9"},
		{"flood", match.Garbage, "an answer without end"},
		{"flood-of-lines", match.Garbage, "blah"},
		{"endless-answer", match.Garbage, "an answer without end"},
		{"illegal", match.Illegal, "move 13: D4"},
		{"passes", match.Illegal, "PASS"},
		{"refuses", match.Refused, "no idea"},
		{"resigns", match.Resigned, ""},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			games, referee := 4, &match.Referee{Patience: time.Minute} // the innocent side may be slow on a busy machine
			if c.reason == match.Hang {
				games, referee.Patience = 2, 5*time.Second
			}
			for _, g := range play(t, c.mode, "good", referee, games) {
				guilty := board.Black
				if g.Black == "b" {
					guilty = board.White
				}
				if g.Reason != c.reason || g.Loser != guilty.String() {
					t.Errorf("round %d: %s loses for %s (%s), want a for %s", g.Round, g.Loser, g.Reason, g.Detail, c.reason)
				}
				if !strings.Contains(g.Detail, c.detail) && g.Black == "a" {
					t.Errorf("the detail is %q, want %q in it", g.Detail, c.detail)
				}
				if want := float64(guilty); g.Result != want {
					t.Errorf("the result is %v, want %v", g.Result, want)
				}
			}
		})
	}
}

// Odd habits are no faults.
func TestHabitsAreBorne(t *testing.T) {
	for _, mode := range []string{"good", "banner", "carriage-returns", "no-passes", "lists-nothing", "ignores-quit", "leaves-a-child"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			passes := 0
			for _, g := range play(t, mode, "good", &match.Referee{Patience: 10 * time.Second}, 40) {
				if g.Reason != match.Score || g.Discs == nil {
					t.Fatalf("round %d ends by %s: %s", g.Round, g.Reason, g.Detail)
				}
				passes += strings.Count(g.GGF(), "[PA")
			}
			if passes == 0 {
				t.Error("no game had a pass")
			}
		})
	}
}

// The clock is the referee's: what exceeds it by more than the margin loses,
// what exceeds it by less does not.
func TestClock(t *testing.T) {
	for _, c := range []struct {
		control match.Control
		margin  time.Duration
		reason  match.Reason
	}{
		{match.Control{Move: 200 * time.Millisecond}, 50 * time.Millisecond, match.TimeOut},
		{match.Control{Game: 200 * time.Millisecond, Increment: time.Millisecond}, 50 * time.Millisecond, match.TimeOut},
		{match.Control{Move: 500 * time.Millisecond}, time.Minute, match.Illegal}, // D4 comes in time
	} {
		t.Run(c.control.String(), func(t *testing.T) {
			t.Parallel()
			referee := &match.Referee{Control: c.control, Margin: c.margin, Patience: 2 * time.Minute}
			for _, g := range play(t, "too-slow", "good", referee, 2) {
				if g.Reason != c.reason {
					t.Errorf("round %d ends by %s: %s, want %s", g.Round, g.Reason, g.Detail, c.reason)
				}
			}
		})
	}
}

// Of short games an engine that can read them is told fractions of a second, any
// other one whole seconds, rounded down.
func TestClockInWords(t *testing.T) {
	for _, test := range []struct {
		mode    string
		control match.Control
		want    []string
	}{
		{"good", match.Control{Game: 10 * time.Second}, []string{"time_settings 10.000 0 0", "time_left BLACK 8.765 0"}},
		{"whole-seconds", match.Control{Game: 10 * time.Second}, []string{"time_settings 10.000 0 0", "time_settings 10 0 0", "time_left BLACK 8 0"}},
		{"good", match.Control{Game: 10 * time.Minute}, []string{"time_settings 600 0 0", "time_left BLACK 8 0"}},
		{"good", match.Control{Move: 10 * time.Second}, []string{"time_settings 0 10 1", "time_left BLACK 8 1"}},
		{"whole-seconds", match.Control{Move: 500 * time.Millisecond}, []string{"time_settings 0 0.500 1", "time_settings 0 1 1", "time_left BLACK 8 1"}},
		{"good", match.Control{}, nil},
	} {
		var said []string
		dir := t.TempDir()
		c, err := Start(fmt.Sprintf("'%s' fake %s '%s'", os.Args[0], test.mode, dir), child.Options{Trace: func(direction, line string) {
			if direction == "<" && strings.HasPrefix(line, "time_") {
				said = append(said, line)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		err = c.NewGame(t.Context(), test.control)
		if err == nil {
			err = c.SetClocks(t.Context(), board.Black, match.Clocks{8765 * time.Millisecond, 0})
		}
		c.Close()
		if err != nil || !slices.EqualFunc(said, test.want, strings.EqualFold) {
			t.Errorf("%s, %v: %q, %v, want %q", test.mode, test.control, said, err, test.want)
		}
	}
}

// An engine that cannot be started is an error before the first game.
func TestEngineThatIsNotThere(t *testing.T) {
	_, err := Start("no-such-engine --level 3", child.Options{})
	if err == nil || !strings.Contains(err.Error(), "no-such-engine") {
		t.Errorf("the error is %v", err)
	}
}

// When told to stop, the runner finishes no new game, and when its context
// ends it gives up at once; either way nothing is left.
func TestStopping(t *testing.T) {
	drain := make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	stop := sync.OnceFunc(func() {
		close(drain)
		cancel()
	})
	asked := child.Options{Trace: func(direction, line string) {
		if direction == "<" && strings.HasPrefix(line, "genmove") {
			stop()
		}
	}}
	games := 0
	runner := match.Runner{
		Entrants: []match.Entrant{{Name: "a", Start: start(t, "good")}, {Name: "b", Start: startWith(t, "hangs", asked)}},
		Referee:  &match.Referee{Patience: time.Hour},
		Finished: func(*match.Game) (bool, error) { games++; return true, nil },
	}
	schedule := match.Schedule{Players: 2, Openings: match.BuiltinOpenings()}
	if err := runner.Run(ctx, schedule.Slots(), drain); err != context.Canceled || games != 0 {
		t.Errorf("err = %v after %d games", err, games)
	}
}

// A plain exchange keeps answers of several lines whole.
func TestCommand(t *testing.T) {
	player, err := start(t, "banner")(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	c := player.(*Client)
	defer c.Close()
	ctx := context.Background()
	list, err := c.Command(ctx, "list_commands")
	if want := []string{"clear_board", "play", "genmove", "list_commands"}; err != nil || !slices.Equal(strings.Fields(list), want) {
		t.Errorf("list_commands answers %q, %v", list, err)
	}
	if text, err := c.Command(ctx, "dance"); err == nil || text != "unknown command" {
		t.Errorf("an unknown command answers %q, %v", text, err)
	}
	if _, err := c.Command(ctx, "play b d4"); err == nil {
		t.Error("an illegal move is accepted")
	}
}

func TestDetect(t *testing.T) {
	for _, mode := range []string{"good", "banner", "byte-order-mark", "carriage-returns"} {
		dir := t.TempDir()
		kind, err := child.Detect(context.Background(), fmt.Sprintf("'%s' fake %s '%s'", os.Args[0], mode, dir), time.Minute, child.Options{})
		if kind != child.GTP || err != nil {
			t.Errorf("a GTP engine (%s) is taken for %q, %v", mode, kind, err)
		}
		noneLeft(t, dir)
	}
}

// A program that is no engine is given up when the user's patience ends, whether it is
// silent or prints much.
func TestDetectNothing(t *testing.T) {
	for _, mode := range []string{"hangs-at-once", "floods-at-once"} {
		dir := t.TempDir()
		line := fmt.Sprintf("'%s' fake %s '%s'", os.Args[0], mode, dir)
		_, err := child.Detect(t.Context(), line, 300*time.Millisecond, child.Options{})
		if err == nil || !strings.Contains(err.Error(), "no answer in 300ms") {
			t.Errorf("%s: %v", mode, err)
		}
		if notes, _ := os.ReadDir(dir); len(notes) > 0 { // it has had the time to make one
			noneLeft(t, dir)
		}
	}
}
