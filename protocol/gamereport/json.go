package gamereport

import (
	"encoding/json"
	"io"

	"kaeshi/engine/notation"
	"kaeshi/protocol/explain"
)

// gameJSON is the whole analysis of a game; README.md explains the fields.
type gameJSON struct {
	File      string      `json:"file,omitempty"`
	Game      int         `json:"game"`
	Black     playerJSON  `json:"black"`
	White     playerJSON  `json:"white"`
	Event     string      `json:"event,omitempty"`
	Round     string      `json:"round,omitempty"`
	Place     string      `json:"place,omitempty"`
	Date      string      `json:"date,omitempty"`
	Score     *float64    `json:"score"`
	Ending    string      `json:"ending"`
	Level     int         `json:"level"`
	View      string      `json:"view"`
	BookPlies int         `json:"book_plies"`
	Proved    *int        `json:"proved_from"`
	Start     string      `json:"start"`
	Values    []float64   `json:"values"`
	Moves     []*moveJSON `json:"moves"`
}

type playerJSON struct {
	Name   string         `json:"name"`
	Moves  int            `json:"moves"`
	Loss   float64        `json:"loss"`
	Mean   float64        `json:"mean_loss"`
	Grades map[string]int `json:"grades"`

	Strength *strengthJSON `json:"strength,omitempty"`
}

// strengthJSON is an Elo on the scale of engine/human, with the bounds of its 90% interval.
type strengthJSON struct {
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

type moveJSON struct {
	Ply    int        `json:"ply"`
	Side   string     `json:"side"`
	Move   string     `json:"move"`
	Before *float64   `json:"before,omitempty"`
	Played *float64   `json:"played,omitempty"`
	After  float64    `json:"after"`
	Loss   *float64   `json:"loss,omitempty"`
	Grade  string     `json:"grade,omitempty"`
	Source Source     `json:"source,omitempty"`
	Proved bool       `json:"proved,omitempty"`
	Book   bool       `json:"book,omitempty"`
	PV     string     `json:"pv,omitempty"`
	Best   []lineJSON `json:"best,omitempty"`

	Facts  []explain.Fact `json:"facts,omitempty"`
	Chance *float64       `json:"chance,omitempty"`
}

type lineJSON struct {
	Move   string  `json:"move"`
	Value  float64 `json:"value"`
	Source Source  `json:"source"`
	PV     string  `json:"pv"`
}

// WriteJSON prints the whole analysis as an object on a line.
func (a *Analysis) WriteJSON(w io.Writer) error {
	g := &a.Game
	sides := a.Sides()
	out := gameJSON{
		File: a.File, Game: max(a.Number, 1), Black: playerOf(sides[0], g.Players[0].Text), White: playerOf(sides[1], g.Players[1].Text),
		Event: g.Event.Text, Round: g.Round, Place: g.Place, Date: g.Date, Ending: g.Result.Ending.String(),
		Level: a.Level, View: "black", BookPlies: a.bookPlies(),
		Start: notation.FormatPosition(g.Start, g.First), Moves: []*moveJSON{},
	}
	for c, to := range []*playerJSON{&out.Black, &out.White} {
		if s := a.Players[c]; s.Known {
			to.Strength = &strengthJSON{tens(s.Elo), tens(s.Low), tens(s.High)}
		}
	}
	if score, known := a.score(); known {
		out.Score = &score
	}
	if a.Proved < len(a.Plies) {
		from := a.Proved + 1
		out.Proved = &from
	}
	for _, value := range a.Values {
		out.Values = append(out.Values, hundredths(value))
	}
	for i := range a.Plies {
		out.Moves = append(out.Moves, a.Plies[i].json(out.Values[i+1]))
	}
	return json.NewEncoder(w).Encode(out)
}

// bookPlies is how many plies the game follows the book.
func (a *Analysis) bookPlies() int {
	if !a.InBook {
		return 0
	}
	return a.BookEnd
}

func playerOf(s Side, name string) playerJSON {
	grades := map[string]int{}
	for _, g := range Grades {
		grades[g.Name] = s.Counts[g.Name]
	}
	return playerJSON{Name: name, Moves: s.Moves, Loss: hundredths(s.Loss), Mean: hundredths(s.Mean()), Grades: grades}
}

func (p *Ply) json(after float64) *moveJSON {
	m := &moveJSON{Ply: p.Number, Side: p.Color.String(), Move: moveName(p.Square), After: after}
	if p.IsPass() {
		return m
	}
	before, played, loss := hundredths(p.Best[0].Value), hundredths(p.Played.Value), hundredths(p.Loss)
	m.Before, m.Played, m.Loss = &before, &played, &loss
	m.Grade, m.Source, m.Proved, m.Book = p.Grade(), p.Played.Source, p.Proved(), p.Book
	m.PV, m.Facts = notation.FormatMoves(p.Played.PV), p.Facts
	if p.Chance > 0 {
		chance := hundredths(p.Chance)
		m.Chance = &chance
	}
	for _, l := range p.Best {
		m.Best = append(m.Best, lineJSON{moveName(l.Move()), hundredths(l.Value), l.Source, notation.FormatMoves(l.PV)})
	}
	return m
}
