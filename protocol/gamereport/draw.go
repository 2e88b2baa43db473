package gamereport

import (
	"fmt"
	"image/color"
	"math"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/draw"
)

var (
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

	discRadius = cell * 0.42
	markRadius = cell * 0.2
)

// mark is a ring on a square of a diagram.
type mark struct {
	square board.Square
	colour color.RGBA
}

// drawBoard draws a diagram with its top left corner at (x, y); in p the player is
// Black.
func drawBoard(c draw.Canvas, x, y float64, p board.Position, marks ...mark) {
	c.Rectangle(x+margin, y+margin, 8*cell, 8*cell, cloth)
	for i := range 9 {
		at := float64(i) * cell
		c.Polyline([]draw.Point{{X: x + margin + at, Y: y + margin}, {X: x + margin + at, Y: y + margin + 8*cell}}, draw.Pen{Width: 1, Colour: draw.Ink})
		c.Polyline([]draw.Point{{X: x + margin, Y: y + margin + at}, {X: x + margin + 8*cell, Y: y + margin + at}}, draw.Pen{Width: 1, Colour: draw.Ink})
	}
	for i := range 8 {
		middle := margin + (float64(i)+0.5)*cell
		c.Text(x+middle, y+margin-5, 0.5, 11, draw.Ink, string(rune('a'+i)))
		c.Text(x+margin-9, y+middle+4, 0.5, 11, draw.Ink, string(rune('1'+i)))
	}
	for sq := range board.Square(64) {
		cx, cy := centre(x, y, sq)
		switch {
		case p.Player&sq.Bit() != 0:
			drawDisc(c, cx, cy, board.Black)
		case p.Opponent&sq.Bit() != 0:
			drawDisc(c, cx, cy, board.White)
		}
	}
	for _, m := range marks {
		cx, cy := centre(x, y, m.square)
		c.Circle(cx, cy, markRadius, m.colour, draw.Ink)
	}
}

