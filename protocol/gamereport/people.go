package gamereport

import (
	"context"
	"fmt"
	"math"
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/human"
	"kaeshi/protocol/explain"
)

// Strength is how strong a player looks by the moves of the game.
type Strength struct {
	human.Estimate
	Known bool // enough moves were seen
}

// String says it in words.
func (s Strength) String() string {
	return fmt.Sprintf("about %.0f Elo (90%%: %.0f to %.0f)", tens(s.Elo), tens(s.Low), tens(s.High))
}

func tens(elo float64) float64 { return math.Round(elo/10) * 10 }

// explain adds what mistakes gave away, how strong the players look, and how likely such
// players find the best moves.
func (a *Analysis) explain(ctx context.Context) error {
	person, err := engine.NewPerson()
	if err != nil {
		return err
	}
	reader := human.NewReader(person)
	chances := make([]human.Chances, len(a.Plies))
	last, before := board.NoSquare, board.NoSquare
	for i := range a.Plies {
		p := &a.Plies[i]
		if !p.IsPass() {
			s := human.Situation{Position: p.Before, Last: last, Before: before}
			chances[i] = reader.Add(ctx, p.Color, s, p.Square, p.Best[0].Move())
			if p.Grade() != "" {
				lines := explain.Lines{Position: p.Before, Mover: p.Color, Played: p.Played.PV, Better: p.Best[0].PV}
				p.Facts = lines.Facts()
			}
		}
		if last, before = p.Square, last; p.IsPass() {
			last = board.NoSquare
		}
	}
	estimates, known := reader.Estimates()
	for c := range a.Players {
		a.Players[c] = Strength{estimates[c], known[c]}
	}
	for i, c := range chances {
		if p := &a.Plies[i]; c != nil && known[p.Color] {
			p.Chance = c.At(estimates[p.Color].Elo)
		}
	}
	return ctx.Err()
}

// explains tells what a mistake gave away and how likely such a player avoids it.
func (p *Ply) explains(players *[2]Strength) string {
	text := explain.Sentence(p.Square, p.Facts)
	if better := p.Better(); better != nil && p.Chance > 0 {
		if text != "" {
			text += " "
		}
		text += fmt.Sprintf("A player of %.0f Elo finds %s in %.0f%% of such cases.", tens(players[p.Color].Elo), better.Move(), 100*p.Chance)
	}
	return text
}

// Strengths says how strong both players look.
func (a *Analysis) Strengths() string {
	var said []string
	for c, s := range a.Players {
		if s.Known {
			said = append(said, fmt.Sprintf("%s plays like %s.", [...]string{"Black", "White"}[c], s))
		}
	}
	return strings.Join(said, " ")
}
