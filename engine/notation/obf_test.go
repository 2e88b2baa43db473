package notation_test

import (
	"errors"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

func TestParseOBF(t *testing.T) {
	tests := []struct {
		line  string
		moves []notation.ScoredMove
		note  string
		err   string
	}{
		{startBoard + " X; d3:+4; F5:-2;  % start", []notation.ScoredMove{{Square: 19, Value: 4}, {Square: 37, Value: -2}}, "start", ""},
		{startBoard + " X;D3:0", []notation.ScoredMove{{Square: 19}}, "", ""},
		{startBoard + " X", nil, "", ""},
		{startBoard + " X;;", nil, "", ""},
		{startBoard + " X; D3", nil, "", `"D3" is not a move and its value, such as D6:+4`},
		{startBoard + " X; Z3:+4", nil, "", `"Z3" is not a square`},
		{startBoard + " X; D4:+4", nil, "", "D4 is not legal here"},
		{startBoard + " X; D3:+66", nil, "", `the value of D3 is "+66", not a whole number of -64..64`},
		{startBoard + " X; D3:+1.5", nil, "", `the value of D3 is "+1.5", not a whole number of -64..64`},
		{startBoard + "; D3:+4", nil, "", "the side to move is missing: add X or O"},
		{startBoard[1:] + " X; D3:+4", nil, "", "a board has 64 squares, not 63"},
		{startBoard + "- X; D3:+4", nil, "", "a board has 64 squares, not 65"},
		{"% nothing", nil, "", "a board has 64 squares, not 0"},
	}
	for _, test := range tests {
		got, err := notation.ParseOBF(test.line)
		if errorText(err) != test.err {
			t.Errorf("%q: error %q, want %q", test.line, errorText(err), test.err)
		}
		if !reflect.DeepEqual(got.Moves, test.moves) || got.Comment != test.note {
			t.Errorf("%q: moves %v, comment %q", test.line, got.Moves, got.Comment)
		}
	}
}

func TestReadOBFNamesTheLine(t *testing.T) {
	_, err := notation.ReadOBF(strings.NewReader("\uFEFF% head\n\n" + startBoard + " X;\r\n" + startBoard + " X; A1:0;\n"))
	if text := errorText(notation.WithName("bad.obf", err)); text != "bad.obf:4: A1 is not legal here" {
		t.Errorf("error %q", text)
	}
}

func TestReadOBFBoundsTheLine(t *testing.T) {
	_, err := notation.ReadOBF(strings.NewReader("\n" + strings.Repeat("-", 2<<20)))
	if text := errorText(err); text != "line 2: the line is longer than 1048576 bytes" {
		t.Errorf("error %q", text)
	}
}

// The public endgame suites, read and printed again: 19, 20 and 20 FFO
// positions, 276 and 311 others.
func TestReadOBFSuites(t *testing.T) {
	counts := map[string]int{"ffo-1-19": 19, "ffo-20-39": 20, "ffo-40-59": 20, "hard-20": 276, "hard-25": 311}
	for name, count := range counts {
		file, err := os.Open(sharedOrSample(t, "endgame", name+".obf"))
		if errors.Is(err, fs.ErrNotExist) && name != "ffo-1-19" {
			continue // the sample has no more
		}
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		problems, err := notation.ReadOBF(file)
		if err != nil {
			t.Fatal(notation.WithName(name, err))
		}
		if len(problems) != count {
			t.Errorf("%s: %d problems, want %d", name, len(problems), count)
		}
		for _, p := range problems {
			if again, err := notation.ParseOBF(p.String()); err != nil || !reflect.DeepEqual(again, p) {
				t.Errorf("%s reads back as %v (%v)", p, again, err)
			}
			if len(p.Moves) == 0 || p.Comment == "" {
				t.Errorf("%s: a move or the comment is missing", p)
			}
		}
	}
}

func FuzzParseOBF(f *testing.F) {
	for _, seed := range []string{
		startBoard + " X; d3:+4; F5:-2; % start",
		startBoard + " O;",
		"-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *",
		"OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX- O; pa:-60;",
		"% comment", ";;;;", startBoard + " X; :", startBoard + "X;D3:-99999999999999999999",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		p, err := notation.ParseOBF(line)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\r\n") {
				t.Errorf("an error of more than one line: %q", err)
			}
			return
		}
		if !p.Position.Valid() {
			t.Errorf("%q: two discs on one square", line)
		}
		if strings.Contains(line, "\n") {
			return // not a line; ReadOBF never passes one on
		}
		if again, err := notation.ParseOBF(p.String()); err != nil || !reflect.DeepEqual(again, p) {
			t.Errorf("%q reads back as %v (%v)", line, again, err)
		}
	})
}

// A colour swap changes who is who, not what is legal.
func TestOBFSides(t *testing.T) {
	swap := strings.NewReplacer("X", "O", "O", "X")
	p, err := notation.ParseOBF(startBoard + " X; D3:+0;")
	if err != nil {
		t.Fatal(err)
	}
	q, err := notation.ParseOBF(swap.Replace(startBoard+" X") + "; D3:+0;")
	if err != nil {
		t.Fatal(err)
	}
	if p.Position != q.Position || q.Side != board.White {
		t.Errorf("%+v and %+v differ", p, q)
	}
}
