package notation_test

import (
	"strings"
	"testing"

	"kaeshi/engine/notation"
)

// TestPastedMoves holds that the forms in which people write games are read.
func TestPastedMoves(t *testing.T) {
	tests := []struct {
		text  string
		games []string
		score notation.Number // of the first
	}{
		{"f5d6c3", []string{"F5D6C3"}, notation.Number{}},
		{"f5 d6 c3", []string{"F5D6C3"}, notation.Number{}},
		{"  F5\tD6   C3  ", []string{"F5D6C3"}, notation.Number{}},
		{"f5-d6-c3", []string{"F5D6C3"}, notation.Number{}},
		{"f5 - d6 - c3", []string{"F5D6C3"}, notation.Number{}},
		{"f5–d6—c3", []string{"F5D6C3"}, notation.Number{}},
		{"f5,d6,c3", []string{"F5D6C3"}, notation.Number{}},
		{"f5, d6, c3,", []string{"F5D6C3"}, notation.Number{}},
		{"1. f5 d6 2. c3", []string{"F5D6C3"}, notation.Number{}},
		{"1.f5 d6 2.c3", []string{"F5D6C3"}, notation.Number{}},
		{"1. f5 2. d6 3. c3", []string{"F5D6C3"}, notation.Number{}},
		{"1.f5 2.d6 3.c3 4.", []string{"F5D6C3"}, notation.Number{}},
		{"1. f5-d6 2. c3-d3", []string{"F5D6C3D3"}, notation.Number{}},
		{"1. f5, d6; ", nil, notation.Number{}},
		{"1. f5 d6\n2. c3 d3\n3. c4", []string{"F5D6C3D3C4"}, notation.Number{}},
		{"1. f5\n2. d6\n3. c3", []string{"F5D6C3"}, notation.Number{}},
		{"1. f5 d6\n2. c3 33-31", []string{"F5D6C3"}, known(2)},
		{"1. f5 d6\n2. c3\n33-31\n1. f5 f6", []string{"F5D6C3", "F5F6"}, known(2)},
		{"f5-d6-\nc3-d3", []string{"F5D6C3D3"}, notation.Number{}},
		{"f5,d6,\nc3,d3\nf5f6", []string{"F5D6C3D3", "F5F6"}, notation.Number{}},
		{"1. f5d6\n2. f5f6\n3. f5f4", []string{"F5D6", "F5F6", "F5F4"}, notation.Number{}}, // a numbered list
		{"f5d6c3 33-31", []string{"F5D6C3"}, known(2)},
		{"f5d6c3 20 - 44", []string{"F5D6C3"}, known(-24)},
		{"f5d6c3 32:32", []string{"F5D6C3"}, known(0)},
		{"f5 d6 c3 +2", []string{"F5D6C3"}, known(2)},
		{"f5 d6 c3 -2", []string{"F5D6C3"}, known(-2)},
		{"f5 d6 c3 *", []string{"F5D6C3"}, notation.Number{}},
		{"f5 d6 c3 1-0", []string{"F5D6C3"}, notation.Number{}},
		{"f5f6d3g5h5h4f7h6--c5", []string{"F5F6D3G5H5H4F7H6PAC5"}, notation.Number{}},
		{"f5-f6-d3-g5-h5-h4-f7-h6-pass-c5", []string{"F5F6D3G5H5H4F7H6PAC5"}, notation.Number{}},
		{"1. f5 f6 2. d3 g5 3. h5 h4 4. f7 h6 5. -- c5", []string{"F5F6D3G5H5H4F7H6PAC5"}, notation.Number{}},
		{"f5f6d3g5h5h4f7h6 --\nf5f6", []string{"F5F6D3G5H5H4F7H6PA", "F5F6"}, notation.Number{}},
	}
	for _, test := range tests {
		games, err := notation.ReadGames("x.txt", strings.NewReader(test.text))
		var got []string
		for _, g := range games {
			got = append(got, moveText(g))
		}
		if strings.Join(got, " ") != strings.Join(test.games, " ") || (err == nil) != (test.games != nil) {
			t.Errorf("%q: %q, want %q (%v)", test.text, got, test.games, err)
			continue
		}
		if len(games) > 0 && games[0].Result.Score != test.score {
			t.Errorf("%q: result %+v, want %v", test.text, games[0].Result, test.score)
		}
	}
}

func TestPastedMovesThatAreWrong(t *testing.T) {
	for text, want := range map[string]string{
		"f5d6c3 33-60":         `x.txt:1: "33-60" is not a result of 64 discs`,
		"1. f5 d6 2. a1":       "x.txt:1: move 3: A1 is not legal here",
		"f5-d6-x9":             `x.txt:1: move 3: "x9" is not a square`,
		"1. f5 d6\n2. c3 3. z": `x.txt:2: move 2: "z" is not a square`,
	} {
		_, err := notation.ReadGames("x.txt", strings.NewReader(text))
		if errorText(err) != want {
			t.Errorf("%q: %q, want %q", text, errorText(err), want)
		}
	}
}
