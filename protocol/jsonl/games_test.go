package jsonl

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/notation"
	"kaeshi/protocol/gamereport"
)

// query1 asks one query and returns the last answer.
func query1(t *testing.T, query string) map[string]any {
	t.Helper()
	answers := ask(t, []Engine{realEngine(t)}, query)
	if len(answers) == 0 {
		t.Fatalf("no answer to %s", query)
	}
	return answers[len(answers)-1]
}

// Whatever a file says of a game is kept by reading it and writing it again.
func TestReadAndWriteKeepAGame(t *testing.T) {
	for format, text := range map[string]string{
		"ggf": "(;GM[Othello]PC[NBoard]DT[2009-03-04]PB[a]PW[b]RB[1800]RE[-64.000:t]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.5]W[F4/1.50/0.3];)\n",
		"obf": "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % FFO 1\n",
		"sgf": "(;FF[4]GM[2]SZ[8]PB[Black]PW[White]RE[B+R]EV[Cup]RO[3];B[fe]C[good];W[fd])\n",
		"pgn": "[Event \"Cup\"]\n[Site \"?\"]\n[Date \"2001\"]\n[Round \"2\"]\n[Black \"A\"]\n[White \"B\"]\n[Result \"*\"]\n\n1. f5 d6 *\n\n",
	} {
		want := rewrite(t, format, text)
		quoted, _ := json.Marshal(text)
		read := query1(t, `{"id":"r","action":"read","name":"x.`+format+`","text":`+string(quoted)+`}`)
		games, _ := json.Marshal(read["games"])
		written := query1(t, `{"id":"w","action":"write","format":"`+format+`","games":`+string(games)+`}`)
		if written["text"] != want {
			t.Errorf("%s: %v\nwant %s", format, written, want)
		}
	}
}

// rewrite is what kaeshi convert makes of a file.
func rewrite(t *testing.T, format, text string) string {
	t.Helper()
	games, err := notation.ReadGames("x."+format, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := notation.WriteGames(format, &out, games); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The names of a database come from files that were sent with it, and from no others.
func TestReadDatabase(t *testing.T) {
	var wtb, jou, trn bytes.Buffer
	var database notation.WTHOR
	games, err := notation.ReadGames("x.pgn", strings.NewReader("[Event \"Cup\"]\n[Date \"2001\"]\n[Black \"Ann\"]\n[White \"Bea\"]\n[Result \"33-31\"]\n\nf5 d6 33-31\n"))
	if err == nil {
		err = database.Add(&games[0])
	}
	if err == nil {
		err = database.Write(&wtb, &jou, &trn, time.Date(2001, 2, 3, 0, 0, 0, 0, time.UTC))
	}
	if err != nil {
		t.Fatal(err)
	}
	encode := func(b bytes.Buffer) string { return base64.StdEncoding.EncodeToString(b.Bytes()) }
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "wthor.jou"), jou.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	for beside, want := range map[string]any{
		"": map[string]any{},
		`,"beside":[{"name":"WTH.JOU","base64":"` + encode(jou) + `"},{"name":"X.trn","base64":"` + encode(trn) + `"}]`: map[string]any{"name": "Ann"},
	} {
		for _, name := range []string{"x.wtb", filepath.ToSlash(filepath.Join(folder, "x.wtb"))} {
			answer := query1(t, `{"id":"r","action":"read","name":"`+name+`","base64":"`+encode(wtb)+`"`+beside+`}`)
			games, _ := answer["games"].([]any)
			if len(games) != 1 {
				t.Fatalf("%v", answer)
			}
			g := games[0].(map[string]any)
			player, _ := g["black"].(map[string]any)
			if wanted := want.(map[string]any); player["name"] != wanted["name"] || g["score"] != 2.0 {
				t.Errorf("%s with %.20q: %v", name, beside, g)
			}
		}
	}
}

// A report over the protocol is the one that kaeshi report writes.
func TestReport(t *testing.T) {
	const moves = "F5D6C3D3C4F4C5B3C2B4"
	games, err := notation.ReadGames("", strings.NewReader(moves))
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Options{Level: engine.AtLevel(2), Threads: 1, HashMB: 1, Seed: 1, Book: testOptions.Book})
	if err != nil {
		t.Fatal(err)
	}
	analysis, err := gamereport.Analyze(context.Background(), e, games[0], 2, func() {})
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := analysis.WriteJSON(&want); err != nil {
		t.Fatal(err)
	}
	answers := ask(t, []Engine{realEngine(t)}, `{"id":"r","action":"report","format":"json","level":2,"lines":2,"game":{"moves":"`+moves+`"}}`)
	if len(answers) != 11 {
		t.Fatalf("%d answers", len(answers))
	}
	if text := answers[10]["text"]; text != want.String() {
		t.Errorf("%v\nwant %s", text, want.String())
	}
	page := query1(t, `{"id":"r","action":"report","level":1,"game":{"moves":"F5"}}`)
	if text, _ := page["text"].(string); !strings.HasPrefix(text, "<!DOCTYPE html>") {
		t.Errorf("%v", page)
	}
}

// A report that is ended says so.
func TestReportIsTerminated(t *testing.T) {
	begun := make(chan string, 10)
	c := connect(t, endless(begun))
	c.send(`{"id":"r","action":"report","level":3,"game":{"moves":"F5"}}`)
	<-begun
	c.send(`{"id":"t","action":"terminate","terminate":"r"}`)
	seen := map[any]map[string]any{}
	for range 2 {
		a := c.next()
		seen[a["id"]] = a
	}
	if a := seen["r"]; a["terminated"] != true || a["final"] != true || seen["t"]["ended"] != 1.0 {
		t.Errorf("got %v", seen)
	}
	c.in.Close()
	if err := <-c.done; err != nil {
		t.Error(err)
	}
}

// The book answers with names in both languages.
func TestBookNames(t *testing.T) {
	answer := query1(t, `{"id":"b","action":"book","moves":"F5D6C3D3"}`)
	for _, m := range answer["moves"].([]any) {
		if m := m.(map[string]any); m["move"] == "C4" {
			if name, _ := m["name"].(map[string]any); name["en"] != "Tiger" || name["ja"] != "虎" {
				t.Errorf("C4 is %v", m)
			}
			return
		}
	}
	t.Errorf("C4 is not in the book: %v", answer)
}
