package match

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/match"
	"kaeshi/engine/match/stats"
	"kaeshi/engine/notation"
)

// pairingJSON is the machine-readable result of two players. Numbers that are
// infinite, such as the Elo of a match won to the last game, are null.
type pairingJSON struct {
	A        string      `json:"a"`
	B        string      `json:"b"`
	Games    int         `json:"games"`
	Wins     int         `json:"wins"`
	Draws    int         `json:"draws"`
	Losses   int         `json:"losses"`
	Score    float64     `json:"score"`
	Elo      *float64    `json:"elo"`
	EloError *float64    `json:"elo_error"`
	LOS      float64     `json:"los"`
	Discs    float64     `json:"discs"`
	Pairs    stats.Pairs `json:"pairs"`
	Illegal  int         `json:"illegal"`
	Crashes  int         `json:"crashes"`
	Timeouts int         `json:"timeouts"`
	Garbage  int         `json:"garbage"`
	FaultsA  int         `json:"faults_a"`
	FaultsB  int         `json:"faults_b"`
	SecondsA float64     `json:"seconds_per_move_a"`
	SecondsB float64     `json:"seconds_per_move_b"`
	CPUA     float64     `json:"cpu_per_move_a"`
	CPUB     float64     `json:"cpu_per_move_b"`
	LLR      *float64    `json:"llr,omitempty"`
	Verdict  string      `json:"verdict,omitempty"`
}

type standingJSON struct {
	Player string  `json:"player"`
	Rating float64 `json:"rating"`
	Games  int     `json:"games"`
	Points float64 `json:"points"`
	Score  float64 `json:"score"`
	Discs  float64 `json:"discs"`
}

func finite(x float64, digits int) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	x = round(x, digits)
	return &x
}

func round(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale) / scale
}

func resultJSON(r *match.Result, sprt *stats.SPRT) pairingJSON {
	elo, plusMinus := r.Elo()
	j := pairingJSON{
		A: r.A, B: r.B, Games: r.Games(), Wins: r.Wins, Draws: r.Draws, Losses: r.Losses,
		Score: round(r.Score(), 4), Elo: finite(elo, 1), EloError: finite(plusMinus, 1),
		LOS: round(r.Sample().LOS(), 4), Discs: round(r.MeanDiscs(), 2), Pairs: r.Pairs,
		Illegal:  r.Faults(match.Illegal),
		Crashes:  r.Faults(match.Crash),
		Timeouts: r.Faults(match.TimeOut, match.Hang),
		Garbage:  r.Faults(match.Garbage, match.Refused),
		FaultsA:  r.ByA.AllFaults(), FaultsB: r.ByB.AllFaults(),
		SecondsA: round(r.ByA.PerMove(r.ByA.Seconds), 6), SecondsB: round(r.ByB.PerMove(r.ByB.Seconds), 6),
		CPUA: round(r.ByA.PerMove(r.ByA.CPU), 6), CPUB: round(r.ByB.PerMove(r.ByB.CPU), 6),
	}
	if sprt != nil {
		llr, verdict := sprt.Judge(r.Pairs.Sample())
		j.LLR, j.Verdict = finite(llr, 3), verdict.String()
	}
	return j
}

func report(c *cli.Context, tally *match.Tally, sprt *stats.SPRT) error {
	if c.Bool("json") {
		return reportJSON(c.App.Writer, tally, sprt)
	}
	return reportText(c.App.Writer, tally, sprt)
}

func reportJSON(w io.Writer, tally *match.Tally, sprt *stats.SPRT) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	results := tally.Results()
	if len(results) > 1 {
		for _, s := range tally.Standings() {
			if err := encoder.Encode(standingJSON{
				s.Player, round(s.Rating, 1), s.Games, s.Points, round(s.Score(), 4), round(s.MeanDiscs(), 2),
			}); err != nil {
				return err
			}
		}
	}
	for _, r := range results {
		if err := encoder.Encode(resultJSON(r, sprt)); err != nil {
			return err
		}
	}
	return nil
}

