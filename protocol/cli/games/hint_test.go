package games_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The value and the move are those of FFO #1, a public endgame: G8 wins by 18, H1 by 12.
func TestHintOfABoard(t *testing.T) {
	const ours = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
	spaced := strings.Join(strings.Split(ours, ""), " ")
	var rows []string
	for i := 0; i < 64; i += 8 {
		rows = append(rows, ours[i:i+8])
	}
	for name, board := range map[string]string{
		"ours":             ours + " X",
		"letters":          strings.NewReplacer("X", "b", "O", "w", "-", ".").Replace(ours) + " black",
		"blanks":           spaced + " X",
		"discs":            strings.NewReplacer("X", "●", "O", "○").Replace(ours) + " X",
		"lines":            strings.Join(rows, "\n") + "\nX",
		"rows of FEN":      "2PPPPP1/1pppPP1p/1pppPPpP/1pPpPpPP/pPPPpPPP/2PpPpPP/1PPPppp1/1ppppp2 b",
		"a star and an O":  strings.NewReplacer("X", "*").Replace(ours) + " *",
		"the other colour": strings.NewReplacer("X", "O", "O", "X").Replace(ours) + " O",
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := run("", "hint", "--level", "10", "--lines", "2", board)
			if code != 0 || stderr != "" || !strings.Contains(stdout, "G8    +18.00  proof  G8") || !strings.Contains(stdout, "H1    +12.00  proof") {
				t.Errorf("code %d, stderr %q\n%s", code, stderr, stdout)
			}
		})
	}
}

func TestHint(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.txt")
	if err := os.WriteFile(file, []byte("f5d6\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		stdin string
		args  []string
		want  string
	}{
		"moves":          {"", []string{"F5D6"}, "last move: white D6"},
		"words":          {"", []string{"f5", "d6"}, "last move: white D6"},
		"standard input": {"f5d6\n", []string{"-"}, "last move: white D6"},
		"a file":         {"", []string{file}, "last move: white D6"},
		"no book":        {"", []string{"--no-book", "--level", "1", "f5"}, "from     line"},
		"the book":       {"", []string{"f5"}, "book"},
		"a pass":         {"", []string{"-------------------X-------XX--O---XXXOO-----X-O-----X---------- X"}, "Black has no move and passes."},
		"the end":        {"", []string{"e6f4e3f6g5d6e7f5c5"}, "The game is over: Black 13, White 0."},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := run(test.stdin, append([]string{"hint"}, test.args...)...)
			if code != 0 || stderr != "" || !strings.Contains(stdout, test.want) {
				t.Errorf("code %d, stderr %q, no %q in\n%s", code, stderr, test.want, stdout)
			}
		})
	}
	for argument, want := range map[string]string{
		" ":        "no game found",
		"f5a1":     "move 2: A1 is not legal here",
		"XO":       "a board has 64 squares, not 2",
		"nosuch":   `"no" is not a square`,
		"f5 d6 zz": `"zz" is not a square`,
	} {
		code, stdout, stderr := run("", "hint", argument)
		if code != 1 || stdout != "" || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: code %d, stdout %q, stderr %q, want %q", argument, code, stdout, stderr, want)
		}
	}
}
