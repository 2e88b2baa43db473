package notation_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

func readGame(t testing.TB, name, text string) notation.Game {
	t.Helper()
	games, err := notation.ReadGames(name, strings.NewReader(text))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if len(games) != 1 {
		t.Fatalf("%q: %d games", text, len(games))
	}
	return games[0]
}

func moveText(g notation.Game) string {
	var text strings.Builder
	for _, m := range g.Moves {
		text.WriteString(notation.FormatGGFMove(m))
	}
	return text.String()
}

func known(value float64) notation.Number { return notation.Number{Value: value, Known: true} }

func TestGGF(t *testing.T) {
	const text = "(;GM[Othello]PC[NBoard]DT[2014-10-26 18:33:23 GMT]PB[a b]PW[c]RB[2000.5]RW[1999]TI[15:00]TB[10:00//02:00]" +
		"TY[s8r5]RE[-12.000:t]KM[2.5]XX[why]BO[8 " +
		"---------------------------O*------*O--------------------------- *]B[F5//1.5]W[F6/-0.25/2]B[E6/3]W[F4];)"
	g := readGame(t, "a.ggf", text)
	if got := [...]string{g.Place, g.Date, g.Players[0].Text, g.Players[1].Text, g.Players[0].Rating, g.Players[1].Rating,
		g.Clock, g.Players[0].Clock, g.Players[1].Clock, g.Variant}; got != [...]string{"NBoard", "2014-10-26 18:33:23 GMT", "a b", "c",
		"2000.5", "1999", "15:00", "10:00//02:00", "", "s8r5"} {
		t.Errorf("the head is %q", got)
	}
	if g.Result != (notation.Result{Score: known(-12), Ending: notation.TimedOut}) || g.Komi != known(2.5) {
		t.Errorf("result %+v, komi %+v", g.Result, g.Komi)
	}
	if m := g.Moves[1]; m != (notation.Move{Color: board.White, Square: 45, Eval: known(-0.25), Seconds: known(2)}) {
		t.Errorf("move 2 is %+v", m)
	}
	if got := g.GGF(); got != text {
		t.Errorf("printed as\n%s\nwant\n%s", got, text)
	}
}

func TestReadGGF(t *testing.T) {
	const head = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]"
	tests := []struct{ text, moves, err string }{
		{head + "B[f5]W[d6];)", "F5D6", ""},
		{"(;GM[Othello]B[f5]W[d6];)", "F5D6", ""},
		{"1 " + head + "B[f5];)\\n", "F5", ""},
		{strings.Replace(head, "BO", "RE[-127.000]PB[?]BO", 1) + "B[f5];)", "F5", ""},
		{head + "B[f5]W[f6]B[d3]W[g5]B[h5]W[h4]B[f7]W[h6]B[pass]W[c5];)", "F5F6D3G5H5H4F7H6PAC5", ""},
		{head + "B[f5]W[f6]B[d3]W[g5]B[h5]W[h4]B[f7]W[h6]W[c5];)", "F5F6D3G5H5H4F7H6PAC5", ""},
		{"(;GM[Othello]PC[here]TY[8r]BO[8 -------- -------- ----*O-- --*OO--- --*OO--- --****-- ----*--- -------- O]W[b4];)", "B4", ""},
		{head, "", "x.ggf:1: the game is cut short"},
		{"\n" + head + "\nB[f5]W[d6]\nB[f5];)", "", "x.ggf:4: move 3: F5 is not legal here"},
		{head + "B[f5]B[f6];)", "", "x.ggf:1: move 2: it is not black's turn for F6"},
		{head + "B[f5/one]W[d6/1e7/2]B[c3/-1e400/0x10]W[d3/+-3/]B[c4/1/2/3];)", "F5D6//2C3D3C4/1", ""},
		{head + "B[f5/nan/-inf]W[d6/-NaN/Infinity];)", "F5D6", ""},
		{head + "RE[who knows]B[f5];)", "F5", ""},
		{head + "B[f5//1,5];)", "F5//1.5", ""},
		{head + "B[i9];)", "", `x.ggf:1: move 1: "i9" is not a square`},
		{"(;GM[Othello]BO[10 -- *];)", "", `x.ggf:1: the board is of size "10"; only 8 can be read`},
		{"(;GM[Othello]BO[8 --- *];)", "", `x.ggf:1: BO: a board has 64 squares, not 3`},
		{"(;GM[Othello]BO[8 -------------------------------------------------------------------- *];)", "", "x.ggf:1: BO: a board has 64 squares, not 68"},
		{"(;GM[Chess]BO[];)", "", `x.ggf:1: GM: "Chess" is another game than Othello`},
		{"nothing", "", "x.ggf: no game found"},
		{"", "", "x.ggf: no game found"},
		{"(;)", "", "x.ggf:1: the game is empty"},
	}
	for _, test := range tests {
		games, err := notation.ReadGames("x.ggf", strings.NewReader(test.text))
		if errorText(err) != test.err {
			t.Errorf("%q: error %q, want %q", test.text, errorText(err), test.err)
		}
		if err == nil && moveText(games[0]) != test.moves {
			t.Errorf("%q: moves %s, want %s", test.text, moveText(games[0]), test.moves)
		}
	}
}

