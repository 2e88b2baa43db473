package notation_test

import (
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

const startBoard = "---------------------------OX------XO---------------------------"

func TestParsePosition(t *testing.T) {
	start := board.Start()
	tests := []struct {
		text string
		want board.Position
		side board.Color
		err  string
	}{
		{startBoard + " X", start, board.Black, ""},
		{startBoard + " O", start.Pass(), board.White, ""},
		{startBoard + "X", start, board.Black, ""},
		{startBoard + " black", start, board.Black, ""},
		{startBoard + "  W \r\n", start.Pass(), board.White, ""},
		{"-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *", start, board.Black, ""},
		{strings.ToLower(strings.ReplaceAll(startBoard, "-", ".")) + " x", start, board.Black, ""},
		{startBoard, board.Position{}, 0, "the side to move is missing: add X or O"},
		{"", board.Position{}, 0, "a board has 64 squares, not 0"},
		{startBoard[:63] + " X", board.Position{}, 0, "a board has 64 squares, not 63"},
		{"-------- -------- -------- ---O*--- ---*O--- -------- -------- ------- *", board.Position{}, 0, "a board has 64 squares, not 63"},
		{startBoard[:62] + " X", board.Position{}, 0, "a board has 64 squares, not 62"},
		{strings.TrimSpace(strings.ReplaceAll(startBoard, "-", "- ")), board.Position{}, 0, "the side to move is missing: add X or O"},
		{startBoard[:40], board.Position{}, 0, "a board has 64 squares, not 40"},
		{startBoard + " Z", board.Position{}, 0, `"Z" is not a side to move: use X or O`},
		{startBoard + "- X", board.Position{}, 0, "a board has 64 squares, not 65"},
		{startBoard + "XOX X", board.Position{}, 0, "a board has 64 squares, not 67"},
		{startBoard + "--", board.Position{}, 0, "a board has 64 squares, not 66"},
		{startBoard + "-", board.Position{}, 0, `"-" is not a side to move: use X or O`},
		{startBoard + " X O", board.Position{}, 0, `"O" stands after the side to move`},
		{"----8", board.Position{}, 0, `a board has 64 of X, O and -, not "8" after 4 squares`},
	}
	for _, test := range tests {
		p, side, err := notation.ParsePosition(test.text)
		if p != test.want || side != test.side || errorText(err) != test.err {
			t.Errorf("ParsePosition(%q) = %+v %v, error %q; want error %q", test.text, p, side, errorText(err), test.err)
		}
	}
}

func TestFormatPosition(t *testing.T) {
	afterF5 := board.Start().Play(37)
	for _, side := range []board.Color{board.Black, board.White} {
		text := notation.FormatPosition(afterF5, side)
		p, got, err := notation.ParsePosition(text)
		if p != afterF5 || got != side || err != nil {
			t.Errorf("%s reads back as %+v %v %v", text, p, got, err)
		}
	}
	if got := notation.FormatPosition(board.Start(), board.Black); got != startBoard+" X" {
		t.Errorf("the start prints as %s", got)
	}
}
