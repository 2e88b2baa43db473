package gtp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

const firstBoard = "---------------------------OX------XO---------------------------"

// otherProtocols tells what is said in each of the other protocols, none of it
// long to think about.
var otherProtocols = map[string][]string{
	"nboard": {
		"nboard 2", "set depth 1", "set contempt 3", "ping 4", "go", "hint 2", "analyze", "learn", "move D3/0.5/1", "move PA",
		"set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.5]W[F4/1.50/0.3];)",
	},
	"cassio": {
		"ENGINE-PROTOCOL init", "ENGINE-PROTOCOL get-version", "ENGINE-PROTOCOL new-position", "ENGINE-PROTOCOL stop",
		"ENGINE-PROTOCOL midgame-search " + firstBoard + "X -64 64 2 100", "ENGINE-PROTOCOL empty-hash",
	},
	"ugi": {
		"ugi", "isready", "setoption name Hash value 8", "uginewgame", "position startpos moves f5 d6", "go depth 1", "go nodes 10", "stop",
	},
	"analyze": {
		`{"id":"a","moves":"F5D6","limits":{"depth":1}}`, `{"id":"b","position":"` + firstBoard + ` X","limits":{"depth":1}}`, `{"id":"c","terminate":"a"}`,
	},
}

// damage changes a few characters of a line, and cuts it short at times.
func damage(r *rand.Rand, line string) string {
	changed := []byte(line)
	for range r.IntN(6) {
		at := r.IntN(len(changed))
		switch r.IntN(4) {
		case 0:
			changed = append(changed[:at], append([]byte{byte(r.IntN(256))}, changed[at:]...)...)
		case 1:
			changed = changed[:at+1]
		default:
			changed[at] = byte(' ' + r.IntN(95))
		}
	}
	return strings.NewReplacer("\n", "", "\r", "", "quit", "quiet").Replace(string(changed))
}

// The other protocols survive any input and answer the next request. Each line of
// JSON, right or wrong, gets one answer.
func TestDamagedLinesOfOtherProtocols(t *testing.T) {
	const n = 10000
	ends := map[string]struct{ input, output string }{
		"nboard": {"\nping 77777\nquit\n", "pong 77777\n"},
		"cassio": {"\nENGINE-PROTOCOL empty-hash\nENGINE-PROTOCOL quit\n", "ready.\nbye bye.\n"},
		// Not isready, which is answered before searches that wait.
		"ugi": {"\nuginewgame\nquery gameover\nquit\n", "response false\n"},
	}
	for protocol, lines := range otherProtocols {
		t.Run(protocol, func(t *testing.T) {
			r := rand.New(rand.NewPCG(8, 8))
			var input strings.Builder
			asked := 0
			for range n {
				line := damage(r, lines[r.IntN(len(lines))])
				if strings.TrimSpace(line) != "" {
					asked++
				}
				fmt.Fprintln(&input, line)
			}
			input.WriteString(ends[protocol].input)
			command := engineCommand(t, protocol)
			command.Stdin = strings.NewReader(input.String())
			output, err := command.Output()
			if err != nil || !strings.HasSuffix(string(output), ends[protocol].output) {
				t.Fatalf("%v after %d bytes that end with %q", err, len(output), output[max(0, len(output)-80):])
			}
			if protocol != "analyze" {
				return
			}
			answers := strings.Split(strings.TrimSpace(string(output)), "\n")
			if len(answers) != asked {
				t.Errorf("%d answers to %d queries", len(answers), asked)
			}
			for _, answer := range answers {
				if !json.Valid([]byte(answer)) {
					t.Errorf("%q is not JSON", answer)
				}
			}
		})
	}
}
