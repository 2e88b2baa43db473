package ugi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/clock"
	"kaeshi/engine/human"
)

func realEngine(t testing.TB) *engine.Engine {
	e, err := engine.New(engine.Options{Level: engine.AtLevel(1), Threads: 1, HashMB: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// answers serves a script and returns what is said, without info lines of the search.
func answers(t testing.TB, e Engine, script ...string) []string {
	t.Helper()
	var out strings.Builder
	if err := NewServer(e, Options{Version: "1", MaxThreads: 4, MaxHashMB: 64}).Serve(context.Background(), strings.NewReader(strings.Join(script, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	return slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, "info depth") })
}

// A strength counts from when it is limited, in whatever order the two are said.
func TestLimitedStrength(t *testing.T) {
	for script, want := range map[string]int{
		"UCI_Elo value 900": 0,
		"UCI_Elo value 900|UCI_LimitStrength value true":                                 900,
		"UCI_LimitStrength value true":                                                   usualElo,
		"UCI_LimitStrength value true|UCI_Elo value 700":                                 700,
		"UCI_LimitStrength value true|UCI_Elo value 700|UCI_LimitStrength value false":   0,
		"UCI_LimitStrength value true|UCI_Elo value 300|uci_limitstrength value perhaps": usualElo,
	} {
		e := realEngine(t)
		answers(t, e, append(strings.Split("setoption name "+strings.ReplaceAll(script, "|", "\nsetoption name "), "\n"), "isready", "quit")...)
		if e.Elo() != want {
			t.Errorf("%s: %d Elo, not %d", script, e.Elo(), want)
		}
	}
}

func TestHandshake(t *testing.T) {
	got := answers(t, realEngine(t), "ugi", "isready", "setoption name Level value 3", "isready", "quit", "isready")
	want := []string{
		"id name Kaeshi 1", "id author the Kaeshi authors", "option name Level type spin default 1 min 0 max 30",
		"option name UCI_LimitStrength type check default false",
		fmt.Sprintf("option name UCI_Elo type spin default 1200 min 400 max %d", human.MaxElo()),
		"option name Threads type spin default 1 min 1 max 4", "option name Hash type spin default 1 min 1 max 64",
		"option name Clear Hash type button", "option name MultiPV type spin default 1 min 1 max 64",
		"option name Book type check default false", "option name OwnBook type check default false",
		"ugiok", "readyok", "readyok",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestPositions(t *testing.T) {
	const forcedPass = "position startpos moves f5 f6 d3 g5 h5 h4 f7 h6"
	tests := []struct {
		script []string
		want   []string
	}{
		{[]string{"query p1turn", "query gameover", "query result"}, []string{"response true", "response false", "response none"}},
		{[]string{"position startpos moves f5", "query p1turn"}, []string{"response false"}},
		{[]string{"position startpos moves f5 d6 c5 f4 e3 f6 g5 e6 e7", "query gameover", "query result", "go"},
			[]string{"response true", "response p1win", "bestmove 0000"}},
		{[]string{forcedPass, "go"}, []string{"bestmove 0000"}},
		{[]string{forcedPass + " 0000 c5", "query p1turn"}, []string{"response true"}},
		{[]string{forcedPass + " c5", "query p1turn"}, []string{"response true"}},
		{[]string{"position fen 8/8/8/3ox3/3xo3/8/8/8 x moves d3 c3", "query p1turn"}, []string{"response true"}},
		{[]string{"position fen ---------------------------OX------XO--------------------------- O", "query p1turn"}, []string{"response false"}},
		{[]string{"position startpos moves f5 f5"}, []string{"info string position: move 2: F5 is not legal here"}},
		{[]string{"position startpos moves f5 i9"}, []string{`info string position: move 2: "i9" is not a move`}},
		{[]string{"position fen 8/8 x"}, []string{"info string position: fen: a board has 64 squares, not 16"}},
		{[]string{"position"}, []string{"info string position: say position startpos or position fen F, and moves after it"}},
		// A position that was refused is not known: no move, but an end of the waiting.
		{[]string{"position startpos moves d3", "position startpos moves a1", "query p1turn", "go", "query gameover", "query result", "uginewgame", "query p1turn"},
			[]string{"info string position: move 1: A1 is not legal here",
				"response none", "info string query: the position is not known: move 1: A1 is not legal here",
				"info string go: the position is not known: move 1: A1 is not legal here", "bestmove (none)",
				"response true", "info string query: the position is not known: move 1: A1 is not legal here",
				"response none", "info string query: the position is not known: move 1: A1 is not legal here",
				"response true"}},
		{[]string{"position fen x", "go infinite", "stop", "position startpos", "query p1turn"},
			[]string{"info string position: fen: a board has 64 squares, not 1",
				"info string go: the position is not known: fen: a board has 64 squares, not 1", "bestmove (none)", "response true"}},
		{[]string{"setoption name Level value 31"}, []string{`info string setoption: Level "31": not within 0 to 30`}},
		{[]string{"setoption name level", "setoption name UCI_LimitStrength value", "setoption name ownbook value "},
			[]string{"info string setoption: Level: the value is missing", "info string setoption: UCI_LimitStrength: the value is missing",
				"info string setoption: OwnBook: the value is missing"}},
		{[]string{"setoption name Ponder value true"}, []string{`info string setoption: "Ponder" is not an option`}},
		{[]string{"setoption name hash value 65"}, []string{`info string setoption: Hash "65": not within 1 to 64`}},
		{[]string{"setoption name threads value 0"}, []string{`info string setoption: Threads "0": not within 1 to 4`}},
		{[]string{"setoption name ownbook value maybe"}, []string{`info string setoption: book "maybe": not true or false`}},
		{[]string{"setoption name ownbook value true"}, []string{"info string setoption: there is no book"}},
		{[]string{"setoption name clear hash", "setoption name OWNBOOK value False"}, []string{""}},
		{[]string{"setoption Level"}, []string{"info string setoption: say setoption name NAME value VALUE"}},
		{[]string{"query turn"}, []string{`info string query: "turn" is not p1turn, gameover or result`}},
		{[]string{"nonsense", "stop", "isready"}, []string{"readyok"}},
	}
	for _, test := range tests {
		if got := answers(t, realEngine(t), test.script...); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.script, got, test.want)
		}
	}
}

var infoLine = regexp.MustCompile(`^info depth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ time \d+ hashfull \d+ pv( [a-h][1-8]| 0000)+$`)

func TestSearchTellsWhatItFinds(t *testing.T) {
	var out strings.Builder
	if err := NewServer(realEngine(t), Options{}).Serve(context.Background(), strings.NewReader("position startpos moves f5\ngo depth 3\n"), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[3], "bestmove ") {
		t.Fatalf("got %q", lines)
	}
	for _, line := range lines[:3] {
		if !infoLine.MatchString(line) {
			t.Errorf("%q is not of the right form", line)
		}
	}
}

// double thinks until it is stopped.
type double struct {
	*engine.Engine
	begun chan engine.Limit
}

func (d *double) Search(ctx context.Context, limit engine.Limit, _ func(engine.Info)) (engine.Info, error) {
	d.begun <- limit
	<-ctx.Done()
	return engine.Info{PV: []board.Square{37}}, nil
}

func TestStop(t *testing.T) {
	d := &double{realEngine(t), make(chan engine.Limit, 9)}
	in, say := io.Pipe()
	hear, out := io.Pipe()
	go NewServer(d, Options{}).Serve(context.Background(), in, out)
	lines := bufio.NewScanner(hear)
	ask := func(text, want string) {
		t.Helper()
		if _, err := io.WriteString(say, text+"\n"); err != nil {
			t.Fatal(err)
		}
		if want != "" && (!lines.Scan() || lines.Text() != want) {
			t.Errorf("%s: got %q, want %q", text, lines.Text(), want)
		}
	}
	ask("go infinite", "")
	<-d.begun
	ask("isready", "readyok")
	ask("stop", "bestmove f5")
	ask("go", "")
	<-d.begun
	ask("isready", "readyok")
	ask("go infinite", "") // waits for the first
	ask("stop", "bestmove f5")
	if !lines.Scan() || lines.Text() != "bestmove f5" {
		t.Errorf("got %q", lines.Text())
	}
	ask("isready", "readyok")
	ask("go infinite", "")
	<-d.begun
	<-d.begun
	ask("position startpos moves f5", "bestmove f5") // makes way
	ask("go", "")
	<-d.begun
	ask("quit", "bestmove f5") // the input stays open
}

// However a script ends, its searches run to their own limit; endless ones stop.
func TestEndOfAScript(t *testing.T) {
	for _, end := range []string{"", "quit\n"} {
		for request, want := range map[string]bool{"go depth 9\n": false, "go\n": false, "go infinite\n": true,
			"go depth 9\nsetoption name MultiPV value 2\nposition startpos moves f5\nuginewgame\nposition startpos\n": false} {
			synctest.Test(t, func(t *testing.T) {
				d := &slow{Engine: realEngine(t)}
				var answers strings.Builder
				if err := NewServer(d, Options{}).Serve(context.Background(), strings.NewReader(request+end), &answers); err != nil {
					t.Fatal(err)
				}
				if d.stopped != want || answers.String() != "bestmove f5\n" {
					t.Errorf("%q: stopped %v, answers %q", request+end, d.stopped, answers.String())
				}
			})
		}
	}
}

// slow takes an hour for a search.
type slow struct {
	*engine.Engine
	stopped bool
}

func (s *slow) Search(ctx context.Context, _ engine.Limit, _ func(engine.Info)) (engine.Info, error) {
	select {
	case <-ctx.Done():
		s.stopped = true
	case <-time.After(time.Hour):
	}
	return engine.Info{PV: []board.Square{37}}, nil
}

func TestLimits(t *testing.T) {
	afterF5 := engine.NewGame()
	if err := afterF5.Play(board.Black, 37); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		text string
		game *engine.Game
		want engine.Limit
	}{
		{"", engine.NewGame(), engine.Limit{}},
		{"depth 7", engine.NewGame(), engine.Limit{Depth: 7, NoBook: true}},
		{"nodes 100", engine.NewGame(), engine.Limit{Depth: deepest, Nodes: 100, NoBook: true}},
		{"infinite", engine.NewGame(), engine.Limit{Depth: deepest, NoBook: true}},
		{"movetime 1500", engine.NewGame(), engine.Limit{Time: 1470 * time.Millisecond}},
		{"movetime 100", engine.NewGame(), engine.Limit{Time: 75 * time.Millisecond}},
		{"movetime -5", engine.NewGame(), engine.Limit{Time: time.Millisecond}},
		{"p1time 31000 p2time 5 p1inc 1000", engine.NewGame(),
			engine.Limit{Clock: clock.Told{Left: 31 * time.Second, Increment: time.Second}.Budget(clock.DefaultOverhead, 60)}},
		{"p1time 5 p2time 30050", afterF5, engine.Limit{Clock: clock.Told{Left: 30050 * time.Millisecond}.Budget(clock.DefaultOverhead, 59)}},
		{"p1time 10050 movestogo 10", engine.NewGame(),
			engine.Limit{Clock: clock.Told{Left: 10050 * time.Millisecond, Moves: 10}.Budget(clock.DefaultOverhead, 60)}},
		{"p1time 0", engine.NewGame(), engine.Limit{Clock: clock.Told{Left: 0}.Budget(clock.DefaultOverhead, 60)}},
		{"nodes 99999999999999999999", engine.NewGame(), engine.Limit{Depth: deepest, Nodes: largest, NoBook: true}},
	}
	for _, test := range tests {
		got, complaints := parseLimit(strings.Fields(test.text), test.game)
		if got != test.want || len(complaints) > 0 {
			t.Errorf("%q: %+v (%v), want %+v", test.text, got, complaints, test.want)
		}
	}
}

// What is not understood costs no move.
func TestWordsThatGoSkips(t *testing.T) {
	tests := []struct {
		text string
		want engine.Limit
		says []string
	}{
		{"fast depth 3 please", engine.Limit{Depth: 3, NoBook: true}, []string{`"fast" is not known`, `"please" is not known`}},
		{"wtime 1000 depth 2", engine.Limit{Depth: 2, NoBook: true}, []string{`"wtime" is not known`, `"1000" is not known`}},
		{"depth", engine.Limit{}, []string{"depth needs a number"}},
		{"depth x nodes 5", engine.Limit{Depth: deepest, Nodes: 5, NoBook: true}, []string{`depth "x" is not a number`}},
		{"depth nan", engine.Limit{}, []string{`depth "nan" is not a number`}},
		{"movetime depth 4", engine.Limit{Depth: 4, NoBook: true}, []string{"movetime needs a number"}},
		{"movetime infinite", engine.Limit{Depth: deepest, NoBook: true}, []string{"movetime needs a number"}},
		{"searchmoves a1 depth 4", engine.Limit{Depth: 4, NoBook: true}, []string{"searchmoves names no legal move"}},
		{"searchmoves", engine.Limit{}, []string{"searchmoves names no legal move"}},
	}
	for _, test := range tests {
		got, complaints := parseLimit(strings.Fields(test.text), engine.NewGame())
		if fmt.Sprint(complaints) != fmt.Sprint(test.says) || got != test.want {
			t.Errorf("%q: %+v %q, want %+v %q", test.text, got, complaints, test.want, test.says)
		}
		said := answers(t, &instant{realEngine(t)}, "go "+test.text, "stop")
		if len(said) != len(test.says)+1 || said[len(said)-1] != "bestmove f5" {
			t.Errorf("%q: said %q", test.text, said)
		}
	}
}

// failing cannot search.
type failing struct{ *engine.Engine }

func (*failing) Search(context.Context, engine.Limit, func(engine.Info)) (engine.Info, error) {
	return engine.Info{}, errors.New("no weights")
}

func TestFailureAnswersGo(t *testing.T) {
	got := answers(t, &failing{realEngine(t)}, "go depth 1")
	if want := []string{"info string go: no weights", "bestmove (none)"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The names of options are those of chess engines, in any case.
func TestOptionsReachTheEngine(t *testing.T) {
	e := realEngine(t)
	spared := 0
	server := NewServer(e, Options{MaxThreads: 4, MaxHashMB: 64, BeforeThreads: func(n int) { spared = n }})
	script := "go depth 3\nsetoption name threads value 3\nsetoption name HASH value 2\nsetoption name multipv value 3\n" +
		"setoption name level value 0\ngo depth 3\nisready\n"
	var out strings.Builder
	if err := server.Serve(context.Background(), strings.NewReader(script), &out); err != nil {
		t.Fatal(err)
	}
	if e.Threads() != 3 || spared != 3 || e.HashMB() != 2 || e.Level() != 0 {
		t.Errorf("threads %d (%d), hash %d, level %d", e.Threads(), spared, e.HashMB(), e.Level())
	}
	_, second, _ := strings.Cut(out.String(), "bestmove")
	for _, want := range []string{"info depth 3 multipv 1 ", "info depth 3 multipv 2 ", "info depth 3 multipv 3 "} {
		if !strings.Contains(second, want) {
			t.Errorf("%s is missing in %s", want, second)
		}
	}
	if strings.Contains(second, "multipv 4") || strings.Count(out.String(), "bestmove ") != 2 {
		t.Errorf("said %s", out.String())
	}
}

func TestSearchMoves(t *testing.T) {
	got, complaints := parseLimit(strings.Fields("searchmoves d3 C4 a1 depth 1"), engine.NewGame())
	if want := (engine.Limit{Depth: 1, NoBook: true, Only: 1<<19 | 1<<26}); got != want || complaints != nil {
		t.Errorf("%+v %v", got, complaints)
	}
	if got := answers(t, realEngine(t), "go searchmoves d3 depth 4"); !slices.Equal(got, []string{"bestmove d3"}) {
		t.Errorf("got %q", got)
	}
}

func FuzzServer(f *testing.F) {
	f.Add("ugi\nposition startpos moves f5 d6\ngo depth 1\nstop\nquery result\n")
	f.Add("position fen 8/8/8/3ox3/3xo3/8/8/8 x moves d3\nsetoption name Level value 3\ngo p1time 5 p1inc 1\n")
	f.Add("position moves\ngo movetime\nsetoption\nquery\n\x00 /")
	e := realEngine(f)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "\xFF\xFE") || strings.HasPrefix(text, "\xFE\xFF") {
			return // in UTF-16 what is added at the end is no line
		}
		d := &instant{e}
		if got := answers(t, d, "ugi", text, "isready"); !strings.Contains(text, "quit") && got[len(got)-1] != "readyok" && !slices.Contains(got, "readyok") {
			t.Errorf("%q: no answer at the end: %q", text, got)
		}
	})
}

// instant finds its move at once.
type instant struct{ *engine.Engine }

func (*instant) Search(context.Context, engine.Limit, func(engine.Info)) (engine.Info, error) {
	return engine.Info{PV: []board.Square{37}}, nil
}
