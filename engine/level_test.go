package engine

import "testing"

// The origin's levels, as its text has them: midgame depth, exact from, win, loss or
// draw from.
func TestOriginsLevels(t *testing.T) {
	for number, want := range map[int][3]int{1: {2, 8, 10}, 2: {4, 10, 12}, 3: {6, 12, 14}, 4: {8, 14, 16}} {
		l := Levels[number]
		if got := [3]int{l.Depth, l.ExactFrom, l.WLDFrom}; got != want {
			t.Errorf("level %d is %v, want %v", number, got, want)
		}
	}
}

// No part of a level is
// less than in the one below, but that a deeper search may pass over more.
func TestEachLevelGoesFurther(t *testing.T) {
	for number := MinLevel + 1; number <= MaxLevel; number++ {
		low, high := Levels[number-1], Levels[number]
		steps := []int{
			high.Depth - low.Depth, high.SolveFrom - low.SolveFrom,
			high.WLDFrom - low.WLDFrom, high.ExactFrom - low.ExactFrom,
		}
		if steps[0] == 0 {
			steps = append(steps, int(high.Selectivity)-int(low.Selectivity))
		}
		sum := 0
		for _, step := range steps {
			if step < 0 {
				t.Errorf("level %d is %+v, less in part than level %d, %+v", number, high, number-1, low)
			}
			sum += step
		}
		if sum == 0 {
			t.Errorf("level %d goes no further than level %d", number, number-1)
		}
	}
}

// No level asked for is not level 0, and what is beyond the table is its end.
func TestLevelChoice(t *testing.T) {
	var none LevelChoice
	for _, test := range []struct {
		choice LevelChoice
		number int
		asked  bool
	}{{none, 0, false}, {AtLevel(0), 0, true}, {AtLevel(7), 7, true}, {AtLevel(-3), MinLevel, true}, {AtLevel(1000), MaxLevel, true}} {
		if number, asked := test.choice.Number(); number != test.number || asked != test.asked {
			t.Errorf("%+v is level %d, %v", test.choice, number, asked)
		}
	}
	for choice, want := range map[LevelChoice]int{none: DefaultLevel, AtLevel(0): 0, AtLevel(9): 9} {
		e, err := New(Options{Level: choice, Seed: 1})
		if err != nil || e.Level() != want {
			t.Errorf("%+v makes an engine of level %d, want %d (%v)", choice, e.Level(), want, err)
		}
	}
}