func drawDisc(c draw.Canvas, x, y float64, side board.Color) {
	if side == board.Black {
		c.Circle(x, y, discRadius, blackDisc, blackDisc)
	} else {
		c.Circle(x, y, discRadius, whiteDisc, draw.Ink)
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
	graphHeight = 274.0
	graphLeft   = 44.0
	graphBottom = 32.0
	graphTop    = 26.0
	graphRight  = 8.0
	graphText   = 11.0 // the size of its texts
)

// graphHead says from whose point of view everything is.
const graphHead = "value for Black, in discs"

// graph places the value of the game for Black, ply by ply.
type graph struct {
	draw.Canvas
	x, y  float64
	limit float64 // of the values
	plies int
}

func (g *graph) at(ply int, value float64) draw.Point {
	width, height := graphWidth-graphLeft-graphRight, graphHeight-graphTop-graphBottom
	return draw.Point{
		X: g.x + graphLeft + width*float64(ply)/float64(g.plies),
		Y: g.y + graphTop + height*(g.limit-value)/(2*g.limit),
	}
}

// drawGraph draws the value of the game for Black, ply by ply, with the mistakes
// as dots and lines where the book ends and where all is proved.
func drawGraph(c draw.Canvas, x, y float64, a *Analysis) {
	g := graph{Canvas: c, x: x, y: y, limit: graphLimit(a.Values), plies: max(len(a.Plies), 1)}
	g.axes()
	if a.InBook {
		g.border(a.BookEnd, graphTop+graphText, cloth, "book ends")
	}
	if a.Proved < len(a.Plies) {
		g.border(a.Proved, graphHeight-graphBottom-4, curve, "proved from here")
	}
	var points []draw.Point
	for ply, value := range a.Values {
		points = append(points, g.at(ply, value))
	}
	c.Polyline(points, draw.Pen{Width: 2, Colour: curve})
	step := g.at(1, 0).X - g.at(0, 0).X
	for i := range a.Plies {
		p := &a.Plies[i]
		if grade := p.Grade(); grade != "" {
			c.Circle(points[i+1].X, points[i+1].Y, 4.5, gradeColours[grade], draw.Ink)
		}
		left := points[i+1].X - step/2
		c.Title(left, y+graphTop, min(step, x+graphWidth-left), graphHeight-graphTop-graphBottom, a.graphTitle(i))
	}
}

// graphTitle is what a pointer shows over a ply.
func (a *Analysis) graphTitle(i int) string {
	p := &a.Plies[i]
	text := fmt.Sprintf("%d %s %s: %s for Black", p.Number, p.Color, moveName(p.Square), a.valueAfter(i))
	if !p.IsPass() && p.Loss >= leastLoss {
		text += ", loses " + formatLoss(p)
	}
	return text
}

func (g *graph) axes() {
	left, right := g.at(0, 0).X, g.at(g.plies, 0).X
	for _, value := range []float64{-g.limit, -g.limit / 2, 0, g.limit / 2, g.limit} {
		level := g.at(0, value).Y
		g.Polyline([]draw.Point{{X: left, Y: level}, {X: right, Y: level}}, draw.Pen{Width: 0.7, Colour: draw.Faint})
		label := "0"
		if value != 0 {
			label = fmt.Sprintf("%+g", value)
		}
		g.Text(left-6, level+4, 1, graphText, draw.Ink, label)
	}
	g.Polyline([]draw.Point{g.at(0, 0), g.at(g.plies, 0)}, draw.Pen{Width: 1, Colour: draw.Ink})
	for ply := 0; ply <= g.plies; ply += 10 {
		g.Text(g.at(ply, 0).X, g.y+graphHeight-graphBottom+16, 0.5, graphText, draw.Ink, fmt.Sprint(ply))
	}
	g.Text((left+right)/2, g.y+graphHeight-4, 0.5, graphText, draw.Ink, "ply")
	g.Text(left, g.y+graphTop-10, 0, graphText, draw.Ink, graphHead)
}

// border draws a line before a ply, with a text beside it that stays in the graph:
// beside that there may be a board.
func (g *graph) border(ply int, level float64, colour color.RGBA, text string) {
	x := g.at(ply, 0).X
	g.Polyline([]draw.Point{{X: x, Y: g.y + graphTop}, {X: x, Y: g.y + graphHeight - graphBottom}}, draw.Pen{Width: 1, Colour: colour, Dashed: true})
	if x+4+draw.TextWidth(text, graphText) <= g.at(g.plies, 0).X {
		g.Text(x+4, g.y+level, 0, graphText, colour, text)
	} else {
		g.Text(x-4, g.y+level, 1, graphText, colour, text)
	}
}

// graphLimit is a round number that no value goes beyond.
func graphLimit(values []float64) float64 {
	highest := 8.0
	for _, value := range values {
		highest = max(highest, math.Abs(value))
	}
	return min(64, math.Ceil(highest/8)*8)
}

// summary is the graph and the last position: the report in one picture.
func (a *Analysis) summary() draw.Drawing {
	const width, height = graphWidth + boardSize, max(graphHeight, boardSize) + 40
	return draw.Drawing{Width: width, Height: height, Paint: func(c draw.Canvas) {
		c.Rectangle(0, 0, width, height, draw.Paper)
		size := min(16, 16*(width-2*margin)/draw.TextWidth(a.Title(), 16)) // of however long names
		c.Text(margin, 24, 0, size, draw.Ink, a.Title())
		drawGraph(c, 0, 36, a)
		drawBoard(c, graphWidth, 30, a.lastPosition())
	}}
}

// graph is the drawing of the game's course alone.
func (a *Analysis) graph() draw.Drawing {
	return draw.Drawing{Width: graphWidth, Height: graphHeight, Paint: func(c draw.Canvas) { drawGraph(c, 0, 0, a) }}
}

// diagram is the drawing of a board alone.
func diagram(p board.Position, marks ...mark) draw.Drawing {
	return draw.Drawing{Width: boardSize, Height: boardSize, Paint: func(c draw.Canvas) { drawBoard(c, 0, 0, p, marks...) }}
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
