package nboard

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kaeshi/engine"
	"kaeshi/engine/human"
)

// A strength is set, taken back, and refused out of its range, which changes nothing.
func TestSetElo(t *testing.T) {
	refusal := func(value string) string {
		return fmt.Sprintf("status set elo: %q is not 0 or a number within %d to %d", value, human.MinElo, human.MaxElo())
	}
	d := &double{think: endless}
	g := connect(t, d, Options{})
	for i, step := range []struct {
		value, answer string
		want          int
	}{
		{"900", "", 900}, {"399", refusal("399"), 900}, {"0", "", 0}, {"400", "", 400},
		{"strong", refusal("strong"), 400}, {"9999", refusal("9999"), 400}, {fmt.Sprint(human.MaxElo()), "", human.MaxElo()},
	} {
		g.send("set elo "+step.value, fmt.Sprintf("ping %d", i))
		if step.answer != "" {
			g.expect(step.answer)
		}
		g.expect(fmt.Sprintf("pong %d", i))
		if d.elo != step.want {
			t.Errorf("set elo %s: %d Elo, not %d", step.value, d.elo, step.want)
		}
	}
}

// With a strength the depth that the client sets does not count.
func TestEloOverridesDepth(t *testing.T) {
	d := &double{think: endless}
	g := connect(t, d, Options{})
	g.send("set depth 13", "set elo 900", "go")
	g.expect("status Thinking", "status Depth 1: F5f6 1.50")
	g.send("ping 1")
	g.until("pong")
	if d.limit != (engine.Limit{}) {
		t.Errorf("a person thinks with %+v", d.limit)
	}
}

// The same seed plays the same game, another one another.
func TestEloRepeatsWithItsSeed(t *testing.T) {
	play := func(seed uint64) (moves []string) {
		e, err := engine.New(engine.Options{Threads: 1, HashMB: 1, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		g := connect(t, e, Options{})
		g.send("set game "+emptyGame, "set elo 1000")
		for range 14 {
			g.send("go")
			answers := g.until("===")
			move, _, _ := strings.Cut(strings.TrimPrefix(answers[len(answers)-1], "=== "), "/")
			g.until("status")
			g.send("move " + move)
			moves = append(moves, move)
		}
		g.send("quit")
		return moves
	}
	first := play(3)
	if again := play(3); !slices.Equal(again, first) {
		t.Errorf("seed 3 plays %v, then %v", first, again)
	}
	if slices.Equal(play(4), first) && slices.Equal(play(5), first) {
		t.Errorf("seeds 3, 4 and 5 all play %v", first)
	}
}
