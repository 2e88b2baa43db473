package jsonl

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"kaeshi/book"
	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/human"
	"kaeshi/engine/search"
	"kaeshi/protocol/talk"
)

// compiled keeps what schema has compiled.
var compiled sync.Map

// schema compiles a part of the schema.
func schema(t testing.TB, part string) *jsonschema.Schema {
	t.Helper()
	if known, ok := compiled.Load(part); ok {
		return known.(*jsonschema.Schema)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("kaeshi-analyze.json", document); err != nil {
		t.Fatal(err)
	}
	form, err := compiler.Compile("kaeshi-analyze.json#/$defs/" + part)
	if err != nil {
		t.Fatal(err)
	}
	compiled.Store(part, form)
	return form
}

func validate(s *jsonschema.Schema, text string) error {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(value)
}

// double is an engine whose search is a function of the test.
type double struct {
	game  *engine.Game
	think func(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error)
}

func (d *double) SetGame(g *engine.Game) { d.game = g }
func (d *double) Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
	return d.think(ctx, limit, report)
}

func realEngine(t testing.TB) Engine {
	e, err := engine.New(engine.Options{Level: engine.AtLevel(1), Threads: 1, HashMB: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// testOptions are what kaeshi analyze has.
var testOptions = Options{Version: "1.2.3", Level: 1, Book: book.Embedded()}

// ask serves queries and returns the answers, each held against the schema.
func ask(t testing.TB, engines []Engine, queries ...string) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	if err := Serve(context.Background(), engines, testOptions, strings.NewReader(strings.Join(queries, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return parse(t, out.String())
}

func parse(t testing.TB, text string) []map[string]any {
	t.Helper()
	form := schema(t, "answer")
	var answers []map[string]any
	for line := range strings.Lines(text) {
		if err := validate(form, line); err != nil {
			t.Errorf("%s is not an answer: %v", line, err)
		}
		var answer map[string]any
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, answer)
	}
	return answers
}

// goodQueries are accepted by the program and by its schema.
var goodQueries = []string{
	`{"id":"start"}`,
	`{"id":"moves","moves":"F5D6C3","level":2,"multipv":3,"action":"analyze"}`,
	`{"id":"turns","moves":"f5f6d3g5h5h4f7h6c5","turns":[0,8,10],"depth":1,"nodes":100,"seconds":1.5}`,
	`{"id":"end","position":"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X","solve":"exact","multipv":2,"priority":-5}`,
	`{"id":"only","only":["d3","E6"],"book":true,"partial":0.001,"solve":"wld","seconds":0.01}`,
	`{"id":"over","moves":"F5D6C5F4E3F6G5E6E7"}`,
	`{"id":"play","play":true,"level":0,"book":true,"seconds":0.01}`,
	`{"id":"person","play":true,"elo":900}`,
	`{"id":"deep","endless":true,"seconds":0.02,"multipv":64,"partial":0.001}`,
	`{"id":"about","action":"about"}`,
	`{"id":"book","action":"book","moves":"F5D6C3D3C4"}`,
	`{"id":"read","action":"read","name":"x.txt","text":"F5D6C3 33-31"}`,
	`{"id":"write","action":"write","format":"sgf","games":[{"moves":"F5D6","black":{"name":"A"},"score":2,"ending":"by resignation"}]}`,
	`{"id":"report","action":"report","level":1,"lines":2,"format":"json","game":{"moves":"F5D6C3"}}`,
	`{"id":"end it","action":"terminate","terminate":"nobody"}`,
	`{"id":"end all","action":"terminate_all"}`,
}

func TestAnswers(t *testing.T) {
	form := schema(t, "query")
	for _, q := range goodQueries {
		if err := validate(form, q); err != nil {
			t.Errorf("the schema refuses %s: %v", q, err)
		}
	}
	finals := map[string]int{}
	var end map[string]any
	for _, a := range ask(t, []Engine{realEngine(t)}, goodQueries[:len(goodQueries)-1]...) {
		if a["error"] != nil {
			t.Errorf("%v is refused: %v", a["id"], a["error"])
		}
		if a["final"] == true {
			finals[a["id"].(string)]++
		}
		if a["id"] == "end" {
			end = a
		}
		if a["id"] == "over" && (a["over"] != true || a["score"] != -64.0 || len(a["moves"].([]any)) != 0) {
			t.Errorf("the finished game is %v", a)
		}
	}
	if want := map[string]int{"start": 1, "moves": 1, "turns": 3, "end": 1, "only": 1, "over": 1, "play": 1, "person": 1, "deep": 1, "report": 1}; !reflect.DeepEqual(finals, want) {
		t.Errorf("final answers %v, want %v", finals, want)
	}
	// FFO #1: G8 wins by 18, the next best move H1 by 12.
	moves := end["moves"].([]any)
	if len(moves) != 2 || end["score"] != 18.0 || end["stage"] != "exact" || end["bound"] != "exact" {
		t.Fatalf("FFO #1 is %v", end)
	}
	for i, want := range []struct {
		move  string
		score float64
	}{{"G8", 18}, {"H1", 12}} {
		if m := moves[i].(map[string]any); m["move"] != want.move || m["score"] != want.score {
			t.Errorf("move %d of FFO #1 is %v", i+1, m)
		}
	}
}

// Every wrong query has one answer, with its id where that can be read. The schema
// refuses what it can know.
func TestErrors(t *testing.T) {
	tests := []struct {
		query, id, fault string
		schemaAccepts    bool
	}{
		{`nonsense`, "", "not a JSON object: byte 2 does not belong there", false},
		{`[1]`, "", "not a JSON object", false},
		{`{}`, "", errID.Error(), false},
		{`{"id":""}`, "", errID.Error(), false},
		{`{"id":null}`, "", errID.Error(), false},
		{`{"id":[7]}`, "", errID.Error(), false},
		{`{"id":true,"depth":3}`, "", errID.Error(), false},
		{`{"id":"` + strings.Repeat("x", 201) + `"}`, "", errID.Error(), false},
		{`{"id":"a","action":"terminate","terminate":""}`, "a", "terminate must name the query to end", false},
		{`{"id":"a","action":"terminate","terminate":{}}`, "a", "terminate must name the query to end", false},
		{`{"id":"a"`, "", "not a JSON object: the line is cut short", false},
		{`{"id":"a","deep":3}`, "a", `unknown field "deep"`, false},
		{`{"id":"a","depth":"x"}`, "a", "depth cannot be a string", false},
		{`{"id":"a","depth":0}`, "a", "depth 0: not within 1 to 60", false},
		{`{"id":"a","level":31}`, "a", "level 31: not within 0 to 30", false},
		{`{"id":"a","elo":399}`, "a", fmt.Sprintf("elo 399: not within 400 to %d", human.MaxElo()), false},
		{`{"id":"a","elo":9999}`, "a", fmt.Sprintf("elo 9999: not within 400 to %d", human.MaxElo()), true},
		{`{"id":"a","elo":900,"level":3}`, "a", "elo goes with none of level, depth, nodes, solve, multipv, only, endless", false},
		{`{"id":"a","elo":900,"endless":true}`, "a", "elo goes with none of level, depth, nodes, solve, multipv, only, endless", false},
		{`{"id":"a","elo":900,"multipv":3}`, "a", "elo goes with none of level, depth, nodes, solve, multipv, only, endless", false},
		{`{"id":"a","multipv":65}`, "a", "multipv 65: not within 1 to 64", false},
		{`{"id":"a","seconds":0}`, "a", "seconds 0: not within 0 to 1e+06", false},
		{`{"id":"a","solve":"all"}`, "a", `solve "all": not one of exact, wld`, false},
		{`{"id":"a","action":"stop"}`, "a", `action "stop": not one of analyze, terminate, terminate_all, about, book, read, write, report`, false},
		{`{"id":"a","action":"terminate"}`, "a", "terminate must name the query to end", false},
		{`{"id":"a","action":"terminate_all","depth":3}`, "a", "terminate_all takes no field depth", false},
		{`{"id":"a","terminate":"b"}`, "a", "analyze takes no field terminate", false},
		{`{"id":"a","endless":true,"level":3}`, "a", "endless goes with none of level, depth, solve, play and book", false},
		{`{"id":"a","play":true,"multipv":3}`, "a", "play goes with none of multipv, only and solve", false},
		{`{"id":"a","action":"about","moves":"F5"}`, "a", "about takes no field moves", false},
		{`{"id":"a","action":"book","moves":"F5F5"}`, "a", "moves: move 2: F5 is not legal here", true},
		{`{"id":"a","action":"read","text":" "}`, "a", "no game found", true},
		{`{"id":"a","action":"read","format":"doc","text":"F5"}`, "a", `format "doc": not one of ggf, sgf, sgf-edax, sgf-gogui, wtb, pgn, moves, results, transcripts, obf`, false},
		{`{"id":"a","action":"read","base64":"%"}`, "a", "illegal base64 data at input byte 0", true},
		{`{"id":"a","action":"write","format":"sgf","games":[]}`, "a", "games: none to write", false},
		{`{"id":"a","action":"write","format":"sgf","games":[{"moves":"F5F5"}]}`, "a", "games: game 1: moves: move 2: F5 is not legal here", true},
		{`{"id":"a","action":"report"}`, "a", "game: none to report on", false},
		{`{"id":"a","action":"report","format":"doc","game":{"moves":"F5"}}`, "a", `format "doc": a report is one of html, svg, png, sgf, ggf, json`, false},
		{`{"id":"a","action":"report","game":{"moves":"F5F5"}}`, "a", "game: moves: move 2: F5 is not legal here", true},
		{`{"id":"a","turns":[]}`, "a", "turns: 0 of them, not 1 to 129", false},
		{`{"id":"a","only":[]}`, "a", "only: no move in it", false},
		{`{"id":"a","only":["pass"]}`, "a", `only: "pass" is not a square`, false},
		{`{"id":"a"} {"id":"b"}`, "", "not a JSON object: byte 12 does not belong there", false},
		{`{"id":"a","position":"-- X"}`, "a", "position: a board has 64 squares, not 2", false},
		{`{"id":"a","only":["a1"]}`, "a", "only: A1 is not legal at turn 0", true},
		{`{"id":"a","moves":"F5F5"}`, "a", "moves: move 2: F5 is not legal here", true},
		{`{"id":"a","moves":"F5x"}`, "a", `moves: move 2: "x" is not a square`, true},
		{`{"id":"a","turns":[1]}`, "a", "turns: 1 is not within 0 to 0", true},
		{`{"id":"a","turns":[0,0]}`, "a", "turns: 0 stands twice", true},
	}
	form := schema(t, "query")
	for _, test := range tests {
		answers := ask(t, []Engine{realEngine(t)}, test.query)
		want := map[string]any{"id": nil, "error": test.fault}
		if test.id != "" {
			want["id"] = test.id
		}
		if len(answers) != 1 || !reflect.DeepEqual(answers[0], want) {
			t.Errorf("%s: %v, want %v", test.query, answers, want)
		}
		if accepted := validate(form, test.query) == nil; accepted != test.schemaAccepts {
			t.Errorf("%s: the schema accepts it: %v", test.query, accepted)
		}
	}
}

// The examples of the README are queries or answers.
func TestReadmeExamples(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	query, answer := schema(t, "query"), schema(t, "answer")
	examples := 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "{") {
			continue
		}
		examples++
		if asQuery, asAnswer := validate(query, line), validate(answer, line); asQuery != nil && asAnswer != nil {
			t.Errorf("%s is neither a query (%v) nor an answer (%v)", line, asQuery, asAnswer)
		}
	}
	if examples < 8 {
		t.Errorf("only %d examples", examples)
	}
}

func TestSchemaKnowsTheLevels(t *testing.T) {
	form := schema(t, "query")
	for level, want := range map[int]bool{engine.MinLevel - 1: false, engine.MinLevel: true, engine.MaxLevel: true, engine.MaxLevel + 1: false} {
		if accepted := validate(form, fmt.Sprintf(`{"id":"a","level":%d}`, level)) == nil; accepted != want {
			t.Errorf("level %d is accepted: %v", level, accepted)
		}
	}
}

// client is the other end of a dialogue in which the order matters.
type client struct {
	t       *testing.T
	in      *io.PipeWriter
	answers chan string
	done    chan error
}

func connect(t *testing.T, engines ...Engine) *client {
	queries, in := io.Pipe()
	c := &client{t: t, in: in, answers: make(chan string, 1000), done: make(chan error, 1)}
	go func() { c.done <- Serve(context.Background(), engines, Options{}, queries, c) }()
	t.Cleanup(func() { in.Close() })
	return c
}

// Write takes an answer.
func (c *client) Write(line []byte) (int, error) {
	c.answers <- string(line)
	return len(line), nil
}

func (c *client) send(queries ...string) {
	for _, q := range queries {
		if _, err := io.WriteString(c.in, q+"\n"); err != nil {
			c.t.Fatal(err)
		}
	}
}

func (c *client) next() map[string]any {
	c.t.Helper()
	select {
	case line := <-c.answers:
		return parse(c.t, line)[0]
	case <-time.After(time.Minute):
		c.t.Fatal("no answer")
		return nil
	}
}

// endless thinks until it is stopped; it says when it begins.
func endless(begun chan<- string) *double {
	d := &double{}
	d.think = func(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
		begun <- fmt.Sprint(limit.Depth)
		info := engine.Info{Depth: 3, Rank: 1, PV: []board.Square{37, 64, 43}, Score: search.Score{Value: 150}}
		report(info)
		<-ctx.Done()
		return info, nil
	}
	return d
}

func TestTerminate(t *testing.T) {
	begun := make(chan string, 10)
	c := connect(t, endless(begun))
	c.send(`{"id":"a"}`)
	<-begun
	c.send(`{"id":"b","turns":[0,1],"moves":"f5"}`, `{"id":"c"}`, `{"id":"a"}`)
	if a := c.next(); a["error"] != "id: a query of this id is at work" {
		t.Errorf("got %v", a)
	}
	c.send(`{"id":"t1","action":"terminate","terminate":"b"}`)
	for range 2 { // it waited: both turns answer at once, knowing nothing
		if a := c.next(); a["id"] != "b" || a["final"] != true || a["terminated"] != true || a["stage"] != "none" {
			t.Errorf("got %v", a)
		}
	}
	if a := c.next(); a["id"] != "t1" || a["ended"] != 1.0 {
		t.Errorf("got %v", a)
	}
	c.send(`{"id":"t2","action":"terminate","terminate":"b"}`)
	if a := c.next(); a["id"] != "t2" || a["ended"] != 0.0 {
		t.Errorf("got %v", a)
	}
	c.send(`{"id":"t3","action":"terminate_all"}`)
	seen := map[any]map[string]any{}
	for range 3 {
		a := c.next()
		seen[a["id"]] = a
	}
	if a := seen["a"]; a["terminated"] != true || a["score"] != 1.5 || len(a["moves"].([]any)) != 1 {
		t.Errorf("a ends with %v", a)
	}
	if a := seen["c"]; a["terminated"] != true || a["score"] != nil {
		t.Errorf("c ends with %v", a)
	}
	if a := seen["t3"]; a["ended"] != 2.0 {
		t.Errorf("t3 is %v", a)
	}
	c.in.Close()
	if err := <-c.done; err != nil {
		t.Error(err)
	}
}

// A number is written in the answers as it was in the query, to the digit, and names
// another query than a text.
func TestNumbersAsIDs(t *testing.T) {
	for _, id := range []string{"7", "0", "-1", "2.50", "1e3", "9007199254740993", "123456789012345678901234567890", `"7"`, `"caf\u00e9 \u003c"`, `"é"`} {
		var out strings.Builder
		query := `{"id":` + id + `,"action":"terminate_all"}` + "\n" + `{"id":` + id + `,"depth":0}` + "\n" + `{"id": ` + id + ` ,"depth":1}`
		if err := Serve(t.Context(), []Engine{realEngine(t)}, Options{}, strings.NewReader(query), &out); err != nil {
			t.Fatal(err)
		}
		want := id
		if id == `"caf\u00e9 \u003c"` {
			want = `"café \u003c"`
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		for _, line := range lines {
			if !strings.HasPrefix(line, `{"id":`+want+`,"`) {
				t.Errorf("id %s: %s", id, line)
			}
			if err := validate(schema(t, "answer"), line); err != nil {
				t.Errorf("the schema refuses %s: %v", line, err)
			}
		}
		if len(lines) != 3 {
			t.Errorf("id %s: %q", id, lines)
		}
	}
	begun := make(chan string, 10)
	c := connect(t, endless(begun))
	c.send(`{"id":7}`)
	<-begun
	c.send(`{"id":"7","action":"terminate","terminate":"7"}`, `{"id":8,"action":"terminate","terminate":7}`)
	if a := c.next(); a["id"] != "7" || a["ended"] != 0.0 {
		t.Errorf("got %v", a)
	}
	if a, b := c.next(), c.next(); a["ended"] != 1.0 && b["ended"] != 1.0 || a["id"] != 7.0 && b["id"] != 7.0 {
		t.Errorf("got %v and %v", a, b)
	}
}

// A query waits to be read if too many positions wait; whatever ends or answers one
// makes room.
func TestReadingAheadIsBounded(t *testing.T) {
	const most, queries = 5, 40
	synctest.Test(t, func(t *testing.T) {
		given, release := 0, make(chan bool)
		lines := readerFunc(func(p []byte) (int, error) {
			if given == queries {
				return 0, io.EOF
			}
			given++
			return copy(p, fmt.Sprintf("{\"id\":\"%d\"}\n", given)), nil
		})
		d := &double{think: func(context.Context, engine.Limit, func(engine.Info)) (engine.Info, error) {
			<-release
			return engine.Info{Rank: 1, PV: []board.Square{37}}, nil
		}}
		var out bytes.Buffer
		client := talk.NewClient(t.Context(), &out)
		defer client.Close()
		pool, answers := NewPool([]Engine{d}, Options{}), &output{w: &out, fail: client.Close}
		s := pool.newSession(client.Context(), most, answers.write)
		done := make(chan error, 1)
		go func() { done <- serve(client, s, lines) }()
		for answered := range queries {
			synctest.Wait()
			// One is at work, and one is read and waits for room.
			if want := min(answered+1+most+1, queries); given != want {
				t.Errorf("after %d answers %d queries were read, not %d", answered, given, want)
			}
			if answered%4 == 3 {
				s.terminate(query{ID: `"t"`, Action: "terminate", Ended: queryID(fmt.Sprintf("%q", fmt.Sprint(answered+3)))}) // which waits
			}
			if answered%4 != 3 || answered == queries-1 {
				release <- true
			}
		}
		close(release)
		if err := <-done; err != nil {
			t.Error(err)
		}
		pool.Close()
		if answers := len(parse(t, out.String())); answers != queries+queries/4 {
			t.Errorf("%d answers", answers)
		}
	})
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// To end one query takes no longer if many wait: as many times as this it would take
// minutes.
func TestTerminateOneOfMany(t *testing.T) {
	const queries = 50_000
	begun, out := make(chan string, 1), &lineCount{}
	queriesIn, in := io.Pipe()
	done := make(chan error)
	go func() { done <- Serve(t.Context(), []Engine{endless(begun)}, Options{}, queriesIn, out) }()
	io.WriteString(in, "{\"id\":\"0\"}\n")
	<-begun
	var text strings.Builder
	for i := range queries {
		fmt.Fprintf(&text, "{\"id\":\"%d\"}\n", i+1)
	}
	for i := range queries + 1 {
		fmt.Fprintf(&text, "{\"id\":\"t\",\"action\":\"terminate\",\"terminate\":\"%d\"}\n", queries-i)
	}
	io.WriteString(in, text.String())
	in.Close()
	if err := <-done; err != nil || out.count != 2*queries+2 {
		t.Errorf("%d answers (%v)", out.count, err)
	}
}

// lineCount counts lines.
type lineCount struct{ count int }

func (l *lineCount) Write(p []byte) (int, error) {
	l.count++
	return len(p), nil
}

// A client that has died reads nothing, and no search shows it that.
func TestDeadClient(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	begun, done := make(chan string, 1), make(chan error)
	go func() {
		done <- Serve(t.Context(), []Engine{endless(begun)}, Options{}, strings.NewReader(`{"id":"a"}`), w)
	}()
	<-begun
	r.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A pass is one move.
func TestMultiPVOfAPass(t *testing.T) {
	query := `{"id":"p","position":"O-OOXXXOOOOOXXXOOOOOOXXO-OOXXOXOOOOXOOXOOOXOXXXOOXXXXOOOXXXXXOOO O","solve":"exact","multipv":5}`
	answers := ask(t, []Engine{realEngine(t)}, query)
	if len(answers) != 1 || len(answers[0]["moves"].([]any)) != 1 || answers[0]["score"] != -16.0 {
		t.Fatalf("answers %v", answers)
	}
	if m := answers[0]["moves"].([]any)[0].(map[string]any); m["move"] != "PASS" || m["score"] != -16.0 {
		t.Errorf("the move is %v", m)
	}
}

func TestPriority(t *testing.T) {
	begun := make(chan string, 10)
	c := connect(t, endless(begun))
	c.send(`{"id":"first","depth":1}`)
	<-begun
	c.send(`{"id":"low","depth":2,"priority":-1}`, `{"id":"a","depth":3}`, `{"id":"b","depth":4}`, `{"id":"high","depth":5,"priority":9}`,
		`{"id":"t","action":"terminate","terminate":"nobody"}`)
	c.next()
	var order []string
	for _, id := range []string{"first", "high", "a", "b"} {
		c.send(`{"id":"t","action":"terminate","terminate":"` + id + `"}`)
		order = append(order, <-begun)
		c.next()
		c.next()
	}
	if want := []string{"5", "3", "4", "2"}; !slices.Equal(order, want) {
		t.Errorf("searched in the order %v, want %v", order, want)
	}
	c.send(`{"id":"t","action":"terminate_all"}`)
}

// Many queries over several workers: each is answered once.
func TestManyInFlight(t *testing.T) {
	var queries []string
	for i := range 300 {
		queries = append(queries, fmt.Sprintf(`{"id":"q%d","moves":"F5D6C3","turns":[0,1,2,3],"depth":1,"priority":%d}`, i, i%3))
	}
	count := map[string]int{}
	for _, a := range ask(t, []Engine{realEngine(t), realEngine(t), realEngine(t)}, queries...) {
		count[fmt.Sprint(a["id"], a["turn"])]++
	}
	if len(count) != 1200 {
		t.Errorf("%d answers", len(count))
	}
	for key, n := range count {
		if n != 1 {
			t.Errorf("%s is answered %d times", key, n)
		}
	}
}

func TestLongLinesAndLastLine(t *testing.T) {
	answers := ask(t, []Engine{realEngine(t)}, `{"id":"`+strings.Repeat("x", 2<<20)+`"}`, "", "  ", `{"id":"last"}`)
	if len(answers) != 2 || answers[0]["error"] != "the line is longer than 1048576 bytes" || answers[1]["id"] != "last" {
		t.Errorf("answers %v", answers)
	}
}

func TestErrorsOfTheEngine(t *testing.T) {
	d := &double{think: func(context.Context, engine.Limit, func(engine.Info)) (engine.Info, error) {
		return engine.Info{}, errors.New("weights: broken")
	}}
	if a := ask(t, []Engine{d}, `{"id":"a"}`); len(a) != 1 || a[0]["error"] != "weights: broken" || a[0]["id"] != "a" {
		t.Errorf("answers %v", a)
	}
}
