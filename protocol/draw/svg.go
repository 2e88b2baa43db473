package draw

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"strings"
)

// svg writes elements of an SVG picture.
type svg struct{ strings.Builder }

func (s *svg) Rectangle(x, y, width, height float64, fill color.RGBA) {
	fmt.Fprintf(s, `<rect x="%.5g" y="%.5g" width="%.5g" height="%.5g" fill="%s"/>`, x, y, width, height, Hex(fill))
}

func (s *svg) Circle(x, y, radius float64, fill, stroke color.RGBA) {
	fmt.Fprintf(s, `<circle cx="%.5g" cy="%.5g" r="%.5g" fill="%s" stroke="%s"/>`, x, y, radius, Hex(fill), Hex(stroke))
}

func (s *svg) Polyline(points []Point, pen Pen) {
	s.WriteString(`<polyline points="`)
	for i, p := range points {
		if i > 0 {
			s.WriteByte(' ')
		}
		fmt.Fprintf(s, "%.6g,%.6g", p.X, p.Y)
	}
	dashes := ""
	if pen.Dashed {
		dashes = fmt.Sprintf(` stroke-dasharray="%g %g"`, dash, gap)
	}
	fmt.Fprintf(s, `" fill="none" stroke="%s" stroke-width="%.3g" stroke-linejoin="round"%s/>`, Hex(pen.Colour), pen.Width, dashes)
}

func (s *svg) Text(x, y, anchor, size float64, fill color.RGBA, text string) {
	anchors := map[float64]string{0: "start", 0.5: "middle", 1: "end"}
	fmt.Fprintf(s, `<text x="%.6g" y="%.6g" font-size="%.3g" text-anchor="%s" fill="%s">%s</text>`,
		x, y, size, anchors[anchor], Hex(fill), html.EscapeString(text))
}

func (s *svg) Title(x, y, width, height float64, text string) {
	fmt.Fprintf(s, `<rect x="%.5g" y="%.5g" width="%.5g" height="%.5g" fill="none" pointer-events="all"><title>%s</title></rect>`,
		x, y, width, height, html.EscapeString(text))
}

// SVG returns the picture as an element that can stand in a page.
func (d Drawing) SVG() string {
	var s svg
	d.Paint(&s)
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.6g %.6g" width="%.6g" height="%.6g" font-family="sans-serif">%s</svg>`,
		d.Width, d.Height, d.Width, d.Height, s.String())
}

func (d Drawing) writeSVG(w io.Writer) error {
	_, err := io.WriteString(w, d.SVG()+"\n")
	return err
}

// Hex returns a colour as SVG and style sheets write it, "none" for no colour.
func Hex(c color.RGBA) string {
	if c.A == 0 {
		return "none"
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}
