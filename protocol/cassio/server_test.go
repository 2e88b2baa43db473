package cassio

import (
	"bufio"
	"context"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

const (
	start = "---------------------------OX------XO---------------------------X"
	// FFO #1: G8 wins by 18.
	ffo1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
)

func realEngine(t testing.TB) *engine.Engine {
	e, err := engine.New(engine.Options{Level: engine.AtLevel(1), Threads: 1, HashMB: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func answers(t testing.TB, e Engine, script ...string) []string {
	t.Helper()
	var out strings.Builder
	text := strings.Join(script, "\n") + "\n"
	if err := NewServer(e, Options{Version: "1"}).Serve(context.Background(), strings.NewReader(text), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// ask makes one request and waits for the end of its answer, however long the search
// takes.
func ask(t *testing.T, e Engine, request string) (lines []string) {
	t.Helper()
	in, say := io.Pipe()
	hear, out := io.Pipe()
	defer say.Close()
	go NewServer(e, Options{}).Serve(context.Background(), in, out)
	go io.WriteString(say, request+"\n")
	for scanner := bufio.NewScanner(hear); scanner.Scan(); {
		lines = append(lines, scanner.Text())
		if scanner.Text() == "ready." {
			break
		}
	}
	return lines
}

func TestHandshake(t *testing.T) {
	got := answers(t, realEngine(t), "ENGINE-PROTOCOL init", "ENGINE-PROTOCOL  get-version", "ENGINE-PROTOCOL new-position",
		"ENGINE-PROTOCOL empty-hash", "ENGINE-PROTOCOL feed-hash "+start+" -2.00 2.00 21 73 F5D6", "engine-protocol init", "ENGINE-PROTOCOL")
	slices.Sort(got) // complaints do not wait for what is done in order
	want := []string{
		"ERROR: a line begins with ENGINE-PROTOCOL, not \"engine-protocol\"", "ERROR: the command is missing",
		"ready.", "ready.", "ready.", "version: Kaeshi 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := answers(t, realEngine(t), "ENGINE-PROTOCOL dance", "ENGINE-PROTOCOL quit", ""); !slices.Equal(got,
		[]string{`ERROR: unknown command "dance"`, "ready.", "bye bye."}) {
		t.Errorf("got %q", got)
	}
}

var resultLine = regexp.MustCompile(`^([XO-]{64}[XO]), move ([A-H][1-8]|PA), depth \d+, @\d+%, ([BW])([-+]\d+\.\d\d) <= v <= ([BW])([-+]\d+\.\d\d), (([A-H][1-8]|PA)+), node \d+, time \d+\.\d{3}$`)

// result is the last line before "ready.".
func result(t *testing.T, lines []string) []string {
	t.Helper()
	if len(lines) < 2 || lines[len(lines)-1] != "ready." {
		t.Fatalf("got %q", lines)
	}
	for _, line := range lines[:len(lines)-1] {
		if !resultLine.MatchString(line) {
			t.Errorf("%q is not of the right form", line)
		}
	}
	return resultLine.FindStringSubmatch(lines[len(lines)-2])
}

func TestSearches(t *testing.T) {
	swap := strings.NewReplacer("X", "O", "O", "X")
	tests := []struct {
		request     string
		move        string // "" is any
		colour      string
		lower, most string
	}{
		{"endgame-search " + ffo1 + " -64 64 100", "G8", "B", "+18.00", "+18.00"},
		{"endgame-search  " + strings.ReplaceAll(ffo1, " ", "") + " -64.00 64.00 100", "G8", "B", "+18.00", "+18.00"},
		{"endgame-search " + swap.Replace(ffo1) + " -64 64 100", "G8", "W", "+18.00", "+18.00"},
		{"endgame-search " + ffo1, "G8", "B", "+18.00", "+18.00"},
		{"endgame-search " + ffo1 + " -1 1 100", "", "B", "+2.00", "+64.00"},
		{"endgame-search " + ffo1 + " -64 64 73", "G8", "B", "+18.00", "+18.00"},
		{"midgame-search " + ffo1 + " -64 64 60 100", "G8", "B", "+18.00", "+18.00"},
	}
	for _, test := range tests {
		got := result(t, ask(t, realEngine(t), "ENGINE-PROTOCOL "+test.request))
		if test.move != "" && got[2] != test.move || got[3] != test.colour || got[4] != test.lower || got[6] != test.most {
			t.Errorf("%s: got %q", test.request, got)
		}
	}
	got := result(t, ask(t, realEngine(t), "ENGINE-PROTOCOL midgame-search "+start+" -64.00 64.00 3 73"))
	if got[1] != start || !strings.Contains(got[0], "depth 3, ") {
		t.Errorf("got %q", got)
	}
}

func TestBadRequests(t *testing.T) {
	for request, want := range map[string]string{
		"midgame-search ----X":                            "ERROR: a board has 64 of X, O and -, not",
		"midgame-search " + start[:64]:                    "ERROR: the side to move is missing: add X or O",
		"midgame-search " + start + " -64 x":              `ERROR: beta "x" is not a number`,
		"midgame-search " + start + " nan":                `ERROR: alpha "nan" is not a number`,
		"midgame-search " + start + " -64 64 five 100":    `ERROR: depth "five" is not a number`,
		"midgame-search " + start + " -64 64 5 all":       `ERROR: precision "all" is not a number`,
		"endgame-search " + start + " -64 64 all":         `ERROR: precision "all" is not a number`,
		"midgame-search " + start + " -64 64 0 100":       "ERROR: the depth is less than 1",
		"endgame-search " + start + " -64 64 100 1":       `ERROR: "1" is more than alpha, beta, precision`,
		"midgame-search " + start[:64] + "Z -64 64 5 100": `ERROR: "Z" is not a side to move: use X or O`,
	} {
		got := answers(t, realEngine(t), "ENGINE-PROTOCOL "+request)
		if len(got) != 2 || got[1] != "ready." || !strings.HasPrefix(got[0], want) && !strings.HasPrefix(got[0], "ERROR: a board has 64 squares") {
			t.Errorf("%s: got %q, want %q", request, got, want)
		}
	}
}

// Bytes that are no characters may stand anywhere, also as the last ones that a
// position takes, at the end of the line.
func TestBytesThatAreNoCharacters(t *testing.T) {
	e := realEngine(t)
	for length := range len(start) + 2 {
		for _, bad := range []string{"\x80", "\xFF", "\xE3\x82", "é", "\uFFFD"} {
			for _, rest := range []string{"", " ", " -64 64 1 100"} {
				text := strings.Repeat("-", length) + bad + rest
				for _, verb := range []string{"midgame-search ", "endgame-search "} {
					got := answers(t, instant{e}, "ENGINE-PROTOCOL "+verb+text)
					if len(got) != 2 || !strings.HasPrefix(got[0], "ERROR: ") || got[1] != "ready." {
						t.Fatalf("%s%q: got %q", verb, text, got)
					}
				}
			}
		}
	}
}

// double thinks until it is stopped.
type double struct {
	*engine.Engine
	begun chan bool
}

func (d *double) Search(ctx context.Context, _ engine.Limit, report func(engine.Info)) (engine.Info, error) {
	info := engine.Info{Depth: 4, PV: []board.Square{37, 64}, Nodes: 77, Score: search.Score{Value: -150, Bound: search.Upper}}
	report(info)
	d.begun <- true
	<-ctx.Done()
	return info, nil
}

func TestStopAndPings(t *testing.T) {
	d := &double{realEngine(t), make(chan bool, 9)}
	in, say := io.Pipe()
	hear, out := io.Pipe()
	go NewServer(d, Options{}).Serve(context.Background(), in, out)
	lines := bufio.NewScanner(hear)
	expect := func(want string) {
		t.Helper()
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), want) {
			t.Errorf("got %q, want %q", lines.Text(), want)
		}
	}
	send := func(text string) {
		if _, err := io.WriteString(say, text+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	const found = start + ", move F5, depth 4, @73%, B-64.00 <= v <= B-1.50, F5PA, node 77, time "
	send("")
	expect("ready.")
	send("ENGINE-PROTOCOL midgame-search " + start + " -64 64 10 73")
	expect(found)
	<-d.begun
	send("")
	expect("ok.")
	send("ENGINE-PROTOCOL get-search-infos")
	expect("node 77, time ")
	send("ENGINE-PROTOCOL midgame-search " + start + " -64 64 10 73") // waits, and is forgotten
	send("ENGINE-PROTOCOL stop")
	expect("ready.")
	send("ENGINE-PROTOCOL get-search-infos")
	expect("ready.")
	send("ENGINE-PROTOCOL stop")
	expect("ready.")
	send("ENGINE-PROTOCOL midgame-search " + start + " -64 64 10 73")
	expect(found)
	send("ENGINE-PROTOCOL quit")
	expect("ready.")
	expect("bye bye.")
}

// However a script ends, what it asks for is done to the end.
func TestEndOfAScript(t *testing.T) {
	for end, last := range map[string]string{"": "ready.", "ENGINE-PROTOCOL quit\n": "bye bye."} {
		synctest.Test(t, func(t *testing.T) {
			d := &slow{Engine: realEngine(t)}
			request := "ENGINE-PROTOCOL midgame-search " + start + " -64 64 10 73\n"
			var answers strings.Builder
			if err := NewServer(d, Options{}).Serve(context.Background(), strings.NewReader(request+request+end), &answers); err != nil {
				t.Fatal(err)
			}
			text := answers.String()
			if d.stopped > 0 || strings.Count(text, "move F5") != 2 || !strings.HasSuffix(text, last+"\n") {
				t.Errorf("the end %q: %d stopped, answers %q", end, d.stopped, text)
			}
		})
	}
}

// slow takes an hour for a search.
type slow struct {
	*engine.Engine
	stopped int
}

func (s *slow) Search(ctx context.Context, _ engine.Limit, _ func(engine.Info)) (engine.Info, error) {
	select {
	case <-ctx.Done():
		s.stopped++
	case <-time.After(time.Hour):
	}
	return engine.Info{PV: []board.Square{37}}, nil
}

func FuzzServer(f *testing.F) {
	f.Add("ENGINE-PROTOCOL init\n\nENGINE-PROTOCOL  midgame-search " + start + " -64.00 64.00 1 73\nENGINE-PROTOCOL stop\n")
	f.Add("ENGINE-PROTOCOL endgame-search " + ffo1 + " -1 1 100\nENGINE-PROTOCOL get-search-infos\nx")
	e := realEngine(f)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "\xFF\xFE") || strings.HasPrefix(text, "\xFE\xFF") {
			return // in UTF-16 what is added at the end is no line
		}
		got := answers(t, instant{e}, text, "ENGINE-PROTOCOL quit")
		if last := got[len(got)-1]; last != "bye bye." && last != "ready." {
			t.Errorf("%q: the last answer is %q", text, last)
		}
	})
}

// instant finds its move at once.
type instant struct{ *engine.Engine }

func (instant) Search(context.Context, engine.Limit, func(engine.Info)) (engine.Info, error) {
	return engine.Info{PV: []board.Square{37}}, nil
}
