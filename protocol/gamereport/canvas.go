package gamereport

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// canvas is what drawings are made on; the origin is at the top left.
type canvas interface {
	rectangle(x, y, width, height float64, fill color.RGBA)
	circle(x, y, radius float64, fill, stroke color.RGBA)
	polyline(points []point, width float64, stroke color.RGBA)
	// text writes s with its base line at y; anchor 0 is the left end at x, 0.5 the
	// middle, 1 the right end.
	text(x, y, anchor, size float64, fill color.RGBA, s string)
	// title says what a pointer shows over a rectangle.
	title(x, y, width, height float64, s string)
}

type point struct{ x, y float64 }

// svg writes elements of an SVG picture.
type svg struct{ strings.Builder }

func (s *svg) rectangle(x, y, width, height float64, fill color.RGBA) {
	fmt.Fprintf(s, `<rect x="%.5g" y="%.5g" width="%.5g" height="%.5g" fill="%s"/>`, x, y, width, height, hex(fill))
}

func (s *svg) circle(x, y, radius float64, fill, stroke color.RGBA) {
	fmt.Fprintf(s, `<circle cx="%.5g" cy="%.5g" r="%.5g" fill="%s" stroke="%s"/>`, x, y, radius, hex(fill), hex(stroke))
}

func (s *svg) polyline(points []point, width float64, stroke color.RGBA) {
	s.WriteString(`<polyline points="`)
	for _, p := range points {
		fmt.Fprintf(s, "%.5g,%.5g ", p.x, p.y)
	}
	fmt.Fprintf(s, `" fill="none" stroke="%s" stroke-width="%.3g" stroke-linejoin="round"/>`, hex(stroke), width)
}

func (s *svg) text(x, y, anchor, size float64, fill color.RGBA, text string) {
	anchors := map[float64]string{0: "start", 0.5: "middle", 1: "end"}
	fmt.Fprintf(s, `<text x="%.5g" y="%.5g" font-size="%.3g" text-anchor="%s" fill="%s">%s</text>`,
		x, y, size, anchors[anchor], hex(fill), html.EscapeString(text))
}

func (s *svg) title(x, y, width, height float64, text string) {
	fmt.Fprintf(s, `<rect x="%.5g" y="%.5g" width="%.5g" height="%.5g" fill="none" pointer-events="all"><title>%s</title></rect>`,
		x, y, width, height, html.EscapeString(text))
}

// picture wraps the elements into a whole picture.
func (s *svg) picture(width, height float64) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.5g %.5g" width="%.5g" height="%.5g" font-family="sans-serif">%s</svg>`,
		width, height, width, height, s.String())
}

func hex(c color.RGBA) string {
	if c.A == 0 {
		return "none"
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// pixels is a picture for a PNG file. vg counts from the bottom, in points, of which
// there are 72 to an inch.
type pixels struct {
	canvas *vgimg.Canvas
	height float64
	fonts  *font.Cache
}

// pngDPI makes two pixels of a unit, so that small letters can be read.
const pngDPI = 144

func newPixels(width, height float64) *pixels {
	return &pixels{
		canvas: vgimg.NewWith(vgimg.UseWH(vg.Length(width), vg.Length(height)), vgimg.UseDPI(pngDPI)),
		height: height,
		fonts:  font.NewCache(liberation.Collection()),
	}
}

func (p *pixels) write(w io.Writer) error {
	_, err := vgimg.PngCanvas{Canvas: p.canvas}.WriteTo(w)
	return err
}

func (p *pixels) at(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(x), Y: vg.Length(p.height - y)}
}

func (p *pixels) rectangle(x, y, width, height float64, fill color.RGBA) {
	p.canvas.SetColor(fill)
	p.canvas.Fill(vg.Rectangle{Min: p.at(x, y+height), Max: p.at(x+width, y)}.Path())
}

func (p *pixels) circle(x, y, radius float64, fill, stroke color.RGBA) {
	var path vg.Path
	path.Move(p.at(x+radius, y))
	path.Arc(p.at(x, y), vg.Length(radius), 0, 2*math.Pi)
	path.Close()
	if fill.A > 0 {
		p.canvas.SetColor(fill)
		p.canvas.Fill(path)
	}
	if stroke.A > 0 {
		p.canvas.SetLineWidth(1)
		p.canvas.SetColor(stroke)
		p.canvas.Stroke(path)
	}
}

func (p *pixels) polyline(points []point, width float64, stroke color.RGBA) {
	var path vg.Path
	for i, q := range points {
		if i == 0 {
			path.Move(p.at(q.x, q.y))
		} else {
			path.Line(p.at(q.x, q.y))
		}
	}
	p.canvas.SetLineWidth(vg.Length(width))
	p.canvas.SetColor(stroke)
	p.canvas.Stroke(path)
}

func (p *pixels) text(x, y, anchor, size float64, fill color.RGBA, s string) {
	face := p.fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Length(size))
	width := face.Width(s)
	p.canvas.SetColor(fill)
	start := p.at(x, y)
	start.X -= width * vg.Length(anchor)
	p.canvas.FillString(face, start, s)
}

func (p *pixels) title(float64, float64, float64, float64, string) {} // a picture has no pointer
