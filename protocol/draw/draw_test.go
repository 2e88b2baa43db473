package draw

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

var (
	red  = color.RGBA{0xFF, 0, 0, 0xFF}
	blue = color.RGBA{0, 0, 0xFF, 0xFF}
)

func raster(t *testing.T, d Drawing) image.Image {
	t.Helper()
	var out bytes.Buffer
	if err := d.Write("x.PNG", &out); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// at returns the colour at a place of the drawing.
func at(picture image.Image, x, y float64) color.RGBA {
	r, g, b, a := picture.At(int(x*scale), int(y*scale)).RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
}

// alike reports whether two colours are equal but for what the edges of a shape mix
// with the paper.
func alike(a, b color.RGBA) bool {
	const most = 0x20
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= most }
	return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B) && near(a.A, b.A)
}

func TestPixels(t *testing.T) {
	picture := raster(t, Drawing{Width: 100, Height: 50, Paint: func(c Canvas) {
		c.Rectangle(0, 0, 100, 50, Paper)
		c.Circle(20, 25, 10, red, color.RGBA{})
		c.Circle(50, 25, 10, color.RGBA{}, blue)
		c.Polyline([]Point{{70, 10}, {90, 10}, {90, 40}}, Pen{Width: 4, Colour: blue})
		c.Polyline([]Point{{0, 45}, {100, 45}}, Pen{Width: 2, Colour: red, Dashed: true})
		c.Polyline([]Point{{-20, 2}, {200, 2}}, Pen{Width: 2, Colour: red}) // over the edge
	}})
	if size := picture.Bounds().Size(); size.X != 100*scale || size.Y != 50*scale {
		t.Fatalf("the size is %v", size)
	}
	for _, test := range []struct {
		what string
		x, y float64
		want color.RGBA
	}{
		{"inside the disc", 20, 25, red}, {"near its edge", 27, 25, red}, {"outside", 31.5, 25, Paper},
		{"inside the ring", 50, 25, Paper}, {"on the ring", 60, 25, blue},
		{"on the line", 80, 10, blue}, {"beside it", 80, 14, Paper}, {"at the corner", 91, 9.5, blue}, {"down", 90, 30, blue},
		{"a dash", 2, 45, red}, {"a gap", 5.5, 45, Paper}, {"the next dash", 9, 45, red},
		{"a line from outside", 1, 2, red}, {"and beyond", 99, 2, red},
	} {
		if got := at(picture, test.x, test.y); !alike(got, test.want) {
			t.Errorf("%s: %v, want %v", test.what, got, test.want)
		}
	}
}

// Text stands to the right of its place, around it or to the left, above its base line.
func TestPixelsOfText(t *testing.T) {
	for anchor, want := range map[float64][2]bool{0: {false, true}, 0.5: {true, true}, 1: {true, false}} {
		picture := raster(t, Drawing{Width: 100, Height: 30, Paint: func(c Canvas) {
			c.Rectangle(0, 0, 100, 30, Paper)
			c.Text(50, 20, anchor, 12, Ink, "HHHHH")
		}})
		got, low := [2]bool{}, 0
		for y := range 30 * scale {
			for x := range 100 * scale {
				if r, _, _, _ := picture.At(x, y).RGBA(); r>>8 < 0x80 {
					got[min(1, x/(50*scale))] = true
					low = max(low, y)
				}
			}
		}
		if got != want || math.Abs(float64(low)-20*scale) > 1 {
			t.Errorf("anchor %g: left and right %v, want %v; lowest %d", anchor, got, want, low)
		}
	}
}

func TestSVG(t *testing.T) {
	d := Drawing{Width: 10, Height: 20, Paint: func(c Canvas) {
		c.Polyline([]Point{{1, 2}, {3, 4.5}}, Pen{Width: 1, Colour: red, Dashed: true})
		c.Text(1, 2, 1, 12, Ink, "a<b")
		c.Title(0, 0, 10, 20, "R&D")
	}}
	const want = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20" width="10" height="20" font-family="sans-serif">` +
		`<polyline points="1,2 3,4.5" fill="none" stroke="#ff0000" stroke-width="1" stroke-linejoin="round" stroke-dasharray="4 3"/>` +
		`<text x="1" y="2" font-size="12" text-anchor="end" fill="#222222">a&lt;b</text>` +
		`<rect x="0" y="0" width="10" height="20" fill="none" pointer-events="all"><title>R&amp;D</title></rect></svg>`
	if got := d.SVG(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestNames(t *testing.T) {
	for path, want := range map[string]bool{"a.svg": true, "b/c.PNG": true, "a.pdf": false, "svg": false, "": false} {
		if Draws(path) != want {
			t.Errorf("Draws(%q) is %v", path, !want)
		}
		if err := (Drawing{Width: 1, Height: 1, Paint: func(Canvas) {}}).Write(path, &bytes.Buffer{}); (err == nil) != want {
			t.Errorf("Write(%q): %v", path, err)
		}
	}
}

func TestAxes(t *testing.T) {
	for _, test := range []struct {
		low, high, smallest float64
		want                string
	}{
		{1, 3, 1, "1 2 3"},
		{1, 60, 1, "0 10 20 30 40 50 60"},
		{3.12, 3.58, 0, "3.10 3.15 3.20 3.25 3.30 3.35 3.40 3.45 3.50 3.55 3.60"},
		{-0.3, 0.9, 0, "-0.4 -0.2 0.0 0.2 0.4 0.6 0.8 1.0"},
		{5, 5, 0, "4.0 4.2 4.4 4.6 4.8 5.0 5.2 5.4 5.6 5.8 6.0"},
		{100, 5000, 1, "0 500 1000 1500 2000 2500 3000 3500 4000 4500 5000"},
	} {
		a := newAxis(test.low, test.high, test.smallest)
		var labels []string
		for _, tick := range a.ticks() {
			labels = append(labels, a.label(tick))
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("%g to %g: %s, want %s", test.low, test.high, got, test.want)
		}
	}
}

// A chart holds its curves, whatever they are.
func TestChart(t *testing.T) {
	for name, points := range map[string][]Point{
		"none": nil, "one": {{1, 2}}, "level": {{1, 2}, {2, 2}}, "curve": {{1, 5}, {2, 3}, {3, 2.5}},
	} {
		text := Chart{Title: "T", X: "x", Y: "y", Curves: []Curve{{Name: name, Points: points}}}.Drawing().SVG()
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || !strings.Contains(text, ">"+name+"<") {
			t.Errorf("%s: %s", name, text)
		}
	}
	ticks := newAxis(0, 1, 0).ticks()
	if !slices.IsSorted(ticks) || ticks[0] != 0 || ticks[len(ticks)-1] != 1 {
		t.Errorf("ticks %v", ticks)
	}
}

// No text is wider in the font of our own pictures than it is taken for.
func TestTextWidth(t *testing.T) {
	font, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	p := &pixels{font: font, faces: map[float64]xfont.Face{}}
	for _, size := range []float64{11, 16} {
		face, err := p.face(size)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"book ends", "MWMWMW@%", "D3 -12.34 Brightwell's Continuation", "Ann (black) – Bob (white), 64–0", "iiii"} {
			measured := float64(xfont.MeasureString(face, text)) / 64 / scale
			if got := TextWidth(text, size); got < measured || got > 3*measured {
				t.Errorf("%q at %.0f is taken for %.1f wide, it is %.1f", text, size, got, measured)
			}
		}
	}
	if TextWidth("縦取り", 10) < 30 {
		t.Error("letters of the East are as wide as high")
	}
}
