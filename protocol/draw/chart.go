package draw

import (
	"image/color"
	"math"
	"strconv"
)

// Chart is curves over common axes, of which X counts something.
type Chart struct {
	Title, X, Y string
	Curves      []Curve
}

// Curve is values in order of X; one without a name is not in the legend.
type Curve struct {
	Name   string
	Points []Point
}

// curveColours are taken in turn.
var curveColours = []color.RGBA{
	{0x1F, 0x5F, 0xA8, 0xFF}, {0xD3, 0x2F, 0x2F, 0xFF}, {0x2E, 0x8B, 0x57, 0xFF}, {0xF5, 0x7C, 0x00, 0xFF},
}

const (
	chartWidth  = 760.0
	chartHeight = 455.0
	chartLeft   = 64.0
	chartRight  = 20.0
	chartTop    = 60.0
	chartBottom = 48.0
	letters     = 12.0
)

// Drawing returns the chart as a picture.
func (c Chart) Drawing() Drawing {
	return Drawing{Width: chartWidth, Height: chartHeight, Paint: c.paint}
}

func (c Chart) paint(to Canvas) {
	x, y := c.axes()
	at := func(p Point) Point {
		return Point{
			chartLeft + (chartWidth-chartLeft-chartRight)*x.part(p.X),
			chartHeight - chartBottom - (chartHeight-chartTop-chartBottom)*y.part(p.Y),
		}
	}
	to.Rectangle(0, 0, chartWidth, chartHeight, Paper)
	to.Text(chartWidth/2, 24, 0.5, 15, Ink, c.Title)
	to.Text(chartWidth-chartRight, chartHeight-10, 1, letters, Ink, c.X)
	to.Text(8, chartTop-14, 0, letters, Ink, c.Y)
	for _, tick := range x.ticks() {
		p := at(Point{tick, y.low})
		to.Polyline([]Point{p, at(Point{tick, y.high})}, Pen{Width: 0.7, Colour: Faint})
		to.Text(p.X, p.Y+letters+4, 0.5, letters, Ink, x.label(tick))
	}
	for _, tick := range y.ticks() {
		p := at(Point{x.low, tick})
		to.Polyline([]Point{p, at(Point{x.high, tick})}, Pen{Width: 0.7, Colour: Faint})
		to.Text(p.X-6, p.Y+letters/3, 1, letters, Ink, y.label(tick))
	}
	row := chartTop + letters + 4
	for i, curve := range c.Curves {
		colour := curveColours[i%len(curveColours)]
		points := make([]Point, len(curve.Points))
		for j, p := range curve.Points {
			points[j] = at(p)
		}
		to.Polyline(points, Pen{Width: 1.5, Colour: colour})
		if len(points) == 1 { // a line has two ends
			to.Circle(points[0].X, points[0].Y, 2, colour, colour)
		}
		if curve.Name != "" {
			to.Text(chartWidth-chartRight-8, row, 1, letters, colour, curve.Name)
			row += letters + 6
		}
	}
}

func (c Chart) axes() (x, y axis) {
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, curve := range c.Curves {
		for _, p := range curve.Points {
			low = Point{min(low.X, p.X), min(low.Y, p.Y)}
			high = Point{max(high.X, p.X), max(high.Y, p.Y)}
		}
	}
	return newAxis(low.X, high.X, 1), newAxis(low.Y, high.Y, 0)
}

// axis runs from low to high, both whole steps.
type axis struct{ low, high, step float64 }

// newAxis chooses steps of 1, 2 or 5 of some power of ten, five to ten of them
// unless they would be smaller than the smallest.
func newAxis(lowest, highest, smallest float64) axis {
	if math.IsInf(lowest, 0) { // nothing to draw
		lowest, highest = 0, 1
	}
	if lowest == highest {
		lowest, highest = lowest-1, highest+1
	}
	step := math.Pow(10, math.Floor(math.Log10(highest-lowest)))
	for _, part := range []float64{0.1, 0.2, 0.5} {
		if (highest-lowest)/(step*part) <= 10 {
			step *= part
			break
		}
	}
	step = max(step, smallest)
	return axis{math.Floor(lowest/step) * step, math.Ceil(highest/step) * step, step}
}

func (a axis) part(value float64) float64 { return (value - a.low) / (a.high - a.low) }

func (a axis) ticks() (ticks []float64) {
	for i := range int(math.Round((a.high-a.low)/a.step)) + 1 {
		ticks = append(ticks, a.low+float64(i)*a.step)
	}
	return ticks
}

// label prints a value with the digits that a step has.
func (a axis) label(value float64) string {
	digits := max(0, -int(math.Floor(math.Log10(a.step)+1e-9)))
	text := strconv.FormatFloat(value, 'f', digits, 64)
	if text[0] == '-' && value > -a.step/2 { // rounded to -0
		text = text[1:]
	}
	return text
}
