package train

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaeshi/engine/board"
)

// The shortest game there is: White is wiped out after nine moves.
const wipeOut = "e6f4e3f6g5d6e7f5c5"

func read(t testing.TB, text string) *Data {
	t.Helper()
	d := new(Data)
	if err := d.Read("input.txt", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestReadGame(t *testing.T) {
	d := read(t, wipeOut+" +64\n")
	if len(d.Bad) != 0 || d.Games != 1 || len(d.Samples) != 9 {
		t.Fatalf("%d games, %d samples, bad lines %v", d.Games, len(d.Samples), d.Bad)
	}
	if d.Samples[0].Position != board.Start() {
		t.Errorf("the first sample is not the start of the game")
	}
	for i, s := range d.Samples {
		want := float32(64)
		if i%2 == 1 { // no pass occurs: White is to move
			want = -64
		}
		if s.Score != want || s.Group != d.Samples[0].Group {
			t.Errorf("sample %d: score %v group %d, want %v %d", i, s.Score, s.Group, want, d.Samples[0].Group)
		}
	}
}

// Lists of moves in the other forms that people write are games too.
func TestReadGamesInWords(t *testing.T) {
	const spaced = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
	for _, text := range []string{
		spaced + "\n", spaced + " 64-0\n", "1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5\n",
		"\uFEFF" + wipeOut + " +64\n", "\xFF\xFEe\x006\x00 \x00f\x004\x00",
	} {
		if d := read(t, text); strings.HasPrefix(text, "\xFF") {
			if len(d.Bad) != 1 || !strings.Contains(d.Bad[0].Error(), "not finished") {
				t.Errorf("%q: %v", text, d.Bad)
			}
		} else if len(d.Bad) != 0 || d.Games != 1 || len(d.Samples) != 9 {
			t.Errorf("%q: %d games, %v", text, d.Games, d.Bad)
		}
	}
}

func TestReadLabels(t *testing.T) {
	const position = "--XXX-----OOOO--O-OOOOOOXXXOOOOOXXOOOOOOXOXOOOOO--XXXXO--OOOOOOO"
	tests := []struct {
		line string
		want float32
	}{
		{position + " X; +10", 10},
		{position + " O; -10", -10},
		{position + " X; ps:+18; % WTH_1977.wtb#0", 18},
		{position + " X; +11 % depth 16", 11},
		{position + " X; 2.5", 2.5},
		{position + " X; F1:-4; A2:+6; H7:+2;", 6},
	}
	for _, test := range tests {
		d := read(t, test.line)
		if len(d.Bad) > 0 || len(d.Samples) != 1 || d.Samples[0].Score != test.want {
			t.Errorf("%s: samples %v, bad %v, want the score %v", test.line, d.Samples, d.Bad, test.want)
		}
	}
}

func TestBadLinesAreSetAside(t *testing.T) {
	const position = "--XXX-----OOOO--O-OOOOOOXXXOOOOOXXOOOOOOXOXOOOOO--XXXXO--OOOOOOO"
	tests := []struct{ line, want string }{
		{"e6f4e3 +4", "not finished"},
		{"e6f4e3f6g5d6e7f5c5 +4", "ends +64, not +4"},
		{"e6e7 +4", "E7 is not legal"},
		{"e6f4e +4", "move"},
		{wipeOut + " many", "not a game's result"},
		{position + " X", "label"},
		{position + " X;", "no label"},
		{position + " X; good", "not a number"},
		{position + " X; +65", "not a number of -64..64"},
		{position + " X; NaN", "not a number of -64..64"},
		{position + " Y; +4", ""},
	}
	for _, test := range tests {
		d := read(t, "# a comment\n\n"+test.line+"\n"+wipeOut+" +64\n")
		if len(d.Bad) != 1 || d.Games != 1 || len(d.Samples) != 9 {
			t.Errorf("%q: bad %v, %d games, %d samples; want the line left out and the next one read",
				test.line, d.Bad, d.Games, len(d.Samples))
			continue
		}
		if text := d.Bad[0].Error(); !strings.HasPrefix(text, "input.txt:3: ") || !strings.Contains(text, test.want) {
			t.Errorf("%q: error %q, want input.txt:3 and %q", test.line, text, test.want)
		}
	}
}

func TestGzipIsSeenInTheContents(t *testing.T) {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	w.Write([]byte(wipeOut + " +64\n"))
	w.Close()
	folder := t.TempDir()
	whole, cut := filepath.Join(folder, "whole.txt"), filepath.Join(folder, "cut.gz")
	os.WriteFile(whole, zipped.Bytes(), 0o644)
	os.WriteFile(cut, zipped.Bytes()[:zipped.Len()-6], 0o644)

	d := new(Data)
	if err := d.ReadFile(whole); err != nil || d.Games != 1 {
		t.Errorf("%d games, error %v", d.Games, err)
	}
	if err := d.ReadFile(cut); err == nil || !strings.Contains(err.Error(), "cut.gz") {
		t.Errorf("error %v, want one that names the cut file", err)
	}
}

// A list of moves alone is a game too: its end says the result.
func TestGameWithoutResult(t *testing.T) {
	d := read(t, wipeOut+"\n")
	if len(d.Bad) > 0 || d.Games != 1 || d.Samples[0].Score != 64 || d.Samples[1].Score != -64 {
		t.Errorf("samples %v, bad %v", d.Samples, d.Bad)
	}
}

// A position labelled at 24 empties and the game that it was taken from must be
// held out together, whichever way round the board is.
func TestLabelFollowsItsGame(t *testing.T) {
	data := sharedData(t)
	d := new(Data)
	if err := d.ReadFile(filepath.Join(data, "train", "games_egaroucid4_textbook.txt.gz")); err != nil {
		t.Fatal(err)
	}
	if d.Games != 3135 || len(d.Bad) != 0 { // the number of games that its README states
		t.Errorf("%d games and %d bad lines, want 3135 and none", d.Games, len(d.Bad))
	}
	for _, s := range d.Samples {
		if s.Position.EmptyCount() != splitEmpties {
			continue
		}
		if got := groupOf(s.Position.Transform(5)); got != s.Group {
			t.Fatalf("group %d, its game has %d", got, s.Group)
		}
	}
}

// sharedData returns the folder of the verification data beside the repository,
// which is not part of it; without it the test is skipped.
func sharedData(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for folder != filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
		folder = filepath.Dir(folder)
	}
	data := filepath.Join(folder, "..", "shared", "data")
	if _, err := os.Stat(data); err != nil {
		t.Skip("the verification data is not here: ", err)
	}
	return data
}

// FuzzRead looks for lines that panic or yield samples outside the rules.
func FuzzRead(f *testing.F) {
	f.Add(wipeOut + " +64")
	f.Add("--XXX-----OOOO--O-OOOOOOXXXOOOOOXXOOOOOOXOXOOOOO--XXXXO--OOOOOOO X; +10")
	f.Add("\x1f\x8b")
	f.Fuzz(func(t *testing.T, text string) {
		d := new(Data)
		if d.Read("fuzz", strings.NewReader(text)) != nil {
			return
		}
		for _, s := range d.Samples {
			if !s.Position.Valid() || !(s.Score >= -64 && s.Score <= 64) {
				t.Errorf("sample %v", s)
			}
		}
	})
}

// What was not played out is no label, whatever the file states; the value of what was is
// what the board says.
func TestResultsThatWereNotPlayedOut(t *testing.T) {
	const head = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
	for _, text := range []string{
		head + "RE[-64.000:t]B[e6]W[f4]B[e3];)", head + "RE[+64.000:r]B[e6]W[f4]B[e3];)", head + "RE[+10.000]B[e6]W[f4]B[e3/+64];)",
		"(;GM[2]RE[B+T];B[e6];W[f4];B[e3])", "(;GM[2]RE[W+R];B[e6];W[f4];B[e3])", "(;GM[2]RE[W+F];B[e6];W[f4];B[e3])",
		"e6f4e3 +64\n", "[Result \"64-0\"]\n[Termination \"time forfeit\"]\n\n1. e6 f4 2. e3 64-0\n",
	} {
		if d := read(t, text); len(d.Samples) != 0 || len(d.Bad) != 1 || !strings.Contains(d.Bad[0].Error(), "not finished") {
			t.Errorf("%q: %d samples, %v", text, len(d.Samples), d.Bad)
		}
	}
	over := head + "RE[-64.000:t]"
	for i := 0; i < len(wipeOut); i += 2 {
		over += "BW"[i/2%2:][:1] + "[" + wipeOut[i:i+2] + "]"
	}
	if d := read(t, over+";)"); len(d.Samples) != 9 || d.Samples[0].Score != 64 {
		t.Errorf("a game that was played out: %d samples, %v", len(d.Samples), d.Bad)
	}
}