func reportText(w io.Writer, tally *match.Tally, sprt *stats.SPRT) error {
	results := tally.Results()
	if len(results) == 0 {
		_, err := fmt.Fprintln(w, "no game was finished")
		return err
	}
	if len(results) > 1 {
		if err := reportTable(w, tally.Standings(), tally.Players()); err != nil {
			return err
		}
	}
	for i, r := range results {
		if i > 0 || len(results) > 1 {
			fmt.Fprintln(w)
		}
		if err := reportPairing(w, r, sprt); err != nil {
			return err
		}
	}
	return nil
}

func reportPairing(w io.Writer, r *match.Result, sprt *stats.SPRT) error {
	fmt.Fprintf(w, "%s against %s: %d games, %d won, %d drawn, %d lost\n", r.A, r.B, r.Games(), r.Wins, r.Draws, r.Losses)
	fmt.Fprintf(w, "  score %.1f%%, mean difference %s discs\n", 100*r.Score(), notation.FormatScore(r.MeanDiscs(), 2))
	fmt.Fprintf(w, "  %s, likelihood of superiority %.1f%%\n", eloText(r), 100*r.Sample().LOS())
	fmt.Fprintf(w, "  pairs by points 0, 1/2, 1, 3/2, 2: %d %d %d %d %d\n", r.Pairs[0], r.Pairs[1], r.Pairs[2], r.Pairs[3], r.Pairs[4])
	if sprt != nil {
		llr, verdict := sprt.Judge(r.Pairs.Sample())
		lower, upper := sprt.Bounds()
		fmt.Fprintf(w, "  SPRT elo0=%g elo1=%g: LLR %.2f (%.2f, %.2f), %v\n", sprt.Elo0, sprt.Elo1, llr, lower, upper, verdict)
	}
	fmt.Fprintf(w, "  time a move %v and %v, processor time %v and %v\n",
		perMove(&r.ByA, r.ByA.Seconds), perMove(&r.ByB, r.ByB.Seconds), perMove(&r.ByA, r.ByA.CPU), perMove(&r.ByB, r.ByB.CPU))
	_, err := fmt.Fprintf(w, "  faults: %s: %v; %s: %v\n", r.A, r.ByA, r.B, r.ByB)
	return err
}

// perMove returns the share of each move in a total of seconds, to about three
// digits.
func perMove(c *match.Conduct, total float64) time.Duration {
	d := time.Duration(c.PerMove(total) * float64(time.Second))
	unit := time.Nanosecond
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

// eloText says the difference of strength and its 95% interval as far as the
// score bounds them.
func eloText(r *match.Result) string {
	elo, plusMinus := r.Elo()
	switch {
	case math.IsInf(elo, 1):
		return "Elo unbounded, all won"
	case math.IsInf(elo, -1):
		return "Elo unbounded, all lost"
	case finite(plusMinus, 1) == nil:
		return fmt.Sprintf("Elo %s ± unbounded (95%%)", notation.FormatScore(elo, 1))
	}
	return fmt.Sprintf("Elo %s ± %.1f (95%%)", notation.FormatScore(elo, 1), plusMinus)
}

// reportTable prints a tournament: everybody's total, and points against each
// other one.
func reportTable(w io.Writer, standings []match.Standing, players []string) error {
	const gap = 2
	table := tabwriter.NewWriter(w, 0, 0, gap, ' ', 0)
	heads := make([]string, len(standings))
	for i := range standings {
		heads[i] = fmt.Sprint(i + 1)
	}
	fmt.Fprintf(table, "#\tplayer\trating\tgames\tpoints\tscore\tdiscs\t%s\n", strings.Join(heads, "\t"))
	for i, s := range standings {
		cells := make([]string, len(standings))
		for j, other := range standings {
			cells[j] = against(s, other.Player, players)
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%d\t%.1f\t%.1f%%\t%s\t%s\n",
			i+1, s.Player, notation.FormatScore(s.Rating, 0), s.Games, s.Points, 100*s.Score(), notation.FormatScore(s.MeanDiscs(), 2), strings.Join(cells, "\t"))
	}
	return table.Flush()
}

// against prints the points of a player against another one.
func against(s match.Standing, other string, players []string) string {
	for i, player := range players {
		if player == other && s.Against[i] != nil {
			return fmt.Sprintf("%.1f/%d", s.Against[i].Points(), s.Against[i].Games())
		}
	}
	return "-"
}
