package gamereport

import (
	"fmt"
	"slices"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// annotated returns the game with what the report says in it, for a file of the named
// format: values and comments at the moves, and better lines as variations. A GGF game
// has no place for words at its moves, so that its own comment lists the mistakes.
func (a *Analysis) annotated(format string) notation.Game {
	g := a.Game
	g.Moves = slices.Clone(g.Moves)
	said := []string{a.verdict()}
	for i := range a.Plies {
		p := &a.Plies[i]
		m := &g.Moves[i]
		m.Color = p.Color
		m.Eval = valueFor(p.Color, a.Values[i+1])
		if p.IsPass() {
			continue
		}
		m.Comment = addText(m.Comment, "\n", a.says(i))
		better := p.Better()
		if p.Grade() == "" || better == nil {
			continue
		}
		said = append(said, a.says(i))
		g.Variations = append(g.Variations, p.variation(i, *better))
	}
	if format == "ggf" {
		g.Comment = addText(g.Comment, " ", strings.Join(said, " "))
	} else {
		g.Comment = addText(g.Comment, "\n", said[0])
	}
	return g
}

func addText(text, between, more string) string {
	if text == "" {
		return more
	}
	return text + between + more
}

// variation is a line in place of the move.
func (p *Ply) variation(at int, l Line) notation.Variation {
	v := notation.Variation{At: at}
	for i, sq := range l.PV[:min(len(l.PV), longestLine)] {
		v.Moves = append(v.Moves, notation.Move{Color: p.Color ^ board.Color(i%2), Square: sq})
	}
	v.Moves[0].Eval = valueFor(p.Color, l.Value)
	v.Moves[0].Comment = fmt.Sprintf("%s for Black, by %s.", formatValue(l), l.Source)
	return v
}

// valueFor turns a value for Black into one for a side.
func valueFor(side board.Color, value float64) notation.Number {
	return notation.Number{Value: hundredths(signOf(side) * value), Known: true}
}

// verdict says how the players did.
func (a *Analysis) verdict() string {
	var said []string
	for c, s := range a.Sides() {
		side := [...]string{"Black", "White"}[c]
		said = append(said, fmt.Sprintf("%s loses %s discs, %s a move.", side, formatDiscs(s.Loss), formatDiscs(s.Mean())))
	}
	return strings.Join(said, " ") + " " + addText(a.Strengths(), " ", "Values are discs for Black. "+a.Rests())
}
