package book

import (
	"image/color"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/protocol/draw"
)

// The measures of the drawing of a tree.
const (
	rowHeight   = 22.0
	columnWidth = 150.0
	margin      = 12.0
	discRadius  = 6.0
	letters     = 12.0
)

var (
	cloth = color.RGBA{0xE8, 0xF0, 0xE4, 0xFF}
	twig  = color.RGBA{0x5A, 0x7A, 0x55, 0xFF}
	black = color.RGBA{0x00, 0x00, 0x00, 0xFF}
	white = color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
)

// treeDrawing draws a tree with the root at the left, a column for each ply and a
// row for each line; a disc shows who plays, a dashed edge leaves the book.
func treeDrawing(t *book.Branch) draw.Drawing {
	width := float64(columns(t)+2) * columnWidth
	height := float64(rows(t))*rowHeight + 2*margin
	return draw.Drawing{Width: width, Height: height, Paint: func(c draw.Canvas) {
		c.Rectangle(0, 0, width, height, cloth)
		drawBranch(c, t, 0, 0)
	}}
}

// rows and columns measure the drawing of a branch.
func rows(t *book.Branch) int {
	n := 0
	for _, branch := range t.Branches {
		n += rows(branch)
	}
	return max(n, 1)
}

func columns(t *book.Branch) int {
	n := 0
	for _, branch := range t.Branches {
		n = max(n, columns(branch))
	}
	return n + 1
}

func drawBranch(c draw.Canvas, t *book.Branch, column, row int) {
	x, y := margin+float64(column)*columnWidth, middleOf(row)
	below := row
	for _, branch := range t.Branches {
		turn, end := x+columnWidth-2*margin, middleOf(below)
		c.Polyline([]draw.Point{{X: x, Y: y}, {X: turn, Y: y}, {X: turn, Y: end}, {X: x + columnWidth, Y: end}},
			draw.Pen{Width: 1, Colour: twig, Dashed: branch.Leaf})
		drawBranch(c, branch, column+1, below)
		below += rows(branch)
	}
	fill := black
	if t.Color == board.White {
		fill = white
	}
	c.Circle(x, y, discRadius, fill, black)
	c.Text(x+discRadius+4, y-3, 0, letters, draw.Ink, t.Label())
}

func middleOf(row int) float64 { return margin + (float64(row)+0.5)*rowHeight }
