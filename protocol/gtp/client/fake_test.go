package client

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/match"
)

// The test binary is also the engines of these tests: run as "BINARY fake MODE
// DIR" it plays random moves by GTP and misbehaves as MODE says. Its process id
// becomes a file name in DIR, so that a test can see that nothing is left.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "fake" {
		(&fake{mode: os.Args[2], dir: os.Args[3], player: match.NewRandom(1)}).run()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

type fake struct {
	mode     string
	dir      string
	player   *match.Random
	genmoves int
}

func (f *fake) note(pid int) { os.WriteFile(filepath.Join(f.dir, fmt.Sprint(pid)), nil, 0o666) }

func (f *fake) run() {
	f.note(os.Getpid())
	switch f.mode {
	case "dies-at-once":
		os.Exit(3)
	case "hangs-at-once":
		time.Sleep(time.Hour)
	case "floods-at-once":
		misbehaviours["flood-of-lines"]()
	case "byte-order-mark":
		fmt.Print("\uFEFF")
	case "banner":
		fmt.Print("The Great Engine 1.0\nloading tables\n\n")
	case "ignores-quit":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	case "leaves-a-child":
		sleeper := exec.Command("sleep", "1000")
		sleeper.Stdout, sleeper.Stderr = os.Stdout, os.Stderr
		if sleeper.Start() == nil {
			f.note(sleeper.Process.Pid)
		}
	}
	if f.mode == "one-instance" {
		f.alone()
	}
	end := "\n\n"
	if f.mode == "carriage-returns" {
		end = "\r\n\r\n"
	}
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		fields := strings.Fields(input.Text())
		if fields[0] == "quit" && f.mode == "ignores-quit" {
			continue
		}
		fmt.Print(f.answer(fields) + end)
		if fields[0] == "quit" {
			return
		}
	}
	if f.mode == "ignores-quit" {
		time.Sleep(time.Hour)
	}
}

// alone lets no second instance run in its folder.
func (f *fake) alone() {
	if os.Mkdir(filepath.Join(filepath.Dir(f.dir), "taken"), 0o777) != nil {
		os.Exit(4)
	}
}

func (f *fake) answer(fields []string) string {
	ctx := context.Background()
	switch fields[0] {
	case "list_commands":
		if f.mode == "lists-nothing" {
			return "? unknown command"
		}
		if f.mode == "ten-levels" {
			return "= clear_board\nplay\ngenmove\nlist_commands\nset_level"
		}
		return "= clear_board\nplay\ngenmove\nlist_commands"
	case "clear_board":
		f.player.NewGame(ctx, match.Control{})
		return "="
	case "play":
		side, _ := board.ParseColor(fields[1])
		sq, ok := board.ParseSquare(fields[2])
		if !ok && f.mode == "no-passes" {
			return "? syntax error"
		}
		if !ok {
			sq = board.Pass
		}
		if f.player.Play(ctx, side, sq) != nil {
			return "? illegal move"
		}
		return "="
	case "genmove":
		f.genmoves++
		if misbehave := misbehaviours[f.mode]; misbehave != nil && f.genmoves >= 3 {
			return misbehave()
		}
		side, _ := board.ParseColor(fields[1])
		answer, err := f.player.Genmove(ctx, side)
		if err != nil {
			return "? " + err.Error()
		}
		return "= " + strings.ToLower(answer.Square.String())
	case "set_level":
		switch {
		case f.mode != "ten-levels":
			return "? unknown command"
		case len(fields[1]) > 1:
			return "? no such level"
		}
		return "="
	case "time_settings", "time_left":
		if f.mode == "whole-seconds" && strings.Contains(strings.Join(fields, " "), ".") {
			return "? not an integer"
		}
		return "="
	case "quit":
		return "="
	}
	return "? unknown command"
}

// misbehaviours are what a fake engine does when asked for its third move and
// all later ones, by its mode.
var misbehaviours = map[string]func() string{
	"hangs": func() string { time.Sleep(time.Hour); return "" },
	"dies": func() string {
		fmt.Fprintln(os.Stderr, "out of luck")
		os.Exit(3)
		return ""
	},
	"closes-output": func() string {
		os.Stdout.Close()
		time.Sleep(time.Hour)
		return ""
	},
	"garbage":     func() string { return "I think that E3 is nice" },
	"no-square":   func() string { return "= E9" },
	"half-answer": func() string { fmt.Print("= E"); time.Sleep(time.Hour); return "" },
	"illegal":     func() string { return "= D4" },
	"passes":      func() string { return "= pass" },
	"refuses":     func() string { return "? no idea" },
	"resigns":     func() string { return "= resign" },
	"too-slow":    func() string { time.Sleep(6 * time.Second); return "= d4" },
	"flood": func() string {
		for {
			fmt.Print(strings.Repeat("=", 1<<16))
		}
	},
	"endless-answer": func() string {
		fmt.Print("=")
		for {
			fmt.Print(strings.Repeat("blah\n", 1<<12))
		}
	},
	"flood-of-lines": func() string {
		for {
			fmt.Print(strings.Repeat("blah\n", 1<<12))
		}
	},
}
