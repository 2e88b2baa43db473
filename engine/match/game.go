package match

import (
	"kaeshi/engine/board"
)

// Reason says how a game came to its result.
type Reason string

// The reasons of a result. All but Score, Adjudicated and Resigned are faults.
const (
	Score       Reason = "score"
	Adjudicated Reason = "adjudicated" // the solver's value of the last position
	Resigned    Reason = "resign"
	Illegal     Reason = "illegal move"
	Crash       Reason = "crash"
	TimeOut     Reason = "time-out" // a clock ran out
	Hang        Reason = "hang"     // no answer, without a clock
	Garbage     Reason = "garbage"
	Refused     Reason = "refused" // would not take or make a move
)

// Fault reports whether the reason is the loser's misbehaviour.
func (r Reason) Fault() bool { return r != Score && r != Adjudicated && r != Resigned }

// Game is one game as the journal keeps it. Durations are in seconds and
// scores in discs, as Black sees them.
type Game struct {
	Round   int     `json:"round"` // from 1; a pair of players has two games in each
	Black   string  `json:"black"`
	White   string  `json:"white"`
	Opening string  `json:"opening"`
	Moves   string  `json:"moves"`  // the opening's included, passes left out
	Result  float64 `json:"result"` // for Black: 1, 0.5 or 0
	Discs   *int    `json:"discs"`  // Black minus White; null if a game was cut short
	Reason  Reason  `json:"reason"`
	Loser   string  `json:"loser,omitempty"`  // who resigned or misbehaved: black or white
	Detail  string  `json:"detail,omitempty"` // what a player did wrong
	Plies   [2]int  `json:"plies"`            // moves asked of Black and White
	Seconds Pair    `json:"seconds"`          // that they thought
	CPU     Pair    `json:"cpu"`              // processor time that they used
	Start   string  `json:"start"`            // RFC 3339
	Clock   string  `json:"clock,omitempty"`  // as GGF writes it
	Plays   []Ply   `json:"plays,omitempty"`  // one for each move after the opening
}

// Pair is a number for each side, by colour.
type Pair [2]float64

// Ply is what is known of one move besides its square.
type Ply struct {
	Eval    *float64 `json:"eval,omitempty"` // as its mover sees it
	Seconds float64  `json:"s"`
}

// lost records a result against the side c.
func (g *Game) lost(c board.Color, reason Reason, detail string) {
	g.Reason, g.Detail, g.Loser, g.Discs = reason, detail, c.String(), nil
	g.Result = 0
	if c == board.White {
		g.Result = 1
	}
}

// scored records a result by discs.
func (g *Game) scored(discs int, reason Reason) {
	g.Reason, g.Discs = reason, &discs
	switch {
	case discs > 0:
		g.Result = 1
	case discs < 0:
		g.Result = 0
	default:
		g.Result = 0.5
	}
}

// Key identifies a game within its match.
type Key struct {
	Round        int
	Black, White string
}

// Key returns what identifies the game.
func (g *Game) Key() Key { return Key{g.Round, g.Black, g.White} }
