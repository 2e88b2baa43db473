package notation

import (
	"fmt"
	"strings"

	"kaeshi/engine/board"
)

// Result is how a game ended. A resignation, a loss on time or an award for which
// the file states no score counts 64 discs.
type Result struct {
	Score  Number // Black's discs minus White's, the empties to the winner
	Ending Ending
}

// Ending is how a result came about. Only that of a game that was played out says
// the value of the position at the end.
type Ending uint8

// The endings that files tell apart.
const (
	Unknown   Ending = iota // the moves stop while a side can move, and no more is said
	Played                  // out: no side can move
	Resigned                // by the loser
	TimedOut                // the loser
	Adjourned               // to be played on
	Awarded                 // by forfeit or a judge, or a score is stated where the moves stop early
)

// endings is how the endings are written: in words, as the letter behind the colon
// of a GGF result, as what an SGF winner wins by, and as the PGN tag Termination.
var endings = [...]struct{ text, ggf, sgf, pgn string }{
	Unknown:   {"unknown", "", "", ""},
	Played:    {"played out", "", "", ""},
	Resigned:  {"by resignation", "r", "R", "resignation"},
	TimedOut:  {"on time", "t", "T", "time forfeit"},
	Adjourned: {"adjourned", "l", "", "adjourned"},
	Awarded:   {"awarded", "", "F", "adjudication"},
}

// String returns the ending in words, "by resignation".
func (e Ending) String() string { return endings[e].text }

// pgnTerminations is the other values of the PGN tag Termination that are in use;
// those that are not here say nothing about the result.
var pgnTerminations = map[string]Ending{
	"abandoned":          Awarded,
	"forfeit":            Awarded,
	"illegal move":       Awarded,
	"rules infraction":   Awarded,
	"stalled connection": Awarded,
	"timeout":            TimedOut,
	"time":               TimedOut,
	"unterminated":       Adjourned,
}

// forgetImpossible drops a score that no game can end with: some programs write
// -127 or the like for one that they do not know.
func (r *Result) forgetImpossible() {
	if r.Score.Value < -64 || r.Score.Value > 64 {
		r.Score = Number{}
	}
}

// settle completes what the file says of the result by what the moves say: a game
// that stops while a side can move was not played out.
func (g *Game) settle() {
	_, over := g.FinalScore()
	switch r := &g.Result; {
	case r.Ending != Unknown && r.Ending != Played:
	case over:
		r.Ending = Played
	case r.Score.Known:
		r.Ending = Awarded
	default:
		r.Ending = Unknown
	}
}

// FinalScore returns Black's score after all moves, the empties to the winner,
// and whether the game is over there.
func (g *Game) FinalScore() (score int, over bool) {
	p, side := g.End()
	return fromSide(p, side).Score(), p.Over()
}

// Odd says what is strange about a legal game: moves that stop before the end
// with a score, or a stated score that is not the score of the moves. "" means
// nothing.
func (g *Game) Odd() string {
	said := g.Result.Ending == Resigned || g.Result.Ending == TimedOut || g.Result.Ending == Adjourned
	if !g.Result.Score.Known || said {
		return ""
	}
	score, over := g.FinalScore()
	p, _ := g.End()
	switch stated := g.Result.Score.Value; {
	case !over:
		return fmt.Sprintf("stops at %d empties with the stated score %+g", p.EmptyCount(), stated)
	case stated != float64(score) && g.Result.Ending != Awarded:
		return fmt.Sprintf("the stated score %+g is not that of the moves, %+d", stated, score)
	}
	return ""
}

// parseGGFResult reads "+12.000" and "-64.000:t"; anything else, as "?", says nothing
// that a program could use.
func parseGGFResult(s string) Result {
	score, by, _ := strings.Cut(s, ":")
	number, _ := parseNumber(score)
	r := Result{Score: number}
	if by = strings.TrimSpace(by); by != "" {
		r.Ending = endingOf(func(e Ending) bool { return endings[e].ggf == by[:1] })
	}
	return r
}

// endingOf returns the ending that is written so, Unknown if there is none.
func endingOf(written func(Ending) bool) Ending {
	for e := Resigned; int(e) < len(endings); e++ {
		if written(e) {
			return e
		}
	}
	return Unknown
}

func formatGGFResult(r Result) string {
	text := "?"
	if r.Score.Known {
		text = FormatScore(r.Score.Value, 3)
		if exact, _ := parseNumber(text); exact != r.Score {
			text = r.Score.String()
		}
	}
	if letter := endings[r.Ending].ggf; letter != "" {
		text += ":" + letter
	}
	return text
}

// parseSGFResult reads "B+12", "W+R", "B+T", "W+F", "0", "Draw" and "Void", which is
// a game that was broken off. Anything else, as "?", says nothing that a program
// could use.
func parseSGFResult(s string) Result {
	switch strings.ToLower(s) {
	case "0", "draw", "0-0":
		return Result{Score: Number{0, true}}
	case "void":
		return Result{Ending: Adjourned}
	}
	winner, by, found := strings.Cut(s, "+")
	c, ok := parseSide(winner)
	if !found || !ok {
		number, _ := parseNumber(s)
		return Result{Score: number}
	}
	r := Result{Score: Number{64, true}, Ending: Awarded}
	switch by = strings.ToUpper(strings.TrimSpace(by)); {
	case by == "": // by how much is not said
	case strings.Contains("RTF", by[:1]):
		r.Ending = endingOf(func(e Ending) bool { return endings[e].sgf == by[:1] })
	default:
		r.Ending = Unknown
		r.Score, _ = parseNumber(by)
	}
	if c == board.White {
		r.Score = r.Score.opposite()
	}
	return r
}

func formatSGFResult(r Result) string {
	score := r.Score.Value
	size := max(score, -score)
	by := formatFloat(size)
	switch {
	case r.Ending == Adjourned:
		return "Void"
	case !r.Score.Known:
		return "?"
	case size == 64 && endings[r.Ending].sgf != "", r.Ending == Resigned, r.Ending == TimedOut:
		by = endings[r.Ending].sgf
	}
	switch {
	case score > 0:
		return "B+" + by
	case score < 0:
		return "W+" + by
	}
	return "0"
}
