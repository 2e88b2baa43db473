package train

import (
	"bytes"
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/disk"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/draw"
	"kaeshi/weights/train"
)

// checkPlot judges --plot before anything is done.
func checkPlot(c *cli.Context) error {
	if c.IsSet("plot") && !draw.Draws(c.String("plot")) {
		return fmt.Errorf("--plot %s: not a name that ends in .svg or .png", c.String("plot"))
	}
	return nil
}

// plot draws a chart into the file of --plot, if it is named.
func plot(c *cli.Context, chart draw.Chart) error {
	if !c.IsSet("plot") {
		return nil
	}
	path := c.String("plot")
	var picture bytes.Buffer
	if err := chart.Drawing().Write(path, &picture); err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	if err := disk.WriteFile(path, picture.Bytes()); err != nil {
		return core.OutputError("--plot "+path, err)
	}
	return nil
}

// learningCurve shows how well games are foretold that were not learnt from yet.
func learningCurve(s *train.LearnState, every int) draw.Chart {
	points := make([]draw.Point, len(s.Curve))
	for i, c := range s.Curve {
		points[i] = draw.Point{X: float64((i + 1) * every), Y: float64(c)}
	}
	return draw.Chart{
		Title: "Learning from own games", X: "games", Y: "correlation with the results of new games",
		Curves: []draw.Curve{{Points: points}},
	}
}

// lossCurves show the errors of all passes, with and without having been fitted to.
func lossCurves(passes []train.Progress) draw.Chart {
	var trained, heldOut []draw.Point
	for i, pass := range passes {
		trained = append(trained, draw.Point{X: float64(i + 1), Y: pass.Trained})
		heldOut = append(heldOut, draw.Point{X: float64(i + 1), Y: pass.HeldOut})
	}
	return draw.Chart{
		Title: "Fitting, from the last phase to the first",
		X:     "passes over the samples of a phase", Y: "root of the mean squared error in discs",
		Curves: []draw.Curve{{Name: "trained on", Points: trained}, {Name: "held out", Points: heldOut}},
	}
}
