package nboard

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/clock"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
	"kaeshi/protocol/talk"
)

const (
	emptyGame = "(;GM[Othello]PC[NBoard]DT[2014-10-26 18:33:23 GMT]PB[a]PW[b]RE[?]TI[0]TY[8]" +
		"BO[8 ---------------------------O*------*O--------------------------- *];)"
	// White is to move behind the pass that Black has to make.
	passGame = "(;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]" +
		"B[f5]W[f6]B[d3]W[g5]B[h5]W[h4]B[f7]W[h6];)"
)

// double is an engine whose search is a function of the test.
type double struct {
	elo   int
	game  *engine.Game
	book  []engine.BookMove
	think func(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error)
	limit engine.Limit
}

func (d *double) SetGame(g *engine.Game)       { d.game = g }
func (d *double) Elo() int                     { return d.elo }
func (d *double) SetElo(elo int)               { d.elo = elo }
func (d *double) BookMoves() []engine.BookMove { return d.book }
func (d *double) Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
	d.limit = limit
	return d.think(ctx, limit, report)
}

// gui is the client's end of a dialogue.
type gui struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	done  chan error
}

func connect(t *testing.T, e Engine, o Options) *gui {
	requests, in := io.Pipe()
	answers, out := io.Pipe()
	g := &gui{t: t, in: in, lines: make(chan string, 1000), done: make(chan error, 1)}
	go func() {
		g.done <- NewServer(e, o).Serve(context.Background(), requests, out)
		out.Close()
	}()
	go func() {
		scanner := bufio.NewScanner(answers)
		for scanner.Scan() {
			g.lines <- scanner.Text()
		}
		close(g.lines)
	}()
	t.Cleanup(func() { in.Close() })
	return g
}

func (g *gui) send(lines ...string) {
	for _, line := range lines {
		if _, err := io.WriteString(g.in, line+"\n"); err != nil {
			g.t.Fatal(err)
		}
	}
}

// grammar is what NBoard accepts of each kind of line; anything else opens an error
// box.
var grammar = map[string]*regexp.Regexp{
	"set":       regexp.MustCompile(`^set myname \S+$`),
	"status":    regexp.MustCompile(`^status( .*)?$`),
	"pong":      regexp.MustCompile(`^pong \d+$`),
	"nodestats": regexp.MustCompile(`^nodestats \d+ \d+\.\d+$`),
	"===":       regexp.MustCompile(`^=== (PA|[A-H][1-8]/(-?\d+(\.\d+)?)?/\d+\.\d+)$`),
	"search":    regexp.MustCompile(`^search (PA|[A-H][1-8])(pa|PA|[a-hA-H][1-8])* -?\d+(\.\d+)? 0 \d+(%W?)?$`),
	"book":      regexp.MustCompile(`^book [A-H][1-8] -?\d+\.\d+ \d+ \d+$`),
	"analysis":  regexp.MustCompile(`^analysis \d+ -?\d+(\.\d+)?$`),
	"learned":   regexp.MustCompile(`^learned$`),
}

// line waits for the next line and holds it against the grammar.
func (g *gui) line() string {
	g.t.Helper()
	select {
	case line, ok := <-g.lines:
		if !ok {
			return "END"
		}
		word, _, _ := strings.Cut(line, " ")
		if form := grammar[word]; form == nil || !form.MatchString(line) {
			g.t.Errorf("%q is not a line of the protocol", line)
		}
		return line
	case <-time.After(time.Minute):
		g.t.Fatal("no answer")
		return ""
	}
}

// until returns the lines up to the first that begins with a word.
func (g *gui) until(word string) []string {
	g.t.Helper()
	for lines := []string{}; ; {
		line := g.line()
		lines = append(lines, line)
		if first, _, _ := strings.Cut(line, " "); first == word || line == "END" {
			return lines
		}
	}
}

func (g *gui) expect(lines ...string) {
	g.t.Helper()
	for _, want := range lines {
		if got := g.line(); got != want {
			g.t.Errorf("got %q, want %q", got, want)
		}
	}
}

