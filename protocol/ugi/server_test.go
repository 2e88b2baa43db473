package ugi

import (
	"bufio"
	"context"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/clock"
)

func realEngine(t testing.TB) *engine.Engine {
	e, err := engine.New(engine.Options{Level: 1, Threads: 1, HashMB: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// answers serves a script and returns what is said, without info lines of the search.
func answers(t testing.TB, e Engine, script ...string) []string {
	t.Helper()
	var out strings.Builder
	if err := NewServer(e, Options{Version: "1"}).Serve(context.Background(), strings.NewReader(strings.Join(script, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	return slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, "info depth") })
}

func TestHandshake(t *testing.T) {
	got := answers(t, realEngine(t), "ugi", "isready", "setoption name Level value 3", "isready", "quit", "isready")
	want := []string{
		"id name Kaeshi 1", "id author the Kaeshi authors", "option name Level type spin default 1 min 0 max 30",
		"option name Book type check default false", "ugiok", "readyok", "readyok",
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
		{[]string{"position startpos moves d3", "position startpos moves a1", "query p1turn", "uginewgame", "query p1turn"},
			[]string{"info string position: move 1: A1 is not legal here", "response false", "response true"}},
		{[]string{"go depth"}, []string{"info string go: depth needs a number"}},
		{[]string{"go depth x"}, []string{`info string go: depth "x" is not a number`}},
		{[]string{"go fast"}, []string{`info string go: "fast" is not known`}},
		{[]string{"setoption name Level value 31"}, []string{`info string setoption: level "31": not within 0 to 30`}},
		{[]string{"setoption name Hash value 1"}, []string{`info string setoption: "Hash" is not an option`}},
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
	ask("go", "bestmove f5")
	<-d.begun
	time.Sleep(200 * time.Millisecond) // or else it looks like a script
	say.Close()
	if !lines.Scan() || lines.Text() != "bestmove f5" {
		t.Errorf("got %q", lines.Text())
	}
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
		{"movetime 1500", engine.NewGame(), engine.Limit{Time: 1500 * time.Millisecond}},
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
		got, err := parseLimit(strings.Fields(test.text), test.game)
		if got != test.want || err != nil {
			t.Errorf("%q: %+v (%v), want %+v", test.text, got, err, test.want)
		}
	}
}

func FuzzServer(f *testing.F) {
	f.Add("ugi\nposition startpos moves f5 d6\ngo depth 1\nstop\nquery result\n")
	f.Add("position fen 8/8/8/3ox3/3xo3/8/8/8 x moves d3\nsetoption name Level value 3\ngo p1time 5 p1inc 1\n")
	f.Add("position moves\ngo movetime\nsetoption\nquery\n\x00 /")
	e := realEngine(f)
	f.Fuzz(func(t *testing.T, text string) {
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
