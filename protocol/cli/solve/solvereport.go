package solve

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/search"
	"kaeshi/protocol/cli/core"
)

// solveRow is the answer to one problem, in the form that --json promises.
type solveRow struct {
	Index    int     `json:"index"`
	Empties  int     `json:"empties"`
	Value    int     `json:"value"`           // discs for the side to move
	Bound    string  `json:"bound,omitempty"` // ">=+2.00": the value is not exact
	Move     string  `json:"move"`            // "" when the game is over
	PV       string  `json:"pv"`
	Nodes    uint64  `json:"nodes"`
	Seconds  float64 `json:"seconds"`
	Stopped  bool    `json:"stopped,omitempty"` // by --limit: not proved
	Expected *int    `json:"expected,omitempty"`
	OK       bool    `json:"ok"` // proved, and the file states nothing else

	score search.Score
}

// solveTotal sums up a suite.
type solveTotal struct {
	Total     bool    `json:"total"`
	Positions int     `json:"positions"`
	OK        int     `json:"ok"`
	Nodes     uint64  `json:"nodes"`
	Seconds   float64 `json:"seconds"`
	NPS       uint64  `json:"nps"`

	stopped int
}

func (t *solveTotal) add(row solveRow) {
	t.Total = true
	t.Positions++
	t.Nodes += row.Nodes
	t.Seconds += row.Seconds
	t.NPS = core.PerSecond(t.Nodes, t.Seconds)
	if row.OK {
		t.OK++
	}
	if row.Stopped {
		t.stopped++
	}
}

// failure is what the exit code says about the suite.
func (t *solveTotal) failure() error {
	if t.OK == t.Positions {
		return nil
	}
	text := fmt.Sprintf("%d of %d positions not as the files state", t.Positions-t.OK-t.stopped, t.Positions)
	if t.stopped > 0 {
		text += fmt.Sprintf(", %d stopped by --limit", t.stopped)
	}
	return cli.Exit(text, 1)
}

// solveReport prints answers as they come.
type solveReport interface {
	row(solveRow) error
	total(solveTotal) error
}

type solveJSON struct{ out *json.Encoder }

func newSolveJSON(out io.Writer) solveReport {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return solveJSON{encoder}
}

func (s solveJSON) row(row solveRow) error {
	row.Seconds = roundSeconds(row.Seconds)
	return s.out.Encode(row)
}

func (s solveJSON) total(total solveTotal) error {
	total.Seconds = roundSeconds(total.Seconds)
	return s.out.Encode(total)
}

// roundSeconds keeps microseconds: more digits say nothing.
func roundSeconds(seconds float64) float64 { return math.Round(seconds*1e6) / 1e6 }

type solveTable struct {
	out     io.Writer
	started bool
}

func newSolveTable(out io.Writer) solveReport { return &solveTable{out: out} }

const (
	solveHeadFormat = "%8s %7s %7s %4s %13s %9s %11s %8s %-7s %s\n"
	solveRowFormat  = "%8d %7d %7s %4s %13d %9.3f %11d %8s %-7s %s\n"
)

func (s *solveTable) row(row solveRow) error {
	if !s.started {
		s.started = true
		fmt.Fprintf(s.out, solveHeadFormat, "position", "empties", "value", "move", "nodes", "seconds", "nodes/s", "expected", "verdict", "pv")
	}
	expected := "-"
	if row.Expected != nil {
		expected = fmt.Sprintf("%+d", *row.Expected)
	}
	move := row.Move
	if move == "" {
		move = "-"
	}
	value := valueText(row.score)
	if row.Stopped {
		value = "~" + value
	}
	_, err := fmt.Fprintf(s.out, solveRowFormat, row.Index, row.Empties, value, move, row.Nodes, row.Seconds,
		core.PerSecond(row.Nodes, row.Seconds), expected, row.verdict(), row.PV)
	return err
}

func (r solveRow) verdict() string {
	switch {
	case r.Stopped:
		return "stopped"
	case !r.OK:
		return "WRONG"
	}
	return "ok"
}

// valueText prints whole discs, "+38", and a bound as such, ">=+2".
func valueText(s search.Score) string {
	return [...]string{search.Exact: "", search.Lower: ">=", search.Upper: "<="}[s.Bound] + fmt.Sprintf("%+d", s.Value/search.Disc)
}

func (s *solveTable) total(t solveTotal) error {
	_, err := fmt.Fprintf(s.out, "%d positions, %d ok, %d nodes, %.3f s, %d nodes/s\n", t.Positions, t.OK, t.Nodes, t.Seconds, t.NPS)
	return err
}