func realEngine(t *testing.T) *engine.Engine {
	e, err := engine.New(engine.Options{Level: engine.AtLevel(1), Threads: 1, HashMB: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// A whole game as NBoard plays it: the game once, then every move by move, and the
// engine's own sent back to it.
func TestWholeGame(t *testing.T) {
	g := connect(t, realEngine(t), Options{})
	g.send("nboard 2", "set game "+emptyGame, "set contempt 0", "set depth 2", "ping 1")
	g.expect("set myname Kaeshi", "pong 1")
	game := notation.Game{Start: board.Start()}
	for ping := 2; ; ping++ {
		if p, _ := game.End(); p.Over() {
			break
		}
		g.send("go")
		answers := g.until("===")
		text := strings.TrimPrefix(answers[len(answers)-1], "=== ")
		m, err := notation.ParseGGFMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if text != "PA" {
			g.until("nodestats")
		}
		g.expect("status")
		if p, _ := game.End(); !p.Legal(m.Square) {
			t.Fatalf("%v is not legal after %s", m.Square, notation.FormatMoves(game.Squares()))
		}
		_ = game.Play(m)
		g.send("move "+text, fmt.Sprintf("ping %d", ping))
		g.expect(fmt.Sprintf("pong %d", ping))
	}
	g.send("quit")
	g.expect("END")
	if err := <-g.done; err != nil {
		t.Error(err)
	}
}

// endless thinks until it is stopped.
func endless(ctx context.Context, _ engine.Limit, report func(engine.Info)) (engine.Info, error) {
	report(engine.Info{Depth: 1, PV: []board.Square{37, 45}, Rank: 1, Score: search.Score{Value: 150}})
	<-ctx.Done()
	return engine.Info{PV: []board.Square{37}, Rank: 1}, nil
}

func TestPingStopsThinking(t *testing.T) {
	g := connect(t, &double{think: endless}, Options{})
	g.send("nboard 2", "set game "+emptyGame, "go")
	g.until("set")
	g.expect("status Thinking", "status Depth 1: F5f6 1.50")
	g.send("ping 7", "hint 2")
	g.expect("status", "pong 7", "status Thinking", "search F5f6 1.50 0 1")
	g.send("go")
	g.expect("status", "status Thinking", "status Depth 1: F5f6 1.50")
	g.send("move F5", "ping 8")
	g.expect("status", "pong 8")
	g.send("unknown words", "", "ping 9")
	g.expect("pong 9")
}

func TestQuitWhileThinkingNamesTheBestMove(t *testing.T) {
	g := connect(t, &double{think: endless}, Options{})
	g.send("go")
	g.expect("status Thinking", "status Depth 1: F5f6 1.50")
	g.send("quit") // and the input stays open
	if line := g.line(); !strings.HasPrefix(line, "=== F5/") {
		t.Errorf("got %q", line)
	}
	g.until("END")
}

// However a script ends, what it asks for is done to the end.
func TestEndOfAScript(t *testing.T) {
	for _, end := range []string{"", "quit\n"} {
		synctest.Test(t, func(t *testing.T) {
			stopped := false
			d := &double{think: func(ctx context.Context, _ engine.Limit, _ func(engine.Info)) (engine.Info, error) {
				select {
				case <-ctx.Done():
					stopped = true
				case <-time.After(time.Hour):
				}
				return engine.Info{PV: []board.Square{37}, Rank: 1}, nil
			}}
			var answers strings.Builder
			if err := NewServer(d, Options{}).Serve(context.Background(), strings.NewReader("go\n"+end), &answers); err != nil {
				t.Fatal(err)
			}
			if stopped || !strings.Contains(answers.String(), "=== F5/") {
				t.Errorf("the end %q: stopped %v, answers %q", end, stopped, answers.String())
			}
		})
	}
}

func TestPasses(t *testing.T) {
	g := connect(t, realEngine(t), Options{})
	g.send("set game "+passGame, "go")
	g.expect("status Thinking", "=== PA", "status")
	g.send("hint 3")
	lines := g.until("search")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "search PA") {
		t.Errorf("the hint is %q", last)
	}
	g.send("ping 1")
	g.until("pong")
	g.send("move PA", "move C5", "move C5", "ping 2")
	g.expect("status move: move 11: C5 is not legal here", "pong 2")
}

// What stands behind a move in the client's words never costs it.
func TestOddEvaluationsAndTimes(t *testing.T) {
	g := connect(t, realEngine(t), Options{})
	g.send("set game "+strings.Replace(emptyGame, ";)", "B[f5/-10000000/2]W[d6/nan/1e400];)", 1),
		"move c3/1e7/1", "move d3/inf/-3", "move c4/won/soon", "move f4/2,5/0,25", "f6/-1e30/", "ping 1", "move c4", "ping 2")
	g.expect("pong 1", "status move: move 8: C4 is not legal here", "pong 2")
}

func TestVersion1(t *testing.T) {
	g := connect(t, realEngine(t), Options{})
	g.send("nboard 1", "set game "+emptyGame, "F5", "d6/1.5/0.2", "go")
	g.expect("set myname Kaeshi", "status Thinking")
	g.until("===")
	g.expect("status") // no nodestats
	g.send("F5", "ping 1")
	g.expect("status move: move 3: F5 is not legal here", "pong 1")
}

func TestHintsTellTheBookFirst(t *testing.T) {
	d := &double{book: []engine.BookMove{{Square: 37, Value: 0.5}, {Square: 19, Value: -1}}}
	d.think = func(_ context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
		report(engine.Info{Stage: search.Solved, Depth: 20, PV: []board.Square{26, 64, 18}, Rank: 1,
			Score: search.Score{Value: 400, Selectivity: search.NoSelectivity}})
		report(engine.Info{Stage: search.WLD, Depth: 20, PV: []board.Square{44}, Rank: 2,
			Score: search.Score{Value: -200, Bound: search.Upper, Selectivity: search.NoSelectivity}})
		return engine.Info{Nodes: 5}, nil
	}
	g := connect(t, d, Options{})
	g.send("hint 4")
	g.expect("status Thinking", "book F5 0.50 0 0", "book D3 -1.00 0 0", "search C4paC3 4 0 100%", "search E6 -2 0 100%W")
	g.until("nodestats")
	g.expect("status")
	if want := uint64(1<<26 | 1<<44); d.limit.Only != want || d.limit.MultiPV != 2 || d.limit.Clock.Limited() {
		t.Errorf("searched with %+v", d.limit)
	}
	g.send("hint 1")
	g.expect("status Thinking", "book F5 0.50 0 0", "status")
}

func TestAnalyzeWholeGame(t *testing.T) {
	g := connect(t, realEngine(t), Options{})
	g.send("set game "+strings.Replace(passGame, "W[h6]", "W[h6]B[PA]W[c5]", 1), "analyze")
	g.expect("status Analyzing")
	for n := 10; n >= 0; n-- {
		if line := g.line(); !strings.HasPrefix(line, fmt.Sprintf("analysis %d ", n)) {
			t.Errorf("got %q for position %d", line, n)
		}
	}
	g.expect("status")
	g.send("set game (;GM[Othello]B[f5]W[d6]B[c5]W[f4]B[e3]W[f6]B[g5]W[e6]B[e7];)", "analyze")
	g.expect("status Analyzing", "analysis 9 -64") // everything is lost
}

func TestLearn(t *testing.T) {
	var learned []notation.Ply
	g := connect(t, &double{}, Options{Learn: func(_ context.Context, plies []notation.Ply) error {
		learned = plies
		return nil
	}})
	g.send("move F5", "move D6", "learn")
	g.expect("status Learning", "learned", "status")
	if want := []notation.Ply{{Color: board.Black, Square: 37}, {Color: board.White, Square: 43}}; !slices.Equal(learned, want) {
		t.Errorf("learned %v", learned)
	}
	g = connect(t, &double{}, Options{})
	g.send("learn")
	g.expect("status Learning", "status there is no book to learn into")
}

func TestBadGames(t *testing.T) {
	g := connect(t, &double{think: endless}, Options{})
	g.send("set game (;GM[Othello]B[f5]W[f5];)", "go", "move D6", "set depth x", "set depth", "set depth -3", "set depth 99999999999999999999", "set size 10", "ping 1")
	g.expect("status set game: move 2: F5 is not legal here",
		"status the game is not known: move 2: F5 is not legal here",
		"status move: move 2: F5 is not legal here")
	for _, word := range []string{"x", "", "-3"} {
		g.expect(fmt.Sprintf("status set depth: %q is not a number of 1 or more", word))
	}
	g.expect("pong 1")
	g.send("set game "+emptyGame, "go")
	g.expect("status Thinking")
}

func TestErrorsOfTheEngineAreShown(t *testing.T) {
	d := &double{think: func(context.Context, engine.Limit, func(engine.Info)) (engine.Info, error) {
		return engine.Info{}, errors.New("weights: broken\nfile")
	}}
	g := connect(t, d, Options{})
	g.send("go")
	g.expect("status Thinking", "status weights: broken file")
	g.send("ping 1")
	g.expect("pong 1")
}

func TestDepthsAreLevels(t *testing.T) {
	d := &double{think: endless}
	for depth, want := range map[string]engine.Limit{
		"1":  {Depth: 1},
		"2":  {Level: engine.AtLevel(1)},
		"13": {Level: engine.AtLevel(16)},
		"60": {Level: engine.AtLevel(engine.MaxLevel)},
		"26": {Level: engine.AtLevel(29)},
	} {
		g := connect(t, d, Options{})
		g.send("set depth "+depth, "go")
		g.expect("status Thinking", "status Depth 1: F5f6 1.50")
		g.send("ping 1")
		g.until("pong")
		if d.limit != want {
			t.Errorf("depth %s is searched with %+v, want %+v", depth, d.limit, want)
		}
	}
}

func TestBudget(t *testing.T) {
	tests := []struct {
		clock, black string
		seconds      float64 // that Black's only move took
		want         clock.Budget
	}{
		{"", "", 1, clock.Budget{}},
		{"0", "", 1, clock.Budget{}},
		{"0//0", "", 1, clock.Budget{}},
		{"nonsense", "", 1, clock.Budget{}},
		{"31:00", "", 60, clock.Told{Left: 30 * time.Minute}.Budget(clock.DefaultOverhead, 58)},
		{"31:00", "01:00", 30, clock.Told{Left: 30 * time.Second}.Budget(clock.DefaultOverhead, 58)},
		{"00:10/00:02", "", 4, clock.Told{Left: 8 * time.Second, Increment: 2 * time.Second}.Budget(clock.DefaultOverhead, 58)},
		{"00:10//02:00", "", 30, clock.Told{Left: 100 * time.Second}.Budget(clock.DefaultOverhead, 58)},
		{"00:10", "", 30, clock.Told{Left: 0}.Budget(clock.DefaultOverhead, 58)},
	}
	for _, test := range tests {
		g := notation.Game{Clock: test.clock, Start: board.Start()}
		g.Players[board.Black].Clock = test.black
		g.Moves = []notation.Move{{Square: 37, Seconds: notation.Number{Value: test.seconds, Known: true}}}
		if got := budget(&g, board.Black, 58); got != test.want {
			t.Errorf("%q %q: %v, want %v", test.clock, test.black, got, test.want)
		}
	}
}

// brokenWriter is a client that has gone.
type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestGoneClients(t *testing.T) {
	for _, test := range []struct{ fault, want error }{{os.ErrClosed, nil}, {io.ErrShortWrite, io.ErrShortWrite}} {
		r, w := io.Pipe()
		defer w.Close()
		go io.WriteString(w, "nboard 2\ngo\nping 1\n")
		if err := NewServer(&double{think: endless}, Options{}).Serve(context.Background(), r, brokenWriter{test.fault}); err != test.want {
			t.Errorf("Serve returns %v, want %v", err, test.want)
		}
	}
}

// Whatever is said, the server neither falls over nor hangs, says nothing that the
// client cannot read, and still answers a ping.
func FuzzServer(f *testing.F) {
	for _, seed := range []string{
		"nboard 2\nset game " + emptyGame + "\nset depth 3\nping 1\ngo\nhint 3\nanalyze\nlearn\nquit\n",
		"nboard 1\nF5\nD6\nPA\nset contempt 5\n", "move F5/1/2\nmove\nset\nset game\nping\nhint x\n", "\x00\xff\r\n=== F5",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "\xFF\xFE") || strings.HasPrefix(text, "\xFE\xFF") {
			return // in UTF-16 what is added at the end is no line
		}
		d := &double{think: func(_ context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
			if report != nil {
				report(engine.Info{Depth: 1, PV: []board.Square{37}, Rank: 1})
			}
			return engine.Info{PV: []board.Square{37}, Rank: 1}, nil
		}}
		quits := false
		talk.NewClient(context.Background(), io.Discard).Serve(strings.NewReader(text), false, func(line string) bool {
			quits = quits || strings.HasPrefix(line, "quit")
			return true
		})
		if quits {
			return
		}
		var answers strings.Builder
		if err := NewServer(d, Options{}).Serve(context.Background(), strings.NewReader(text+"\nping 77"), &answers); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(answers.String(), "\n"), "\n")
		if last := lines[len(lines)-1]; last != "pong 77" {
			t.Fatalf("the last line is %q", last)
		}
		for _, line := range lines {
			word, _, _ := strings.Cut(line, " ")
			if form := grammar[word]; word != "pong" && (form == nil || !form.MatchString(line)) {
				t.Errorf("%q is not a line of the protocol", line)
			}
		}
	})
}
