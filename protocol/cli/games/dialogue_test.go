package games_test

import (
	"bytes"
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/protocol/cli"
)

// run runs the program in this process.
func run(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = cli.Main(append([]string{"kaeshi"}, args...), strings.NewReader(stdin), &out, &err)
	return code, out.String(), err.String()
}

func TestPlayDialogue(t *testing.T) {
	tests := []struct {
		name, stdin string
		args        []string
		want        []string // in this order
	}{
		{"a move is answered", "f5\nquit\n", nil, []string{"You are black.", "black> f5", "Kaeshi plays ", "black> quit"}},
		{"a square is a square in either case", " F5 \nquit\n", nil, []string{"Kaeshi plays "}},
		{"white waits", "quit\n", []string{"--colour", "white"}, []string{"You are white.", "Kaeshi plays ", "white> quit"}},
		{"the end of input ends", "f5\n", nil, []string{"Kaeshi plays ", "black> \n"}},
		{"no input at all", "", nil, []string{"black> \n"}},
		{"nonsense is told once", "f9\nquit\n", nil, []string{`"f9" is neither a move nor a word of mine.`, "black> quit"}},
		{"illegal", "a1\nquit\n", nil, []string{"A1 is not legal here; legal moves: D3 C4 F5 E6."}},
		{"occupied", "d4\nquit\n", nil, []string{"D4 is not legal here"}},
		{"no pass with a move", "pass\nquit\n", nil, []string{"You may not pass; legal moves: D3 C4 F5 E6."}},
		{"nothing to undo", "undo\nquit\n", nil, []string{"There is no move of yours to take back."}},
		{"undo", "f5\nundo\nd3\nquit\n", nil, []string{"Kaeshi plays", "black> undo", "Black (X) 2", "black> d3", "Kaeshi plays"}},
		{"hint", "hint\nquit\n", nil, []string{"Hint: "}},
		{"resign", "resign\nf5\n", nil, []string{"You resign: Kaeshi wins."}},
		{"help", "help\nquit\n", nil, []string{"undo    take back your last move"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			code, stdout, stderr := run(test.stdin, append([]string{"play", "--level", "1", "--seed", "1"}, test.args...)...)
			if code != 0 || stderr != "" {
				t.Errorf("code %d, stderr %q", code, stderr)
			}
			if strings.Contains(stdout, "\x1b") {
				t.Error("colours where no terminal is")
			}
			rest := stdout
			for _, want := range test.want {
				_, after, found := strings.Cut(rest, want)
				if !found {
					t.Fatalf("%q is missing in its place in\n%s", want, stdout)
				}
				rest = after
			}
		})
	}
}

func TestPlayAWholeGame(t *testing.T) {
	code, stdout, stderr := run(strings.Repeat(everyWord(), 64), "play", "--level", "1", "--seed", "1")
	if code != 0 || stderr != "" || !strings.Contains(stdout, "The game is over: Black ") {
		t.Errorf("code %d, stderr %q, no end in\n%.2000s", code, stderr, stdout)
	}
}

// everyWord is all squares and a pass, one a line: among them is a legal move.
func everyWord() string {
	var words strings.Builder
	for sq := range board.Square(64) {
		words.WriteString(sq.String() + "\n")
	}
	return words.String() + "pass\n"
}
