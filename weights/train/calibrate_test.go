package train

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kaeshi/engine/eval"
	"kaeshi/engine/search"
	"kaeshi/weights"
)

// Differences drawn from a known distribution are fitted back to it.
func TestCalibrationFindsTheDeviation(t *testing.T) {
	want := func(empties, deep, shallow int) float64 {
		return math.Exp(1.2 - 0.01*float64(empties) + 0.03*float64(deep) - 0.05*float64(shallow))
	}
	random := rand.New(rand.NewPCG(1, 2))
	c := &Calibration{mid: map[pair]*spread{}, end: map[pair]*spread{}}
	for empties := 12; empties <= 56; empties += bucket {
		for deep := 2; deep < 10; deep++ {
			for shallow := deep & 1; shallow < deep; shallow += 2 {
				for range 2000 {
					note(c.mid, pair{empties, deep, shallow}, random.NormFloat64()*want(empties, deep, shallow))
				}
			}
		}
	}
	for empties := 12; empties <= 18; empties++ {
		for shallow := empties & 1; shallow < 10; shallow += 2 {
			for range 2000 {
				note(c.end, pair{empties, empties, shallow}, random.NormFloat64()*want(empties, 0, shallow))
			}
		}
	}
	tables, err := c.Tables()
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []pair{{12, 4, 2}, {28, 7, 3}, {40, 9, 5}, {52, 2, 0}} {
		got := search.ProbCutMid.Error(tables[search.ProbCutMid.Name], at.empties, at.deep, at.shallow)
		if w := want(at.empties, at.deep, at.shallow); math.Abs(got-w) > 0.05*w {
			t.Errorf("midgame %+v: fitted %.3f, drawn with %.3f", at, got, w)
		}
	}
	for _, at := range []pair{{12, 12, 4}, {17, 17, 9}} {
		got := search.ProbCutEnd.Error(tables[search.ProbCutEnd.Name], at.empties, at.deep, at.shallow)
		if w := want(at.empties, 0, at.shallow); math.Abs(got-w) > 0.05*w {
			t.Errorf("endgame %+v: fitted %.3f, drawn with %.3f", at, got, w)
		}
	}
	var report bytes.Buffer
	if err := c.Report(&report, tables); err != nil || !strings.Contains(report.String(), "end") {
		t.Errorf("report %q, %v", report.String(), err)
	}
}

// calibrateOpening measures positions drawn from the first moves of a game.
func calibrateOpening(t *testing.T, positions int) *Calibration {
	t.Helper()
	w, err := weights.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	data := &Data{Unfinished: true}
	if err := data.addGame("f5d6c3d3c4f4f6f3e6e7d7", ""); err != nil {
		t.Fatal(err)
	}
	c, err := Calibrate(t.Context(), CalibrateOptions{
		Evaluator: eval.New(w), Positions: positions, Depth: 3, Solve: 12, HashMB: 1, Seed: 1,
	}, data.Samples, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCalibrationNeedsPositions(t *testing.T) {
	c := calibrateOpening(t, 2)
	if _, err := c.Tables(); err == nil || !strings.Contains(err.Error(), "take more positions") {
		t.Errorf("two positions were enough: %v", err)
	}
}

// All games share the first positions, so a few of them would count as many.
func TestCalibrationLeavesOpeningsOut(t *testing.T) {
	c := calibrateOpening(t, 100)
	for at, s := range c.mid {
		if at.empties != 48 || s.count > 40 { // 48 stands for 48 to 51
			t.Errorf("%d positions of about %d empties were measured; two in eleven of 100 have 50 or 51, the others more", s.count, at.empties)
		}
	}
	if len(c.mid) == 0 {
		t.Error("nothing was measured")
	}
}
