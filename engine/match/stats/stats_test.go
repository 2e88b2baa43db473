package stats

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s = %.4f, want %.4f", what, got, want)
	}
}

// Cases of fastchess's own tests (app/tests/sprt_test.cpp, "logistic
// pentanomial"), a pair of draws and a win with a loss counted together; their
// tolerance is one percent.
func TestLLRAsFastchess(t *testing.T) {
	for _, c := range []struct {
		pairs      Pairs
		elo0, elo1 float64
		llr        float64
	}{
		{Pairs{223, 9863, 20279 + 1000, 10037, 246}, 0.5, 2.5, -3.07},
		{Pairs{871, 26175, 55003 + 980, 26678, 821}, 0, 2, -4.98},
	} {
		got := SPRT{Elo0: c.elo0, Elo1: c.elo1, Alpha: 0.05, Beta: 0.05}.LLR(c.pairs.Sample())
		near(t, "LLR", got, c.llr, 0.01*math.Abs(c.llr))
	}
}

// Results of matches as fastchess printed them, published in the change logs
// of two engines ("Anton" v0.5.0, "pz") and in a report of "Manifold" against
// Stockfish 18: pairs, Elo, its error, LOS in percent.
func TestEloAsPublished(t *testing.T) {
	for _, c := range []struct {
		pairs               Pairs
		elo, plusMinus, los float64
	}{
		{Pairs{73, 79, 296, 91, 118}, 27.02, 15.81, 99.96},
		{Pairs{40, 67, 295, 123, 54}, 25.25, 13.92, 99.98},
		{Pairs{66, 79, 5, 0, 0}, -303.61, 30.73, 0.00},
		{Pairs{578, 1352, 1985, 1283, 564}, -2.92, 5.02, 12.65},
	} {
		elo, plusMinus := c.pairs.Sample().Elo()
		near(t, "Elo", elo, c.elo, 0.006)
		near(t, "error", plusMinus, c.plusMinus, 0.006)
		near(t, "LOS", 100*c.pairs.Sample().LOS(), c.los, 0.006)
	}
}

// Elo lines of cutechess-cli, without pairs, from the change log of the engine
// Midnight: losses, draws, wins.
func TestEloOfSinglesAsCutechess(t *testing.T) {
	for _, c := range []struct {
		games               Singles
		elo, plusMinus, los float64
	}{
		{Singles{Wins: 449, Losses: 276, Draws: 275}, 60.7, 18.5, 100.0},
		{Singles{Wins: 382, Losses: 320, Draws: 298}, 21.6, 18.1, 99.0},
		{Singles{Wins: 382, Losses: 304, Draws: 314}, 27.2, 17.9, 99.9},
	} {
		elo, plusMinus := c.games.Sample().Elo()
		near(t, "Elo", elo, c.elo, 0.06)
		near(t, "error", plusMinus, c.plusMinus, 0.06)
		near(t, "LOS", 100*c.games.Sample().LOS(), c.los, 0.06)
	}
}

// Wald's bounds for risks of 5% are known to everybody who ran such a test.
func TestSPRTBoundsAndVerdict(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	lower, upper := test.Bounds()
	near(t, "lower bound", lower, -2.94, 0.005)
	near(t, "upper bound", upper, 2.94, 0.005)
	for _, c := range []struct {
		pairs Pairs
		want  Verdict
	}{
		{Pairs{}, Undecided},
		{Pairs{73, 79, 296, 91, 118}, AcceptElo1}, // Anton v0.5.0: LLR 2.95 for [0, 10]
		{Pairs{40, 67, 295, 123, 54}, AcceptElo1},
		{Pairs{118, 91, 296, 79, 73}, AcceptElo0},
		{Pairs{10, 10, 20, 10, 10}, Undecided},
	} {
		if _, got := test.Judge(c.pairs.Sample()); got != c.want {
			t.Errorf("%v: %v, want %v", c.pairs, got, c.want)
		}
	}
}

func TestSPRTCheck(t *testing.T) {
	for _, bad := range []SPRT{
		{Elo0: 5, Elo1: 5, Alpha: 0.05, Beta: 0.05},
		{Elo0: 0, Elo1: 5, Alpha: 0, Beta: 0.05},
		{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.7},
		{Elo0: math.NaN(), Elo1: 5, Alpha: 0.05, Beta: 0.05},
	} {
		if bad.Check() == nil {
			t.Errorf("%+v passes", bad)
		}
	}
}

// The worked example of the article "Bradley-Terry model" in Wikipedia: wins of
// four players against each other, and the strengths that follow.
func TestRatingsOfTheWorkedExample(t *testing.T) {
	wins := [][]float64{
		{0, 2, 0, 1},
		{3, 0, 5, 0},
		{0, 3, 0, 1},
		{4, 0, 3, 0},
	}
	want := []float64{0.640, 1.043, 0.660, 2.270}
	for i, rating := range Ratings(wins, 0) {
		near(t, "strength", math.Pow(10, rating/400), want[i], 0.001)
	}
}

func TestRatingsOfTwoFollowTheScore(t *testing.T) {
	ratings := Ratings([][]float64{{0, 75}, {25, 0}}, 0)
	near(t, "difference", ratings[0]-ratings[1], FromScore(0.75), 1e-6)
	won := Ratings([][]float64{{0, 20}, {0, 0}}, 0.5)
	near(t, "difference after 20:0 with a prior", won[0]-won[1], FromScore(20.5/21), 1e-6)
}

func TestScoreAndEloAreInverse(t *testing.T) {
	for elo := -800.0; elo <= 800; elo += 25 {
		near(t, "Elo", FromScore(ToScore(elo)), elo, 1e-9)
	}
	for _, c := range []struct {
		pairs Pairs
		elo   float64
	}{{Pairs{}, 0}, {Pairs{2: 10}, 0}, {Pairs{4: 10}, math.Inf(1)}, {Pairs{0: 10}, math.Inf(-1)}} {
		if elo, plusMinus := c.pairs.Sample().Elo(); elo != c.elo || !math.IsInf(plusMinus, 1) {
			t.Errorf("%v: %v ± %v, want %v ± infinite", c.pairs, elo, plusMinus, c.elo)
		}
	}
}