// Real records of the game server, all whole, and fragments that are partly broken
// on purpose: they begin with one cut behind its first property.
func TestReadGGFRecords(t *testing.T) {
	folder := sharedOrSample(t, "records")
	for name, want := range map[string]struct {
		games  int
		faults []string
	}{
		"ggs-games.ggf": {12, nil},
		"ggf-fragments.txt": {12, []string{
			"f.ggf:1: the game is cut short",
			"f.ggf:2: the game is cut short",
			`f.ggf:7: the board is of size "10"; only 8 can be read`,
		}},
	} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		var games []notation.Game
		var faults []string
		err = notation.ScanGames("f.ggf", bytes.NewReader(content),
			func(g notation.Game) error { games = append(games, g); return nil },
			func(err error) error { faults = append(faults, err.Error()); return nil })
		if err != nil || len(games) != want.games || !reflect.DeepEqual(faults, want.faults) {
			t.Errorf("%s: %d games, faults %q (%v)", name, len(games), faults, err)
		}
		for i, g := range games {
			again, err := notation.ParseGGF(g.GGF())
			g.Line = 0
			if err != nil || !reflect.DeepEqual(again, g) {
				t.Errorf("%s: game %d reads back differently (%v):\n%+v\n%+v", name, i+1, err, again, g)
			}
		}
	}
}

// The same game with a pass as three programs write it.
func TestSGFDialects(t *testing.T) {
	const moves = "F5F6D3G5H5H4F7H6PAC5"
	texts := map[string]string{
		"sgf":       ";B[fe];W[ff];B[dc];W[ge];B[he];W[hd];B[fg];W[hf];B[];W[ce])",
		"sgf-edax":  ";B[f5];W[f6];B[d3];W[g5];B[h5];W[h4];B[f7];W[h6];B[pa];W[c5])",
		"sgf-gogui": ";B[fd];W[fc];B[df];W[gd];B[hd];W[he];B[fb];W[hc];B[];W[cd])",
	}
	for format, text := range texts {
		for _, head := range []string{"(;GM[2]SZ[8]", "(;FF[4]", "(;AP[gogui-twogtp:1.6.0]", "(;AP[quarry]"} {
			if g := readGame(t, "x.sgf", head+text); moveText(g) != moves {
				t.Errorf("%s%s: moves %s", head, text, moveText(g))
			}
		}
		var printed bytes.Buffer
		g := readGame(t, "x.sgf", "(;"+text)
		if err := notation.WriteGames(format, &printed, []notation.Game{g}); err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(printed.String(), "\n", ""); !strings.HasSuffix(got, text) {
			t.Errorf("%s prints %s", format, got)
		}
	}
}

