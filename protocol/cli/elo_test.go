package cli

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

const eloPlies = 12

var squareOf = regexp.MustCompile(`[A-H][1-8]`)

// byGTP returns the moves with which a person of 1000 Elo begins a game.
func byGTP(t *testing.T, seed string) []string {
	t.Helper()
	script := "kaeshi-param elo 1000\n" + strings.Repeat("genmove black\ngenmove white\n", eloPlies/2) + "quit\n"
	code, stdout, stderr := run(script, "gtp", "--seed", seed)
	if code != 0 || stderr != "" {
		t.Fatalf("code %d, stderr %q", code, stderr)
	}
	return squareOf.FindAllString(stdout, -1)
}

// byJSON asks for each move of the game as far as it is known.
func byJSON(t *testing.T, seed string, moves []string) (got []string) {
	t.Helper()
	var script strings.Builder
	for i := range moves {
		fmt.Fprintf(&script, `{"id":"%d","moves":"%s","play":true,"elo":1000}`+"\n", i, strings.Join(moves[:i], ""))
	}
	code, stdout, stderr := run(script.String(), "analyze", "--threads", "1", "--seed", seed)
	if code != 0 || stderr != "" {
		t.Fatalf("code %d, stderr %q", code, stderr)
	}
	for line := range strings.Lines(stdout) {
		var answer struct{ Moves []struct{ Move string } }
		if err := json.Unmarshal([]byte(line), &answer); err != nil || len(answer.Moves) != 1 {
			t.Fatalf("%s: %v", line, err)
		}
		got = append(got, answer.Moves[0].Move)
	}
	return got
}

// The same seed gives the same game, however it is played, and other seeds other games.
func TestEloRepeatsInAllProtocols(t *testing.T) {
	first := byGTP(t, "7")
	if len(first) != eloPlies {
		t.Fatalf("%d moves: %v", len(first), first)
	}
	if again := byGTP(t, "7"); strings.Join(again, "") != strings.Join(first, "") {
		t.Errorf("GTP: %v, then %v", first, again)
	}
	if other := byGTP(t, "8"); strings.Join(other, "") == strings.Join(first, "") {
		t.Errorf("seeds 7 and 8 both play %v", other)
	}
	if got := byJSON(t, "7", first); strings.Join(got, "") != strings.Join(first, "") {
		t.Errorf("JSON: %v, not %v", got, first)
	}
}

func TestEloRepeatsInPlay(t *testing.T) {
	play := func(seed string) string {
		code, stdout, stderr := run("f5\nf4\nd3\nmoves\nquit\n", "play", "--elo", "1000", "--seed", seed)
		if code != 0 || stderr != "" {
			t.Fatalf("code %d, stderr %q", code, stderr)
		}
		return stdout
	}
	first := play("1")
	if again := play("1"); again != first {
		t.Errorf("seed 1 plays\n%s\nthen\n%s", first, again)
	}
	if play("2") == first && play("3") == first {
		t.Error("seeds 1, 2 and 3 play the same game")
	}
}

// What is no strength is refused, and the strength stays.
func TestGTPRefusesStrengths(t *testing.T) {
	_, stdout, _ := run("kaeshi-param elo 900\nkaeshi-param elo 399\nkaeshi-param elo 9999\nkaeshi-param elo strong\nkaeshi-param\nquit\n", "gtp")
	answers := strings.Split(stdout, "\n\n")
	for i, want := range []string{"=", "? unacceptable elo", "? unacceptable elo", "? syntax error"} {
		if strings.TrimSpace(answers[i]) != want {
			t.Errorf("answer %d is %q, not %q", i+1, answers[i], want)
		}
	}
	if !strings.Contains(answers[4], "[string] elo 900\n") {
		t.Errorf("%q", answers[4])
	}
}
