// Package draw is how everything is drawn: boards, graphs of games, trees of the
// book, curves of training. A drawing is made once, on a Canvas, and becomes an SVG
// or a PNG picture.
package draw

import (
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"strings"
)

// Canvas is what drawings are made on; the origin is at the top left, a unit is a
// pixel of a screen.
type Canvas interface {
	Rectangle(x, y, width, height float64, fill color.RGBA)
	// Circle leaves out a fill or a stroke without a colour.
	Circle(x, y, radius float64, fill, stroke color.RGBA)
	Polyline(points []Point, pen Pen)
	// Text writes s with its base line at y; anchor 0 is the left end at x, 0.5 the
	// middle, 1 the right end.
	Text(x, y, anchor, size float64, fill color.RGBA, s string)
	// Title says what a pointer shows over a rectangle.
	Title(x, y, width, height float64, s string)
}

// Point is a place on a canvas.
type Point struct{ X, Y float64 }

// Pen is how a line looks.
type Pen struct {
	Width  float64
	Colour color.RGBA
	Dashed bool
}

// The strokes and the gaps of a dashed line.
const (
	dash = 4.0
	gap  = 3.0
)

// Colours that all drawings share.
var (
	Ink   = color.RGBA{0x22, 0x22, 0x22, 0xFF}
	Faint = color.RGBA{0xC8, 0xC8, 0xC8, 0xFF}
	Paper = color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
)

// Drawing is a picture of a size that is still to be painted.
type Drawing struct {
	Width, Height float64
	Paint         func(Canvas)
}

// writers is the kinds of file that a picture can be, by extension.
var writers = map[string]func(Drawing, io.Writer) error{
	".svg": Drawing.writeSVG,
	".png": Drawing.writePNG,
}

// Draws reports whether a picture can be a file of that name.
func Draws(path string) bool { return writers[extension(path)] != nil }

// Write writes the picture in the form that the extension of path means.
func (d Drawing) Write(path string, w io.Writer) error {
	write := writers[extension(path)]
	if write == nil {
		return fmt.Errorf("%s: not a name that ends in .svg or .png", path)
	}
	return write(d, w)
}

func extension(path string) string { return strings.ToLower(filepath.Ext(path)) }
