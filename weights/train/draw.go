package train

import (
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// CanDraw tells whether a picture can be written to a file of that name.
func CanDraw(path string) bool {
	return slices.Contains([]string{".svg", ".png"}, strings.ToLower(filepath.Ext(path)))
}

// DrawCurve draws the learning curve into a file.
func (s *LearnState) DrawCurve(path string, every int) error {
	points := make(plotter.XYs, len(s.Curve))
	for i, c := range s.Curve {
		points[i].X, points[i].Y = float64((i+1)*every), float64(c)
	}
	p := plot.New()
	p.Title.Text = "Learning from own games"
	p.X.Label.Text, p.Y.Label.Text = "games", "correlation with the results of new games"
	return draw(p, path, []curve{{"", points}})
}

// DrawLoss draws the error of each phase, with and without having been fitted to,
// at the end of its fit.
func DrawLoss(path string, passes []Progress) error {
	var trained, heldOut plotter.XYs
	for i, pass := range passes {
		trained = append(trained, plotter.XY{X: float64(i + 1), Y: pass.Trained})
		heldOut = append(heldOut, plotter.XY{X: float64(i + 1), Y: pass.HeldOut})
	}
	p := plot.New()
	p.Title.Text = "Fitting, from the last phase to the first"
	p.X.Label.Text, p.Y.Label.Text = "passes over the samples of a phase", "root of the mean squared error in discs"
	return draw(p, path, []curve{{"trained on", trained}, {"held out", heldOut}})
}

type curve struct {
	name   string
	points plotter.XYs
}

func draw(p *plot.Plot, path string, curves []curve) error {
	p.Add(plotter.NewGrid())
	for i, c := range curves {
		line, err := plotter.NewLine(c.points)
		if err != nil {
			return err
		}
		line.Color = plotutil.Color(i)
		p.Add(line)
		if c.name != "" {
			p.Legend.Add(c.name, line)
		}
	}
	p.Legend.Top = true
	return p.Save(20*vg.Centimeter, 12*vg.Centimeter, path)
}
