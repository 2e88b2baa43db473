//go:build !js

package draw

import (
	"image"
	"image/color"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// pixels is a picture for a PNG file.
type pixels struct {
	image *image.RGBA
	font  *opentype.Font
	faces map[float64]font.Face // by size
}

// scale is the pixels of a unit: two, so that small letters can be read.
const scale = 2

func (d Drawing) writePNG(w io.Writer) error {
	letters, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return err
	}
	size := image.Rect(0, 0, int(math.Ceil(d.Width*scale)), int(math.Ceil(d.Height*scale)))
	p := &pixels{image: image.NewRGBA(size), font: letters, faces: map[float64]font.Face{}}
	d.Paint(p)
	return png.Encode(w, p.image)
}

func (p *pixels) Rectangle(x, y, width, height float64, fill color.RGBA) {
	p.polygon([]Point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}, fill)
}

// polygon fills an outline.
func (p *pixels) polygon(corners []Point, fill color.RGBA) {
	if fill.A == 0 {
		return
	}
	low, high := corners[0], corners[0]
	for _, c := range corners {
		low = Point{min(low.X, c.X), min(low.Y, c.Y)}
		high = Point{max(high.X, c.X), max(high.Y, c.Y)}
	}
	box := image.Rect(int(math.Floor(low.X*scale)), int(math.Floor(low.Y*scale)), int(math.Ceil(high.X*scale)), int(math.Ceil(high.Y*scale)))
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for i, c := range corners {
		x, y := float32(c.X*scale-float64(box.Min.X)), float32(c.Y*scale-float64(box.Min.Y))
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(p.image, box, image.NewUniform(fill), image.Point{})
}

func (p *pixels) Circle(x, y, radius float64, fill, stroke color.RGBA) {
	p.polygon(ring(x, y, radius), fill)
	if stroke.A > 0 {
		outline := ring(x, y, radius)
		p.Polyline(append(outline, outline[0]), Pen{Width: 1, Colour: stroke})
	}
}

// ring is a circle as a polygon with corners too close to be seen.
func ring(x, y, radius float64) []Point {
	const corners = 48
	points := make([]Point, corners)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		points[i] = Point{x + radius*cos, y + radius*sin}
	}
	return points
}

func (p *pixels) Polyline(points []Point, pen Pen) {
	if pen.Dashed {
		for _, stroke := range dashes(points) {
			p.Polyline(stroke, Pen{Width: pen.Width, Colour: pen.Colour})
		}
		return
	}
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		length := math.Hypot(to.X-from.X, to.Y-from.Y)
		if length == 0 {
			continue
		}
		x, y := pen.Width/2*(to.Y-from.Y)/length, pen.Width/2*(from.X-to.X)/length // square to the line
		p.polygon([]Point{{from.X + x, from.Y + y}, {to.X + x, to.Y + y}, {to.X - x, to.Y - y}, {from.X - x, from.Y - y}}, pen.Colour)
		if i+1 < len(points) && pen.Width > 1 { // closes the gap at a corner
			p.polygon(ring(to.X, to.Y, pen.Width/2), pen.Colour)
		}
	}
}

// dashes cuts a line into strokes with gaps between.
func dashes(points []Point) (strokes [][]Point) {
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		length := math.Hypot(to.X-from.X, to.Y-from.Y)
		along := func(at float64) Point {
			return Point{from.X + (to.X-from.X)*at/length, from.Y + (to.Y-from.Y)*at/length}
		}
		for at := 0.0; at < length; at += dash + gap {
			strokes = append(strokes, []Point{along(at), along(min(at+dash, length))})
		}
	}
	return strokes
}

func (p *pixels) Text(x, y, anchor, size float64, fill color.RGBA, s string) {
	face, err := p.face(size)
	if err != nil {
		return // a font that was parsed has a face of every size
	}
	left := fixed.Int26_6(x*scale*64) - fixed.Int26_6(anchor*float64(font.MeasureString(face, s)))
	writer := font.Drawer{Dst: p.image, Src: image.NewUniform(fill), Face: face, Dot: fixed.Point26_6{X: left, Y: fixed.Int26_6(y * scale * 64)}}
	writer.DrawString(s)
}

func (p *pixels) face(size float64) (font.Face, error) {
	if face := p.faces[size]; face != nil {
		return face, nil
	}
	const pixelsAreUnits = 72
	face, err := opentype.NewFace(p.font, &opentype.FaceOptions{Size: size * scale, DPI: pixelsAreUnits})
	if err == nil {
		p.faces[size] = face
	}
	return face, err
}

func (p *pixels) Title(float64, float64, float64, float64, string) {} // a picture has no pointer
