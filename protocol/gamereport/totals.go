package gamereport

import (
	"cmp"
	"slices"
	"strconv"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Total is how a player did in all games.
type Total struct {
	Side
	Games   int
	Decided int     // games whose result is known
	Points  float64 // 1 for a win, 1/2 for a draw
}

// totals sums up players by name.
type totals map[string]*Total

// nobody is the name of all players without one.
const nobody = "(no name)"

func (t totals) add(a *Analysis) {
	score, known := a.score()
	for c, s := range a.Sides() {
		name := a.Game.Players[c].Text
		if name == "" {
			name = nobody
		}
		sum := t[name]
		if sum == nil {
			sum = &Total{Side: Side{Name: name, Counts: map[string]int{}}}
			t[name] = sum
		}
		sum.Games++
		sum.Moves += s.Moves
		sum.Loss += s.Loss
		for grade, n := range s.Counts {
			sum.Counts[grade] += n
		}
		if known {
			sum.Decided++
			sum.Points += (1 + float64(cmp.Compare(signOf(board.Color(c))*score, 0))) / 2
		}
	}
}

// sorted returns the players, those with most points first; among equals who lost
// least a move.
func (t totals) sorted() []Total {
	var all []Total
	for _, sum := range t {
		all = append(all, *sum)
	}
	slices.SortFunc(all, func(a, b Total) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.Mean(), b.Mean()), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// Score prints the points, of so many games if some have no result.
func (t Total) Score() string {
	text := strconv.FormatFloat(t.Points, 'f', -1, 64)
	if t.Decided < t.Games {
		text += " of " + strconv.Itoa(t.Decided)
	}
	return text
}

// score is the result of the game for Black, by its moves if no result is stated.
func (a *Analysis) score() (score float64, known bool) {
	r := a.Game.Result
	played, over := a.Game.FinalScore()
	switch {
	case r.Ending == notation.Adjourned:
		return 0, false
	case r.Score.Known && (r.Ending != notation.Played || !over):
		return r.Score.Value, true
	case over:
		return float64(played), true
	}
	return 0, false
}
