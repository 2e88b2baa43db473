package book

import (
	"testing"

	"kaeshi/engine/board"
)

func TestNames(t *testing.T) {
	for moves, want := range map[string]string{
		"F5D6":       "Perpendicular (縦取り)",
		"f5d6c3d3c4": "Tiger (虎)",
		"f5d6c4d3c3": "Tiger (虎)", // another order
		"c4e3f6e6f5": "Tiger (虎)", // turned
		"f5f6":       "Diagonal (斜め取り)",
		"f5":         "",
	} {
		if name, _ := NameOf(after(t, moves)); name.String() != want {
			t.Errorf("%s is called %q, want %q", moves, name, want)
		}
	}
	line := read(t, "f5d6c3d3c4f4\n0\n")[0]
	if name := NameOfLine(line.Plies); name.String() != "Tiger (虎)" {
		t.Errorf("the line is called %q, want the last name on it", name)
	}
	if name, ok := NameOf(board.Start()); ok {
		t.Errorf("the start is called %q", name)
	}
	if len(names()) < 60 {
		t.Errorf("only %d openings have names", len(names()))
	}
}
