package games_test

import (
	"bytes"
	"os"
	"regexp"
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
		{"nonsense is told once", "f9\nquit\n", nil, []string{`"f9" is neither a move nor a word that I know.`, "black> quit"}},
		{"illegal", "a1\nquit\n", nil, []string{"A1 is not legal here; legal moves: D3 C4 F5 E6."}},
		{"occupied", "d4\nquit\n", nil, []string{"D4 is not legal here"}},
		{"no pass with a move", "pass\nquit\n", nil, []string{"You may not pass; legal moves: D3 C4 F5 E6."}},
		{"nothing to undo", "undo\nquit\n", nil, []string{"There is no move of yours to take back."}},
		{"undo", "f5\nundo\nd3\nquit\n", nil, []string{"Kaeshi plays", "black> undo", "Black (X) 2", "black> d3", "Kaeshi plays"}},
		{"hint", "hint\nquit\n", nil, []string{"Hint: "}},
		{"resign", "resign\nf5\n", nil, []string{"You resign: Kaeshi wins."}},
		{"hints", "hint 3\nquit\n", nil, []string{"Hint: ", "Hint: ", "Hint: ", "black> quit"}},
		{"no number of hints", "hint none\nquit\n", nil, []string{`"none" is not a number of moves.`}},
		{"help", "help\nquit\n", nil, []string{"undo, u              take back your last move"}},
		{"a question mark", "?\nq\n", nil, []string{"quit, exit, q        leave", "black> q"}},
		{"exit", "exit\nf5\n", nil, []string{"black> exit\n"}},
		{"transcript", "moves\nf5\nmoves\nquit\n", nil, []string{"No move has been made.", "black> moves\nF5"}},
		{"the last move is marked", "f5\nquit\n", nil, []string{"[O]"}},
		{"a new game", "f5\nnew\nquit\n", nil, []string{"Black (X) 3", "Black (X) 2", "black> quit"}},
		{"the other side", "switch\nquit\n", nil, []string{"You are white.", "Kaeshi plays ", "[X]", "white> quit"}},
		{"level", "level\nlevel 3\nlevel 99\nlevel\nquit\n", nil, []string{"at level 1.", "at level 3.", `"99" is not a level: they go from 0 to 30.`, "at level 3."}},
		{"after the end", "resign\nf5\npass\nhint\nundo\nf5\nquit\n", nil, []string{"You resign", "type new", "type new", "type new", "black> f5", "Kaeshi plays "}},
		{"a bad file", "load nosuch.sgf\nload\nsave\nsave x.xyz\nquit\n", nil, []string{"nosuch.sgf: no such file", "Name a file", "name a file", "has to end in .sgf"}},
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

// A saved game is loaded with all its moves; a file that somebody else made stays.
func TestPlaySavesAndLoads(t *testing.T) {
	t.Chdir(t.TempDir())
	const precious = "not a game"
	if err := os.WriteFile("there.sgf", []byte(precious), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"game.sgf", "game.ggf", "game.pgn", "game.txt"} {
		script := "f5\nmoves\nsave NAME\nnew\nload NAME\nmoves\nresign\nsave NAME\nsave there.sgf\nquit\n"
		code, stdout, stderr := run(strings.ReplaceAll(script, "NAME", name), "play", "--level", "1", "--seed", "1")
		if code != 0 || stderr != "" || strings.Count(stdout, "Saved as "+name) != 2 || !strings.Contains(stdout, "there.sgf is there already") {
			t.Errorf("%s: code %d, stderr %q\n%s", name, code, stderr, stdout)
		}
		shown := regexp.MustCompile(`> moves\n(F5..)\n`).FindAllStringSubmatch(stdout, -1)
		if len(shown) != 2 || shown[0][1] != shown[1][1] {
			t.Errorf("%s: moves before and after %q", name, shown)
		}
	}
	if text, err := os.ReadFile("there.sgf"); err != nil || string(text) != precious {
		t.Errorf("the other file has %q, %v", text, err)
	}
	if text, err := os.ReadFile("game.ggf"); err != nil || !strings.Contains(string(text), "RE[-64.000:r]") {
		t.Errorf("a game that Black resigned is %q, %v", text, err)
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