func TestReadSGF(t *testing.T) {
	tests := []struct{ text, position, moves, err string }{
		{"(;GM[2];B[fe](;W[ff];B[ee](;W[fd])(;W[dc]))(;W[df]))", "", "F5F6", "x.sgf:1: move 3: E5 is not legal here"},
		{"(;GM[2];B[fe](;W[ff];B[ef](;W[fd])(;W[dc]))(;W[df]))", "", "F5F6E6F4", ""},
		{"(;GM[2]C[a \\] b];C[of F5]B[fe]V[1.5];W[ff]V[1.5]ET[2]C[x]C[y])", "", "F5/1.5F6/-1.5/2", ""},
		{"(;GM[2]AB[d4][e5]AW[e4][d5]PL[W];W[d3])", startBoardSwapped + " O", "D3", ""},
		{"(;GM[2]AB[ed:ed][de]AW[dd][ee]AE[aa:hc];B[fe])", startBoard + " X", "F5", ""},
		{"(;FF[4]GM[2]AP[edax:4.6]\nPB[?]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]\nRE[Void]\nB[f5];W[f6];\nB[d3];)", startBoard + " X", "F5F6D3", ""}, // as Edax writes it
		{"(;GM[2]AB[dd][ee]AW[de][ed];B[fd])", startBoard + " X", "F5", ""},
		{"(;AP[gogui-twogtp:1.6.0]AB[ed][de]AW[ee][dd]PL[W];W[df])", startBoardSwapped + " O", "D3", ""},
		{"(;GM[2]AB[dd]AW[dd];B[fd])", "", "", "x.sgf:1: AB and AW set up two discs on one square"},
		{"(;GM[2]AB[zz])", "", "", `x.sgf:1: AB: "zz" is not a square`},
		{"(;GM[2];B[fe]AB[aa])", "", "", "x.sgf:1: AB: discs are set up after the first move"},
		{"(;GM[6];B[fe])", "", "", `x.sgf:1: GM: "6" is another game than Othello, which is 2`},
		{"(;GM[2]SZ[19];B[fe])", "", "", `x.sgf:1: the board is of size "19"; only 8 can be read`},
		{"(;GM[2]\n;B[fe]\n;W[fe])", "", "", "x.sgf:3: move 2: F5 is not legal here"},
		{"(;GM[2];B[fe", "", "", "x.sgf:1: the game is cut short"},
		{"(;[x])", "", "", `x.sgf:1: "[x]" stands without a property`},
		{"(;GM[2]!)", "", "", `x.sgf:1: "!" stands between the properties`},
		{strings.Repeat("(", 1e5) + ";" + strings.Repeat("(", 1e5), "", "", "x.sgf:1: the game is cut short"},
	}
	for _, test := range tests {
		games, err := notation.ReadGames("x.sgf", strings.NewReader(test.text))
		if errorText(err) != test.err {
			t.Errorf("%.60q: error %q, want %q", test.text, errorText(err), test.err)
		}
		if err != nil {
			continue
		}
		if moveText(games[0]) != test.moves {
			t.Errorf("%q: moves %s, want %s", test.text, moveText(games[0]), test.moves)
		}
		if start := notation.FormatPosition(games[0].Start, games[0].First); test.position != "" && start != test.position {
			t.Errorf("%q: start %s, want %s", test.text, start, test.position)
		}
	}
}

const startBoardSwapped = "---------------------------XO------OX---------------------------"

func TestPGN(t *testing.T) {
	const text = `[Event "Open"]
[Site "?"]
[Date "2001.02.03"]
[Round "2"]
[Black "A \"B\" C"]
[White "D"]
[BlackElo "1500"]
[Result "10-54"]
[Termination "resignation"]
[TimeControl "900+10"]
[Theory "+4 at 24 empties"]
[Mood "good"]

1. f5 {[%eval 1.5] [%emt 2] a comment} f6 2. d3 g5 3. h5 h4 4. f7 h6 5. -- c5 10-54
`
	g := readGame(t, "x.pgn", text)
	if moveText(g) != "F5/1.5/2F6D3G5H5H4F7H6PAC5" || g.Moves[0].Comment != "a comment" {
		t.Errorf("moves %s, comment %q", moveText(g), g.Moves[0].Comment)
	}
	if g.Result != (notation.Result{Score: known(-44), Ending: notation.Resigned}) || g.Clock != "15:00/00:10" ||
		g.Theory != (notation.Theory{Empties: 24, Score: 4}) || g.Players[0].Text != `A "B" C` {
		t.Errorf("the head is %+v", g)
	}
	var printed bytes.Buffer
	if err := notation.WriteGames("pgn", &printed, []notation.Game{g}); err != nil {
		t.Fatal(err)
	}
	if got := printed.String(); got != text+"\n" {
		t.Errorf("printed as\n%s", got)
	}
}

