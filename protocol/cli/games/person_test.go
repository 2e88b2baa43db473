package games_test

import (
	"regexp"
	"strings"
	"testing"
)

// With a strength why says how likely such a player finds the best move: as hint does.
func TestWhyTellsTheChance(t *testing.T) {
	code, stdout, stderr := run("f5\nd3\nwhy\nmoves\nquit\n", "play", "--elo", "800", "--seed", "3")
	said := regexp.MustCompile(`against ([A-H][1-8])\.(?s:.*)A player of 800 Elo finds ([A-H][1-8]) in (\d+%) of such cases\.`).FindStringSubmatch(stdout)
	if code != 0 || stderr != "" || said == nil || said[1] != said[2] {
		t.Fatalf("code %d, stderr %q, %q in\n%s", code, stderr, said, stdout)
	}
	line := regexp.MustCompile(`black> moves\n([A-H1-8]+)`).FindStringSubmatch(stdout)
	if line == nil {
		t.Fatalf("no moves in\n%s", stdout)
	}
	code, hints, _ := run("", "hint", "--elo", "800", "--no-book", "--lines", "60", line[1][:4])
	row := regexp.MustCompile(`(?m)^` + said[2] + ` +\S+ +(\d+%)`).FindStringSubmatch(hints)
	if code != 0 || row == nil || row[1] != said[3] {
		t.Errorf("why says %s, hint %q in\n%s", said[3], row, hints)
	}
}

func TestStrengthOfBothPlayers(t *testing.T) {
	code, stdout, stderr := run("strength\nquit\n", "play", "--level", "1", "--seed", "1")
	if code != 0 || stderr != "" || strings.Count(stdout, "had too few choices to tell.") != 2 {
		t.Errorf("code %d, stderr %q in\n%s", code, stderr, stdout)
	}
	code, stdout, stderr = run("load ../../../scripts/examples/game.sgf\nstrength\nquit\n", "play", "--level", "1", "--seed", "1")
	form := regexp.MustCompile(`(You play|Kaeshi plays) like about \d+ Elo \(90%: \d+ to \d+\)\.`)
	if code != 0 || stderr != "" || len(form.FindAllString(stdout, -1)) != 2 {
		t.Errorf("code %d, stderr %q in\n%s", code, stderr, stdout)
	}
}
