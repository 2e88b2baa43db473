package gamereport

import (
	"fmt"
	"image/color"
	"math"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

var (
	ink       = color.RGBA{0x22, 0x22, 0x22, 0xFF}
	faint     = color.RGBA{0xC8, 0xC8, 0xC8, 0xFF}
	paper     = color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
	cloth     = color.RGBA{0x2E, 0x8B, 0x57, 0xFF}
	blackDisc = color.RGBA{0x11, 0x11, 0x11, 0xFF}
	whiteDisc = color.RGBA{0xF7, 0xF7, 0xF7, 0xFF}
	curve     = color.RGBA{0x1F, 0x5F, 0xA8, 0xFF}
	goodMark  = color.RGBA{0x80, 0xDE, 0xEA, 0xFF}

	gradeColours = map[string]color.RGBA{
		"blunder":    {0xD3, 0x2F, 0x2F, 0xFF},
		"mistake":    {0xF5, 0x7C, 0x00, 0xFF},
		"inaccuracy": {0xC0, 0xA0, 0x00, 0xFF},
		"":           {0x1F, 0x5F, 0xA8, 0xFF},
	}
)

const (
	cell      = 26.0
	margin    = 18.0
	boardSize = 8*cell + 2*margin
)

// mark is a ring on a square of a diagram.
type mark struct {
	square board.Square
	colour color.RGBA
}

// drawBoard draws a diagram with its top left corner at (x, y); in p the player is
// Black.
func drawBoard(c canvas, x, y float64, p board.Position, marks ...mark) {
	c.rectangle(x+margin, y+margin, 8*cell, 8*cell, cloth)
	for i := range 9 {
		at := float64(i) * cell
		c.polyline([]point{{x + margin + at, y + margin}, {x + margin + at, y + margin + 8*cell}}, 1, ink)
		c.polyline([]point{{x + margin, y + margin + at}, {x + margin + 8*cell, y + margin + at}}, 1, ink)
	}
	for i := range 8 {
		middle := margin + (float64(i)+0.5)*cell
		c.text(x+middle, y+margin-5, 0.5, 11, ink, string(rune('a'+i)))
		c.text(x+margin-9, y+middle+4, 0.5, 11, ink, string(rune('1'+i)))
	}
	for sq := range board.Square(64) {
		cx, cy := centre(x, y, sq)
		switch {
		case p.Player&sq.Bit() != 0:
			c.circle(cx, cy, cell*0.42, blackDisc, blackDisc)
		case p.Opponent&sq.Bit() != 0:
			c.circle(cx, cy, cell*0.42, whiteDisc, ink)
		}
	}
	for _, m := range marks {
		cx, cy := centre(x, y, m.square)
		c.circle(cx, cy, cell*0.2, m.colour, ink)
	}
}

func centre(x, y float64, sq board.Square) (float64, float64) {
	return x + margin + (float64(sq.Column())+0.5)*cell, y + margin + (float64(sq.Row())+0.5)*cell
}

// fromBlack is the position before a ply as Black sees it.
func (p *Ply) fromBlack() board.Position {
	if p.Color == board.White {
		return p.Before.Pass()
	}
	return p.Before
}

const (
	graphWidth  = 760.0
	graphHeight = 260.0
	graphLeft   = 44.0
	graphBottom = 32.0
	graphTop    = 12.0
)

// drawGraph draws what the game was worth for Black, ply by ply, with the mistakes
// as dots and a line where the book ends.
func drawGraph(c canvas, x, y float64, a *Analysis) {
	course := a.Course()
	limit := graphLimit(course)
	plies := max(len(course), 1)
	at := func(ply int, value float64) point {
		width, height := graphWidth-graphLeft-8, graphHeight-graphTop-graphBottom
		return point{
			x + graphLeft + width*float64(ply)/float64(plies),
			y + graphTop + height*(limit-value)/(2*limit),
		}
	}
	left, right := at(0, 0).x, at(plies, 0).x
	for _, value := range []float64{-limit, -limit / 2, 0, limit / 2, limit} {
		level := at(0, value).y
		c.polyline([]point{{left, level}, {right, level}}, 0.7, faint)
		label := "0"
		if value != 0 {
			label = fmt.Sprintf("%+g", value)
		}
		c.text(left-6, level+4, 1, 11, ink, label)
	}
	c.polyline([]point{at(0, 0), at(plies, 0)}, 1, ink)
	for ply := 0; ply <= plies; ply += 10 {
		c.text(at(ply, 0).x, y+graphHeight-graphBottom+16, 0.5, 11, ink, fmt.Sprint(ply))
	}
	c.text((left+right)/2, y+graphHeight-4, 0.5, 11, ink, "ply")
	if a.InBook {
		end := at(a.BookEnd, 0).x
		c.polyline([]point{{end, y + graphTop}, {end, y + graphHeight - graphBottom}}, 1, cloth)
		c.text(end+4, y+graphTop+11, 0, 11, cloth, "book ends")
	}
	points := []point{at(0, 0)}
	for i, value := range course {
		points = append(points, at(i+1, value))
	}
	c.polyline(points, 2, curve)
	for i, p := range a.Plies {
		if grade := p.Grade(); grade != "" {
			c.circle(points[i+1].x, points[i+1].y, 4.5, gradeColours[grade], ink)
		}
		c.title(at(i, 0).x+(at(1, 0).x-left)/2, y+graphTop, at(1, 0).x-left, graphHeight-graphTop-graphBottom,
			fmt.Sprintf("%d %s %s: %+.2f for Black", p.Number, p.Color, moveName(p.Square), course[i]))
	}
}

// graphLimit is a round number that no value goes beyond.
func graphLimit(course []float64) float64 {
	highest := 8.0
	for _, value := range course {
		highest = max(highest, math.Abs(value))
	}
	return min(64, math.Ceil(highest/8)*8)
}

// drawSummary draws the graph and the last position: the report in one picture.
func drawSummary(c canvas, a *Analysis) (width, height float64) {
	width, height = graphWidth+boardSize, max(graphHeight, boardSize)+40
	c.rectangle(0, 0, width, height, paper)
	c.text(margin, 24, 0, 16, ink, a.Title())
	drawGraph(c, 0, 36, a)
	drawBoard(c, graphWidth, 30, a.lastPosition())
	return width, height
}

func (a *Analysis) lastPosition() board.Position {
	p, side := a.Game.End()
	if side == board.White {
		return p.Pass()
	}
	return p
}

// Title names the players and the result.
func (a *Analysis) Title() string {
	sides := a.Sides()
	return fmt.Sprintf("%s (black) – %s (white), %s", sides[board.Black].Name, sides[board.White].Name, a.Result())
}

// Result says how the game ended.
func (a *Analysis) Result() string {
	score, over := a.Game.FinalScore()
	r := a.Game.Result
	switch {
	case r.Score.Known && (r.Ending == notation.Resigned || r.Ending == notation.TimedOut):
		return fmt.Sprintf("%s %v", winner(r.Score.Value), r.Ending)
	case r.Ending == notation.Adjourned:
		return r.Ending.String()
	case over:
		return fmt.Sprintf("%d–%d", (64+score)/2, (64-score)/2)
	case r.Ending == notation.Awarded:
		return fmt.Sprintf("%s by %g, awarded", winner(r.Score.Value), math.Abs(r.Score.Value))
	case r.Score.Known:
		return fmt.Sprintf("%s by %g", winner(r.Score.Value), math.Abs(r.Score.Value))
	}
	return "unfinished"
}

func winner(score float64) string {
	switch {
	case score > 0:
		return "Black wins"
	case score < 0:
		return "White wins"
	}
	return "draw"
}

func moveName(sq board.Square) string {
	if sq == board.Pass {
		return "pass"
	}
	return sq.String()
}
