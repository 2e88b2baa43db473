package gtp

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// What users of such engines reported on public trackers. Each test names the
// project and the number of the report.

// okuhara/edax-reversi-AVX 1: a pass was lost, then came illegal moves. In this
// game Black passes 23 times, and no pass is written.
const gameOf23Passes = "f5d6c4g5d7c7h5d8b8b7b6a7b5a6a5b4b3c6e8f8c8a8e7a4b2a2c2d2d1e2f2c5c3a1a3e6d3f6f7f1g2h2e3f4b1g1c1e1g8g7f3h1h3h4h6"

func TestNoPassIsLost(t *testing.T) {
	for _, explicit := range []bool{false, true} {
		p := start(t)
		for i := 0; i < len(gameOf23Passes); i += 2 {
			p.send("gogui-rules_legal_moves\ngogui-rules_side_to_move\n")
			legal, side := p.answer(), p.answer()[2:]
			if legal == "= pass" {
				if explicit {
					p.send("play " + side + " pass\n")
					p.expect("=")
				}
				side = map[string]string{"black": "white", "white": "black"}[side]
			}
			p.send(fmt.Sprintf("play %s %s\n", side, gameOf23Passes[i:i+2]))
			p.expect("=")
		}
		p.send("final_score\n")
		p.expect("= W+64")
		p.send("quit\n")
		p.expect("=")
		p.expectEnd()
	}
}

