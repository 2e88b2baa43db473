package search

import (
	"cmp"
	"fmt"
	"time"

	"kaeshi/engine/board"
)

// Disc is the value of one disc in the units of a Score.
const Disc = 100

// Bound tells on which side of a Score's value the true value may lie.
type Bound uint8

// Exact values are the value; a Lower bound means at least, an Upper at most.
const (
	Exact Bound = iota
	Lower
	Upper
)

// Selectivity is how sure a search is not to have pruned the truth away.
type Selectivity uint8

// The selectivities of ProbCut, from boldest to none. The boldest also reduces late
// moves, whose share in its errors is not measured.
const (
	Selectivity73 Selectivity = iota
	Selectivity87
	Selectivity95
	Selectivity98
	Selectivity99
	NoSelectivity
)

// Percent returns the confidence that the name of s promises: 73..100.
func (s Selectivity) Percent() int { return [...]int{73, 87, 95, 98, 99, 100}[s] }

// Score is what a search says of a position, from the view of its side to move.
type Score struct {
	Value       int // in 1/Disc discs
	Bound       Bound
	Selectivity Selectivity
}

// Discs returns the value in discs.
func (s Score) Discs() float64 { return float64(s.Value) / Disc }

// Opposite returns the same score from the other side's view.
func (s Score) Opposite() Score {
	s.Value = -s.Value
	switch s.Bound {
	case Lower:
		s.Bound = Upper
	case Upper:
		s.Bound = Lower
	}
	return s
}

// String prints discs with two decimals, "+2.35", a bound as ">=+2.00".
func (s Score) String() string {
	return [...]string{Exact: "", Lower: ">=", Upper: "<="}[s.Bound] + fmt.Sprintf("%+.2f", s.Discs())
}

// Stage says which kind of search a result comes from.
type Stage uint8

// The stages of thinking about one position.
const (
	Midgame Stage = iota // the evaluator at a fixed depth
	WLD                  // win, loss or draw, see Info.Proved
	Solved               // disc difference at the end, see Info.Proved
	FromBook
	Forced // one legal move, a pass, or the game is over
)

// String names the stage in lower case.
func (s Stage) String() string {
	return [...]string{"midgame", "wld", "exact", "book", "forced"}[s]
}

// Info is one finished step of a search.
type Info struct {
	Stage    Stage
	Depth    int // plies; at the stages WLD and Solved the number of empties
	Score    Score
	PV       []board.Square // first the best move; passes included
	Rank     int            // 1 is best; more with MultiPV
	Nodes    uint64
	Elapsed  time.Duration
	Hashfull int // used part of the transposition table in 1/1000
}

// Proved reports whether the score is beyond doubt: it is the final one, or the stage is
// WLD and the outcome is. A bound, as a search that was stopped may hand on, and what
// ProbCut has judged are not.
func (i Info) Proved() bool {
	if i.Stage == WLD {
		_, proved := i.Outcome()
		return proved
	}
	return (i.Stage == Solved || i.Stage == Forced) && i.Score.Bound == Exact && i.Score.Selectivity == NoSelectivity
}

// Outcome returns 1 if the side to move wins, 0 for a draw and -1 if it loses, as far as
// the score says; proved reports whether that is beyond doubt.
func (i Info) Outcome() (sign int, proved bool) {
	sign = cmp.Compare(i.Score.Value, 0)
	toTheEnd := i.Stage == Solved || i.Stage == WLD || i.Stage == Forced
	settled := i.Score.Bound == Exact || i.Score.Bound == Lower && sign > 0 || i.Score.Bound == Upper && sign < 0
	return sign, toTheEnd && settled && i.Score.Selectivity == NoSelectivity
}

// NPS returns nodes per second.
func (i Info) NPS() float64 {
	if i.Elapsed <= 0 {
		return 0
	}
	return float64(i.Nodes) / i.Elapsed.Seconds()
}

// Move returns the best move, NoSquare if the game is over.
func (i Info) Move() board.Square {
	if len(i.PV) == 0 {
		return board.NoSquare
	}
	return i.PV[0]
}
