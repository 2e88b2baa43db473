package gamereport

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"strings"
	"sync"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/draw"
)

//go:embed report.html
var page string

// script steps through the games of a page.
//
//go:embed report.js
var script string

// pageTemplate is parsed by who needs it: all who start the program would wait for it.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Funcs(template.FuncMap{
		"value": func(v float64) string { return notation.FormatScore(v, 2) },
		"score": formatValue,
		"loss":  formatLoss,
		"discs": formatDiscs,
		"move":  moveName,
		"line":  formatLine,
		"names": func() [2]string { return [2]string{"Black", "White"} },
	}).Parse(page))
})

// policy forbids a page everything but its own script and styles, whatever stands in
// the names and comments of a game.
func policy() string {
	sum := sha256.Sum256([]byte(script))
	return "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// pageData is what a page is made of.
type pageData struct {
	Title string
	Up    string // the page above it
	Index *index // of several games
	Games []template.HTML
}

// Policy is for the page's head.
func (pageData) Policy() string { return policy() }

// Script is for its end.
func (pageData) Script() template.JS { return template.JS(script) }

func writePage(w io.Writer, data pageData) error { return pageTemplate().Execute(w, data) }

// gamePage is one game on a page.
type gamePage struct {
	*Analysis
	ID           string
	Graph, Board template.HTML
	Grades       []Grade
	Start        string
	Moves        []pageMove
	Diagrams     []pageMove
}

// pageMove is a row of the table of moves, or a diagram.
type pageMove struct {
	*Ply
	Value   string // for Black, after the move
	Others  []Line // better moves, or the best other ones
	After   string // the position
	Says    string
	Diagram template.HTML
}

func (a *Analysis) page(id string) gamePage {
	g := gamePage{
		Analysis: a, ID: id, Grades: Grades,
		// Our own drawings: the texts in them are escaped.
		Graph: template.HTML(a.graph().SVG()),
		Board: template.HTML(stepper(a.lastPosition()).SVG()),
	}
	position, side := a.Game.PositionAt(0)
	g.Start = squares(position, side)
	for i := range a.Plies {
		p := &a.Plies[i]
		m := pageMove{Ply: p, Value: a.valueAfter(i), Says: a.says(i)}
		after, side := a.Game.PositionAt(i + 1)
		m.After = squares(after, side)
		for _, line := range p.Best {
			if line.Move() != p.Square {
				m.Others = append(m.Others, line)
			}
		}
		g.Moves = append(g.Moves, m)
		if p.Grade() != "" || a.InBook && i == a.BookEnd {
			m.Diagram = positionBefore(p)
			g.Diagrams = append(g.Diagrams, m)
		}
	}
	return g
}

// First is the value of the first position.
func (a *Analysis) First() float64 { return a.Values[0] }

// squares prints the squares of a position from a1 to h8.
func squares(p board.Position, side board.Color) string {
	text, _, _ := strings.Cut(notation.FormatPosition(p, side), " ")
	return text
}

// Better is the best move where it is another than the one played, nil where it is not.
func (p *Ply) Better() *Line {
	if p.IsPass() || p.Loss == 0 || p.Best[0].Move() == p.Square {
		return nil
	}
	return &p.Best[0]
}

// Colour is the one of the move's grade.
func (m pageMove) Colour() string { return draw.Hex(gradeColours[m.Grade()]) }

// valueAfter prints the value after a ply, with ! if that is proved.
func (a *Analysis) valueAfter(i int) string {
	text := notation.FormatScore(a.Values[i+1], 2)
	if p := &a.Plies[i]; !p.IsPass() && p.Played.Exact() {
		text += "!"
	}
	return text
}

// says tells of a ply in words.
func (a *Analysis) says(i int) string {
	p := &a.Plies[i]
	text := a.graphTitle(i)
	if grade := p.Grade(); grade != "" {
		text += " (" + grade + ")"
	}
	if better := p.Better(); better != nil {
		text += fmt.Sprintf("; %s with %s", formatValue(*better), formatLine(better.PV))
	}
	text += "."
	if p.Grade() == "" {
		return text
	}
	return strings.TrimSpace(text + " " + p.explains(&a.Players))
}

// Rests says what the values rest on.
func (a *Analysis) Rests() string {
	level := engine.Levels[a.Level]
	text := fmt.Sprintf("Level %d: the mean of searches of %d and %d plies", a.Level, searchDepth(level)-1, searchDepth(level))
	if a.InBook {
		text = "In the book its values; then " + strings.ToLower(text[:1]) + text[1:]
	}
	if level.SolveFrom > level.ExactFrom {
		text += fmt.Sprintf(", from %d empties on searches to the end", level.SolveFrom)
	}
	return text + fmt.Sprintf(", from %d proofs.", level.ExactFrom)
}

// stepper is the drawing of a board whose discs the script changes: one circle for
// each square, from a1 to h8, and one for each of two marks.
func stepper(p board.Position) draw.Drawing {
	var none color.RGBA
	return draw.Drawing{Width: boardSize, Height: boardSize, Paint: func(c draw.Canvas) {
		drawBoard(c, 0, 0, board.Position{})
		for sq := range board.Square(64) {
			x, y := centre(0, 0, sq)
			switch {
			case p.Player&sq.Bit() != 0:
				drawDisc(c, x, y, board.Black)
			case p.Opponent&sq.Bit() != 0:
				drawDisc(c, x, y, board.White)
			default:
				c.Circle(x, y, discRadius, none, none)
			}
		}
		for range 2 {
			c.Circle(0, 0, markRadius, none, none)
		}
	}}
}

// positionBefore shows the position before a move, with the move played and the best one.
func positionBefore(p *Ply) template.HTML {
	marks := []mark{{p.Square, gradeColours[p.Grade()]}}
	if best := p.Best[0].Move(); best != p.Square {
		marks = append(marks, mark{best, goodMark})
	}
	return template.HTML(diagram(p.fromBlack(), marks...).SVG())
}