func TestShortDialogues(t *testing.T) {
	for _, test := range []struct{ report, input, want string }{
		{"SabakiHQ/Sabaki 99: a move without a square", "play B\nname\n", "? syntax error|= Kaeshi"},
		{"SabakiHQ/Sabaki 194: clear_board before boardsize", "clear_board\nboardsize 8\n", "=|="},
		{"popojan/goban 19: the same size again begins anew",
			"boardsize 8\nplay b f5\nboardsize 8\nplay b f5\n", "=|=|=|="},
		{"leela-zero 1940: one answer each",
			"1 play b a1\n2 play\n\n3\n4 genmove x\n5 name\n", "?1 illegal move|?2 syntax error|?3 unknown command|?4 syntax error|=5 Kaeshi"},
		{"leela-zero 1902: no limit", "set_level 1\ntime_settings 0 1 0\nplay b f5\nundo\n", "=|=|=|="},
		{"online-go/gtp2ogs 45: no time at all", "time_left b 0 0\ntime_left w 0 0\n", "=|="},
		{"Remi-Coulom/gogui 28: asked for a move after the end",
			"gogui-play_sequence b f5 w d6 b c5 w f4 b e3 w f6 b g5 w e6 b e7\ngenmove w\ngenmove w\ngenmove b\n",
			"=|= PASS|= PASS|= PASS"},
		{"abulmo/edax-reversi 8: a position can be set",
			"kaeshi-setup --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\nfinal_score\n", "=|? cannot score"},
	} {
		t.Run(test.report, func(t *testing.T) {
			got := strings.Join(converse(t, test.input), "|")
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// gonmf/matilda 58, tensorflow/minigo 430: diagnostics among the answers.
func TestOnlyAnswersOnStandardOutput(t *testing.T) {
	shape := regexp.MustCompile(`^[=?][0-9]*( [^\n]*)?$`)
	p := start(t, "--log-level", "trace", "--level", "1")
	p.send("name\nkaeshi-param live_gfx 1\ngenmove b\nplay w a1\nquit\n")
	for range 5 {
		if answer := p.answer(); !shape.MatchString(answer) {
			t.Errorf("not an answer: %q", answer)
		}
	}
	if p.command.Wait(); p.err.Len() == 0 {
		t.Error("nothing was logged, so nothing is tested")
	}
}

// leela-zero 2464: nobody reads the engine's standard error, and it freezes when
// the pipe is full.
func TestStandardErrorThatNobodyReads(t *testing.T) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	p := &process{T: t, command: engineCommand(t, "--log-level", "trace")}
	p.command.Stderr = writer
	p.launch()
	writer.Close()
	const n = 5000
	go p.send(strings.Repeat("play b f5\nundo\n", n))
	for range 2 * n {
		p.expect("=")
	}
	p.send("quit\n")
	p.expect("=")
	p.expectEnd()
}

// leela-zero 2413: the client closes the engine's input.
func TestEndOfInput(t *testing.T) {
	p := start(t)
	p.send("name\n")
	p.expect("= Kaeshi")
	p.in.Close()
	p.expectEnd()
}

// aLongThought lets the engine think for an hour, or until it is stopped.
const aLongThought = "kaeshi-setup ----------X------O-X-----OXXX----O-OXX-----O-------------------- X\ntime_settings 100000 0 0\nbook off\n"

// thinking is an engine some way into a long thought.
func thinking(t *testing.T, question string) *process {
	t.Helper()
	p := start(t)
	p.send(aLongThought)
	for range 3 {
		p.expect("=")
	}
	p.send(question + "\n")
	out := p.out.(*os.File)
	out.SetReadDeadline(time.Now().Add(300 * time.Millisecond))
	if _, err := p.lines.Peek(1); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("the thought is over, or %v", err)
	}
	out.SetReadDeadline(time.Time{})
	return p
}

var aMove = regexp.MustCompile(`^= [A-H][1-8]$`)

func (p *process) expectMove() {
	p.Helper()
	if answer := p.answer(); !aMove.MatchString(answer) {
		p.Errorf("answer %q, want a move", answer)
	}
}

// online-go/gtp2ogs 402: quit while the engine thinks.
func TestQuitWhileThinking(t *testing.T) {
	p := thinking(t, "genmove b")
	p.send("quit\n")
	p.expectMove()
	p.expect("=")
	p.expectEnd()
}

// The input ends while the engine thinks: a search that has a limit goes on to it, and
// then the program ends.
func TestEndOfInputWhileThinking(t *testing.T) {
	p := start(t)
	p.send(strings.Replace(aLongThought, "time_settings 100000 0 0", "time_settings 0 1 1", 1) + "genmove b\n")
	for range 3 {
		p.expect("=")
	}
	p.in.Close()
	p.expectMove()
	p.expectEnd()
}

// The client dies: nobody is at either end of the pipes.
func TestDeadClient(t *testing.T) {
	p := thinking(t, "genmove b")
	p.out.Close()
	p.in.Close()
	p.expectEnd()
}

// leela-zero 1454: there is no way to stop a thought.
func TestInterrupt(t *testing.T) {
	p := thinking(t, "genmove b")
	p.send("# interrupt\n")
	p.expectMove()
	p.send("name\n")
	p.expect("= Kaeshi")
	p.send("quit\n")
	p.expect("=")
	p.expectEnd()
}

// featurecat/lizzie 757: thousands of commands at once, and answers read later.
func TestManyCommandsAtOnce(t *testing.T) {
	const n = 5000
	p := start(t)
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		p.send(strings.Repeat("clear_board\nplay b f5\nplay w d6\nundo\n", n))
		p.send("final_score\nquit\n")
	}()
	<-sent
	for range 4 * n {
		p.expect("=")
	}
	p.expect("? cannot score")
	p.expect("=")
	p.expectEnd()
}

// A streaming analysis ends on any input, and with the input.
func TestStreamingAnalysis(t *testing.T) {
	for _, name := range []string{"kaeshi-analyze", "lz-analyze", "kata-analyze"} {
		p := start(t)
		p.send("7 " + name + " b 5 maxmoves 2\n")
		for i := range 4 {
			line, err := p.lines.ReadString('\n')
			if err != nil || !strings.HasPrefix(line, map[bool]string{true: "=7\n", false: "info move "}[i == 0]) {
				t.Fatalf("%s, line %d: %q, %v", name, i+1, line, err)
			}
		}
		p.send("8 protocol_version\n")
		p.answer() // the rest
		p.expect("=8 2")
		p.send(name + "\n")
		p.in.Close()
		p.answer()
		p.expectEnd()
	}
}
