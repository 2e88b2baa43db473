package gtp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A game with passes that its file leaves out; Black passes before move 9.
const passGame = "f5f6d3g5h5h4f7h6c5"

func TestLoad(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	moves := write("moves of a game.txt", passGame+"\n")
	sgf := write("a.sgf", "(;GM[2]SZ[8];B[fe];W[df];B[cc])")
	board := write("a.obf", "-------------------X-------XX--O---XXXOO-----X-O-----X---------- X; % a pass")
	empty := write("empty.sgf", "")

	for _, test := range []struct{ command, answer, legal string }{
		{"loadsgf " + sgf, "= white", "D3 F3 F4 G5"},
		{"loadsgf " + sgf + " 1", "= black", "D3 C4 F5 E6"},
		{"loadsgf " + sgf + " 2", "= white", "F4 D6 F6"},
		{"loadsgf " + sgf + " 0", "= black", "D3 C4 F5 E6"},
		{"loadsgf " + sgf + " 99", "= white", ""},
		{"kaeshi-load " + moves + " 8", "= white", ""},
		{"kaeshi-load " + moves + " 9", "= white", "C5 E7"},
		{"kaeshi-load " + moves, "= black", ""},
		{"kaeshi-load " + board, "= black", "pass"},
		{"loadsgf " + empty, "? cannot load file", ""},
		{"kaeshi-load " + empty, "? " + empty + ": no game found", ""},
		{"loadsgf " + folder, "? cannot load file", ""},
	} {
		got := strings.Split(dialogue(t, newDouble(), test.command+"\ngogui-rules_legal_moves\n"), "\n\n")
		if got[0] != test.answer {
			t.Errorf("%s: %q, want %q", test.command, got[0], test.answer)
		}
		if test.legal != "" && sorted(got[1]) != sorted("= "+test.legal) {
			t.Errorf("%s: then %q, want %q", test.command, got[1], test.legal)
		}
	}
}

func sorted(words string) string {
	list := strings.Fields(words)
	for i := range list {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	return strings.Join(list, " ")
}

// One undo takes back a move and the pass before it, loaded or played.
func TestUndoAfterLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game")
	if err := os.WriteFile(path, []byte(passGame), 0o666); err != nil {
		t.Fatal(err)
	}
	got := dialogue(t, newDouble(), "kaeshi-load "+path+"\nundo\ngogui-rules_legal_moves\n")
	if got != "= black\n\n=\n\n= pass\n\n" {
		t.Errorf("got %q", got)
	}
}

func TestWhatIsPrintedIsLoadedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "with blanks.sgf")
	e := newDouble()
	input := "kaeshi-setup -------------------X-------XX--O---XXXOO-----X-O-----X---------- X\n" +
		"play w c5\ngenmove b\nprintsgf " + path + "\nprintsgf\n"
	answers := strings.Split(dialogue(t, e, input), "\n\n")
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := "= " + strings.TrimRight(string(written), "\n"); answers[4] != want {
		t.Errorf("answered %q, written %q", answers[4], want)
	}
	again := newDouble()
	if got := dialogue(t, again, "loadsgf "+path+"\n"); got != "= white\n\n" {
		t.Errorf("got %q", got)
	}
	if again.Game().Position() != e.Game().Position() || len(again.Game().Moves()) != len(e.Game().Moves()) {
		t.Error("another game came back")
	}
}