func TestReadPGN(t *testing.T) {
	tests := []struct {
		text  string
		moves []string
		err   string
	}{
		{"1. f5 d6 2. c3 1-0", []string{"F5D6C3"}, ""},
		{"1.f5 d6 2.c3!? $3 (2. d3 (2. e3)) f3 *", []string{"F5D6C3F3"}, ""},
		{"[Black \"a\"]\n1. f5 d6\n\n[Black \"b\"]\n[White \"c\"]\n1. d3 40-24\n", []string{"F5D6", "D3"}, ""},
		{"f5f6d3g5h5h4f7h6 pass c5", []string{"F5F6D3G5H5H4F7H6PAC5"}, ""},
		{"[Black \"a\"]\n\n1. f5 ; white thinks\n% escape\nd6", []string{"F5D6"}, ""},
		{"[FEN \"8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1\"]\n1. d3 *", []string{"D3"}, ""},
		{"[FEN \"" + startBoardSwapped + " O\"]\n1. d3 *", []string{"D3"}, ""},
		{"[Result \"1-0\"]\n[FEN \"startpos\"]\n\n1. f5 d6 2. c4 1-0\n", []string{"F5D6C4"}, ""},
		{"[FEN \"8/8/8/2xxx3/3xo3/8/8/8 o\"]\n\n1... e3 2. f5 e6 0-1\n", []string{"E3F5E6"}, ""},
		{"[FEN \"startpos\"]\n1. f5 f6 2. d3 g5 3. h5 h4 4. f7 h6 5. 0000 c5 0-1", []string{"F5F6D3G5H5H4F7H6PAC5"}, ""},
		{"[Black \"a\"]\n1. f5\nf5", nil, "x.pgn:3: move 2: F5 is not legal here"},
		{"1. f5 {why", nil, "x.pgn:1: the comment is not closed"},
		{"1. f5 (d6", nil, "x.pgn:1: the variation is not closed"},
		{"1. Nf3", nil, `x.pgn:1: move 1: "Nf3" is not a square`},
	}
	for _, test := range tests {
		games, err := notation.ReadGames("x.pgn", strings.NewReader(test.text))
		if errorText(err) != test.err {
			t.Errorf("%q: error %q, want %q", test.text, errorText(err), test.err)
		}
		var moves []string
		for _, g := range games {
			moves = append(moves, moveText(g))
		}
		if !reflect.DeepEqual(moves, test.moves) {
			t.Errorf("%q: moves %q, want %q", test.text, moves, test.moves)
		}
	}
}

