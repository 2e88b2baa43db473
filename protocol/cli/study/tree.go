package study

import (
	"image/color"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/protocol/draw"
)

// The measures of the drawing of a tree.
const (
	rowHeight   = 22.0
	columnWidth = 150.0 // at least
	margin      = 12.0
	turnRoom    = 2 * margin // where the lines to the next column branch
	discRadius  = 6.0
	gap         = 4.0
	letters     = 12.0
)

var (
	cloth = color.RGBA{0xE8, 0xF0, 0xE4, 0xFF}
	twig  = color.RGBA{0x5A, 0x7A, 0x55, 0xFF}
	black = color.RGBA{0x00, 0x00, 0x00, 0xFF}
	white = color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
)

// treeDrawing draws a tree with the root at the left, a column for each ply and a
// row for each line; a disc shows who plays, a dashed edge leaves the book. A column is
// as wide as the longest name in it needs.
func treeDrawing(t *book.Branch) draw.Drawing {
	edges := columnEdges(t)
	width := edges[len(edges)-1]
	height := float64(rows(t))*rowHeight + 2*margin
	return draw.Drawing{Width: width, Height: height, Paint: func(c draw.Canvas) {
		c.Rectangle(0, 0, width, height, cloth)
		drawBranch(c, t, edges, 0)
	}}
}

// columnEdges returns where each column of a tree begins, and where the last one ends.
func columnEdges(t *book.Branch) []float64 {
	edges := []float64{margin}
	for column := []*book.Branch{t}; len(column) > 0; {
		width := columnWidth
		var next []*book.Branch
		for _, branch := range column {
			width = max(width, discRadius+gap+draw.TextWidth(branch.Label(), letters)+turnRoom)
			next = append(next, branch.Branches...)
		}
		edges = append(edges, edges[len(edges)-1]+width)
		column = next
	}
	return edges
}

// rows measures the drawing of a branch.
func rows(t *book.Branch) int {
	n := 0
	for _, branch := range t.Branches {
		n += rows(branch)
	}
	return max(n, 1)
}

// drawBranch draws a branch in the first column that edges tell of.
func drawBranch(c draw.Canvas, t *book.Branch, edges []float64, row int) {
	x, next, y := edges[0], edges[1], middleOf(row)
	below := row
	for _, branch := range t.Branches {
		turn, end := next-turnRoom, middleOf(below)
		c.Polyline([]draw.Point{{X: x, Y: y}, {X: turn, Y: y}, {X: turn, Y: end}, {X: next, Y: end}},
			draw.Pen{Width: 1, Colour: twig, Dashed: branch.Leaf})
		drawBranch(c, branch, edges[1:], below)
		below += rows(branch)
	}
	fill := black
	if t.Color == board.White {
		fill = white
	}
	c.Circle(x, y, discRadius, fill, black)
	c.Text(x+discRadius+gap, y-3, 0, letters, draw.Ink, t.Label())
}

func middleOf(row int) float64 { return margin + (float64(row)+0.5)*rowHeight }
