//go:build long && unix && !nohub

package cluster

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// verbs give the same at a hub as without one. OUT in a command is the name of the file
// that it writes; of a match that is the journal.
var verbs = []struct {
	name, command string
	local         string // flags without a hub
	result        func(t *testing.T, out, stdout string) string
}{
	{"label", "label --level 2 --exact 10 --one-in 2 --out OUT games.txt", "--threads 1", file},
	{"selfplay", "selfplay --level 1 --exact 10 --games 30 --seed 7 --out OUT", "--threads 1", file},
	{"solve", "solve --json ffo.obf", "--threads 1", printed},
	{"wld", "solve --wld --json ffo.obf", "--threads 1", printed},
	{"match", "match --seed 3 --games 8 --journal OUT self:level=2 self:level=1", "", moves},
	{"evaltest", "evaltest --depth 4 labels.kd", "", printed},
	{"calibrate", "calibrate --positions 1500 --depth 6 --exact 13 --seed 3 --out OUT games.txt", "", file},
	{"values", "calibrate --values --depth 6 --out OUT labels.kd", "", file},
}

func TestOutputIsTheLocalRuns(t *testing.T) {
	h := startHub(t)
	writeGames(t, h.path("games.txt"), 60)
	positions := read(t, "../data/endgame/ffo-1-19.obf")
	if err := os.WriteFile(h.path("ffo.obf"), []byte(positions), 0o644); err != nil {
		t.Fatal(err)
	}
	h.local(t, "label --threads 1 --level 1 --exact 10 --one-in 8 --seed 5 --out labels.kd games.txt")
	want := make([]string, len(verbs))
	for i, v := range verbs {
		out := v.name + "-local"
		p := h.local(t, strings.Replace(strings.ReplaceAll(v.command, "OUT", out), " ", " "+v.local+" ", 1))
		want[i] = v.result(t, h.path(out), p.out.String())
	}
	workers := 0
	for _, count := range []int{1, 2, 5} {
		for ; workers < count; workers++ {
			h.worker(t, fmt.Sprint("worker", workers))
		}
		for i, v := range verbs {
			t.Run(fmt.Sprint(v.name, " of ", count), func(t *testing.T) {
				out := fmt.Sprint(v.name, count)
				p := h.verb(t, strings.ReplaceAll(v.command, "OUT", out))
				if code := p.wait(t); code != 0 {
					t.Fatalf("exit code %d: %s", code, &p.err)
				}
				if got := v.result(t, h.path(out), p.out.String()); got != want[i] {
					t.Errorf("%d workers give\n%.2000q\nand this machine alone\n%.2000q", count, got, want[i])
				}
			})
		}
	}
}

func file(t *testing.T, out, _ string) string { return read(t, out) }

// seconds is what differs from run to run.
var seconds = regexp.MustCompile(`(?m)"(seconds|nps)":[0-9.e+-]+|^(processor )?time .*$`)

func printed(_ *testing.T, _, stdout string) string {
	return seconds.ReplaceAllString(stdout, "")
}

// moves returns the games of a journal in the order of the schedule, without their times.
// They come into it as they end.
func moves(t *testing.T, out, _ string) string {
	var games []string
	for _, line := range strings.Split(strings.TrimSpace(read(t, out)), "\n")[1:] {
		var g struct {
			Round               int
			Black, White, Moves string
			Discs               int
			Reason              string
			Plays               []struct{ Eval *float64 }
		}
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("%03d %s %s %s %d %s", g.Round, g.Black, g.White, g.Moves, g.Discs, g.Reason)
		for _, play := range g.Plays {
			if play.Eval != nil {
				text += fmt.Sprintf(" %g", *play.Eval)
			}
		}
		games = append(games, text)
	}
	slices.Sort(games)
	return strings.Join(games, "\n")
}
