package solve

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/jobs"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster/tasks"
)

// naiveSolver is plain negamax: right, and slow.
type naiveSolver struct{}

func (naiveSolver) Solve(p tasks.Problem) tasks.Solution {
	value, pv := negamax(board.Position{Player: p.Player, Opponent: p.Opponent})
	score := search.Score{Value: value * search.Disc, Selectivity: search.NoSelectivity}
	if p.WLD && value > 0 {
		score = search.Score{Value: 2 * search.Disc, Bound: search.Lower, Selectivity: search.NoSelectivity}
	}
	return tasks.NewSolution(score, pv, 1000, time.Millisecond, true)
}

func negamax(p board.Position) (int, []board.Square) {
	if p.Over() {
		return p.Score(), nil
	}
	if p.MustPass() {
		value, pv := negamax(p.Pass())
		return -value, append([]board.Square{board.Pass}, pv...)
	}
	best, bestPV := -65, []board.Square(nil)
	for sq := range board.Square(64) {
		if !p.Legal(sq) {
			continue
		}
		if value, pv := negamax(p.Play(sq)); -value > best {
			best, bestPV = -value, append([]board.Square{sq}, pv...)
		}
	}
	return best, bestPV
}

// FFO #20: H5 ends the game at +6 with squares left. The rest is plain counting.
const (
	ffo20    = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
	fullDraw = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO X"
)

func TestSolveSuite(t *testing.T) {
	none := strings.Repeat("-", 64)
	tests := []struct {
		name    string
		line    string
		wld     bool
		want    string // the JSON answer
		failure string
	}{
		{"as stated", ffo20 + "; h5:+6; g6:-2;", false,
			`{"index":1,"empties":6,"value":6,"move":"H5","pv":"H5","nodes":1000,"seconds":0.001,"expected":6,"ok":true}`, ""},
		{"another value", ffo20 + "; h5:+8;", false,
			`{"index":1,"empties":6,"value":6,"move":"H5","pv":"H5","nodes":1000,"seconds":0.001,"expected":8,"ok":false}`,
			"1 of 1 positions not as the files state"},
		{"another best move", ffo20 + "; g6:+6; h5:-2;", false,
			`{"index":1,"empties":6,"value":6,"move":"H5","pv":"H5","nodes":1000,"seconds":0.001,"expected":6,"ok":false}`,
			"1 of 1 positions not as the files state"},
		{"nothing stated", ffo20, false,
			`{"index":1,"empties":6,"value":6,"move":"H5","pv":"H5","nodes":1000,"seconds":0.001,"ok":true}`, ""},
		{"win only", ffo20 + "; h5:+30;", true,
			`{"index":1,"empties":6,"value":2,"bound":">=+2.00","move":"H5","pv":"H5","nodes":1000,"seconds":0.001,"expected":30,"ok":true}`, ""},
		{"full board", fullDraw, false,
			`{"index":1,"empties":0,"value":0,"move":"","pv":"","nodes":0,"seconds":0,"ok":true}`, ""},
		{"no black disc", none[:63] + "O X", false,
			`{"index":1,"empties":63,"value":-64,"move":"","pv":"","nodes":0,"seconds":0,"ok":true}`, ""},
		{"no disc at all", none + " O", false,
			`{"index":1,"empties":64,"value":0,"move":"","pv":"","nodes":0,"seconds":0,"ok":true}`, ""},
		// Black must pass, White then takes everything.
		{"pass first", "XO-" + none[3:] + " O", false,
			`{"index":1,"empties":62,"value":-64,"move":"PASS","pv":"C1","nodes":1000,"seconds":0.001,"ok":true}`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			problem, err := notation.ParseOBF(test.line)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			s := suite{place: placeOf(naiveSolver{}), wld: test.wld, report: newSolveJSON(&out), progress: &core.Progress{}}
			failure := s.run(context.Background(), []notation.Problem{problem})
			if got := errorText(failure); got != test.failure {
				t.Errorf("failure %q, want %q", got, test.failure)
			}
			row, rest, _ := strings.Cut(out.String(), "\n")
			if row != test.want {
				t.Errorf("got  %s\nwant %s", row, test.want)
			}
			var total struct {
				Total     bool
				Positions int
			}
			if err := json.Unmarshal([]byte(rest), &total); err != nil || !total.Total || total.Positions != 1 {
				t.Errorf("total line %s: %v", rest, err)
			}
		})
	}
}

// stoppedSolver proves nothing.
type stoppedSolver struct{}

func (stoppedSolver) Solve(tasks.Problem) tasks.Solution { return tasks.Solution{PV: []byte{47}} }

// placeOf is where a solver answers questions.
func placeOf(solver interface {
	Solve(tasks.Problem) tasks.Solution
}) jobs.Place {
	return jobs.Threads{func(_ context.Context, question []byte) ([]byte, error) {
		var p tasks.Problem
		if err := json.Unmarshal(question, &p); err != nil {
			return nil, err
		}
		return json.Marshal(solver.Solve(p))
	}}
}

func TestSolveSaysThatItStopped(t *testing.T) {
	problem, err := notation.ParseOBF(ffo20 + "; h5:+6;")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	s := suite{place: placeOf(stoppedSolver{}), report: newSolveTable(&out), progress: &core.Progress{}}
	failure := s.run(context.Background(), []notation.Problem{problem})
	if got, want := errorText(failure), "0 of 1 positions not as the files state, 1 stopped by --limit"; got != want {
		t.Errorf("failure %q, want %q", got, want)
	}
	if !strings.Contains(out.String(), "stopped") {
		t.Errorf("the table does not say so:\n%s", out.String())
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