func TestReadMoveLists(t *testing.T) {
	const text = "# openings\nf5d6c3\n\nF5F4E3 +4 % won\nF5d6\n6.0\nd3c5\nf5d6\n-1.5"
	games, err := notation.ReadGames("x.txt", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var moves []string
	for _, g := range games {
		moves = append(moves, moveText(g))
	}
	if want := []string{"F5D6C3", "F5F4E3", "F5D6/-6", "D3C5", "F5D6/1.5"}; !reflect.DeepEqual(moves, want) {
		t.Errorf("moves %q, want %q", moves, want)
	}
	if games[1].Result.Score != known(4) || games[0].Result.Score.Known {
		t.Errorf("results %+v and %+v", games[1].Result, games[0].Result)
	}
}

func TestReadTranscriptsReportsEveryBadLine(t *testing.T) {
	const text = "F5D6C3\n1.5\n" + // 1
		"F5D6\n" + // 3: no value
		"F5D6C3\n" + // 4
		"0\n" +
		"+2\n" + // 6: no moves
		"F5D6C\n1\n" + // 7
		"F5D3\n1\n" + // 9
		"F5F6\nmany\n" + // 12
		"F5F6\n65\n" + // 14
		"F5F6\nnan\n" + // 16
		"f5f4 # parallel\n-3\n"
	var faults []string
	transcripts, err := notation.ReadTranscripts("t.txt", strings.NewReader(text), func(err error) error {
		faults = append(faults, err.Error())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tr := range transcripts {
		got = append(got, strconv.Itoa(tr.Line)+":"+strconv.Itoa(len(tr.Plies))+":"+strconv.FormatFloat(tr.Value, 'g', -1, 64))
	}
	if want := []string{"1:3:1.5", "4:3:0", "17:2:-3"}; !reflect.DeepEqual(got, want) {
		t.Errorf("transcripts %q, want %q", got, want)
	}
	if want := []string{
		"t.txt:3: the value is missing after these moves",
		`t.txt:6: "+2" stands without moves before it`,
		`t.txt:7: move 3: "C" is not a square`,
		"t.txt:9: move 2: D3 is not legal here",
		`t.txt:12: "many" is not a number`,
		`t.txt:14: "65" is beyond 64 discs`,
		`t.txt:16: "nan" is not a number`,
	}; !reflect.DeepEqual(faults, want) {
		t.Errorf("faults\n%s\nwant\n%s", strings.Join(faults, "\n"), strings.Join(want, "\n"))
	}
}

// Transcripts that a collector found illegal, with the length of the legal part.
func TestReplayRejectedSamples(t *testing.T) {
	text, err := os.ReadFile(sharedOrSample(t, "train", "rejected_samples.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		legal, err := strconv.Atoi(strings.Fields(fields[2])[2])
		if err != nil {
			t.Fatal(err)
		}
		_, err = notation.Replay(board.Start(), board.Black, squares(t, fields[3]))
		if want := "move " + strconv.Itoa(legal+1) + ": "; !strings.HasPrefix(errorText(err), want) {
			t.Errorf("%s: error %q, want %q", fields[3], errorText(err), want)
		}
	}
}

// A game goes into every format that can hold it and comes back the same.
func TestFormatsKeepTheGame(t *testing.T) {
	path := databaseOr(t, "WTH_1980.wtb")
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	games, err := notation.ReadGames(path, file)
	if err != nil {
		t.Fatal(err)
	}
	names, _ := notation.Formats()
	for _, format := range names {
		if format == "obf" {
			continue // keeps the last position only
		}
		var printed bytes.Buffer
		if err := notation.WriteGames(format, &printed, games); err != nil {
			t.Errorf("%s: %v", format, err)
			continue
		}
		extension, _, _ := strings.Cut(format, "-")
		again, err := notation.ReadGames("x."+extension, &printed)
		if err != nil || len(again) != len(games) {
			t.Errorf("%s: %d of %d games (%v)", format, len(again), len(games), err)
			continue
		}
		hasHead := !strings.Contains("moves results transcripts wtb", format)
		for i, g := range games {
			h := again[i]
			if moves := notation.FormatMoves(g.Squares()); moves != notation.FormatMoves(h.Squares()) {
				t.Fatalf("%s: game %d has other moves", format, i+1)
			}
			if hasHead && (g.Result != h.Result || g.Players[0].Text != h.Players[0].Text || g.Event.Text != h.Event.Text || g.Date != h.Date) {
				t.Fatalf("%s: game %d has another head: %+v", format, i+1, h)
			}
		}
	}
}

func TestUnknownFiles(t *testing.T) {
	for name, text := range map[string]string{
		"x.bin": "\x00\x01\x02",
		"x.txt": "\x7FELF\x00",
	} {
		_, err := notation.ReadGames(name, strings.NewReader(text))
		if want := name + ": this is no file of games that is known here"; errorText(err) != want {
			t.Errorf("error %q, want %q", errorText(err), want)
		}
	}
}
