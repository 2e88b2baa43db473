package notation_test

import (
	"testing"

	"kaeshi/engine/notation"
)

// What stands behind a move never costs it: as NBoard and its engines send them, and
// as they do not.
func TestGGFMovesWithOddNumbers(t *testing.T) {
	number := func(x float64) notation.Number { return notation.Number{Value: x, Known: true} }
	for text, want := range map[string]notation.Move{
		"F5":               {},
		"F5/1.5/0.3":       {Eval: number(1.5), Seconds: number(0.3)},
		"f5//2":            {Seconds: number(2)},
		"F5/1,5/0,25":      {Eval: number(1.5), Seconds: number(0.25)},
		"F5/nan/inf":       {},
		"F5/-1000000/":     {Eval: number(-1e6)},
		"F5/1000001/3":     {Seconds: number(3), Comment: "1000001/3"},
		"F5/-1234567.89/3": {Seconds: number(3), Comment: "-1234567.89/3"},
		"F5/1e400/2":       {Seconds: number(2), Comment: "1e400/2"},
		"F5/one/2":         {Seconds: number(2), Comment: "one/2"},
		"F5/0x10/2":        {Seconds: number(2), Comment: "0x10/2"},
		"F5/1.000,5/2":     {Seconds: number(2), Comment: "1.000,5/2"},
		"F5/1/-5":          {Eval: number(1), Comment: "1/-5"},
		"F5/1/2/3":         {Eval: number(1), Comment: "1/2/3"},
		"F5/M12/":          {Comment: "M12/"},
	} {
		want.Square = 37
		if got, err := notation.ParseGGFMove(text); got != want || err != nil {
			t.Errorf("%s: %+v (%v), want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "/1/2", "I9/1/2", "F5x/1"} {
		if got, err := notation.ParseGGFMove(text); err == nil {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
