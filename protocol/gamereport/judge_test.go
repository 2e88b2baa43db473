package gamereport

import (
	"context"
	"math"
	"os"
	"testing"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
)

// swinging values every move the same for Black, but for a swing to whoever moves
// last in its search, as evaluations have it: searches of odd depth are too good for
// the mover, those of even depth too bad. Only at the end of the game it knows better.
type swinging struct {
	double
	value func(board.Square) float64 // for the mover; nil means 2 for Black
}

const swing = 5

func (s *swinging) Level() int { return 4 }

func (s *swinging) Search(_ context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
	found, err := s.double.Search(context.Background(), limit, func(i engine.Info) {
		report(s.judged(i, limit))
	})
	return s.judged(found, limit), err
}

func (s *swinging) judged(i engine.Info, limit engine.Limit) engine.Info {
	value := signOf(s.game.SideToMove()) * 2
	if s.value != nil {
		value = s.value(i.Move())
	}
	if limit.Solve == engine.SolveNothing && limit.Depth < s.game.Empties() {
		value += swing * float64(2*(limit.Depth%2)-1)
	} else {
		i.Stage, i.Score.Selectivity = search.Solved, search.NoSelectivity
	}
	i.Score.Value = int(math.Round(value * search.Disc))
	return i
}

func example60(t *testing.T) notation.Game {
	t.Helper()
	const path = "../../scripts/examples/game.sgf"
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	games, err := notation.ReadGames(path, file)
	if err != nil || len(games) != 1 || len(games[0].Moves) != 60 {
		t.Fatalf("%s: %d games, error %v", path, len(games), err)
	}
	return games[0]
}

// However much a search swings with its depth, the report does not, from the first
// move to the proofs.
func TestNoSwingWithTheDepth(t *testing.T) {
	a, err := Analyze(context.Background(), &swinging{}, example60(t), 3, func() {})
	if err != nil {
		t.Fatal(err)
	}
	for n, value := range a.Values[:60] {
		if value != 2 {
			t.Errorf("after %d plies the value is %g", n, value)
		}
	}
	for _, p := range a.Plies {
		if p.Loss != 0 || p.Played.Value != 2 {
			t.Errorf("ply %d loses %g", p.Number, p.Loss)
		}
	}
	if a.Proved != 60-16 {
		t.Errorf("proved from ply %d", a.Proved)
	}
}

// A loss is the difference of two values of the same kind, whatever the swing.
func TestLossesAreOfOneKind(t *testing.T) {
	value := func(sq board.Square) float64 { return float64(sq) / 8 }
	a, err := Analyze(context.Background(), &swinging{value: value}, example60(t), 3, func() {})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range a.Plies {
		highest := 0.0
		for sq := range board.Square(64) {
			if p.Before.Moves()&sq.Bit() != 0 {
				highest = value(sq)
			}
		}
		if want := highest - value(p.Square); math.Abs(p.Loss-want) > 0.01 {
			t.Errorf("ply %d, %v, loses %g, want %g", p.Number, p.Square, p.Loss, want)
		}
		if p.Proved() != (p.Before.EmptyCount() <= 16) {
			t.Errorf("ply %d is proved: %v", p.Number, p.Proved())
		}
	}
}

// With the engine itself what the moves lost is what the value changed by: exactly
// where it is proved, within the searches' noise before.
func TestLossesSumUpToTheChange(t *testing.T) {
	e, err := engine.New(engine.Options{Level: engine.AtLevel(4), Threads: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	a, err := Analyze(context.Background(), e, example60(t), 3, func() {})
	if err != nil {
		t.Fatal(err)
	}
	noise, jumps := 0.0, 0.0
	for n, p := range a.Plies {
		unexplained := a.Values[n+1] - (a.Values[n] - signOf(p.Color)*p.Loss)
		switch {
		case n >= a.Proved:
			if unexplained != 0 {
				t.Errorf("ply %d loses %g, but the value changes from %g to %g", p.Number, p.Loss, a.Values[n], a.Values[n+1])
			}
		case n < a.Proved-1: // at the first proof all errors of the evaluation show
			noise += math.Abs(unexplained)
			jumps += unexplained * math.Pow(-1, float64(n))
		}
	}
	plies := float64(a.Proved - 1)
	t.Logf("a ply: noise %.2f, swing %.2f", noise/plies, jumps/plies)
	if a.Proved != 60-16 || noise/plies > 1 || math.Abs(jumps/plies) > 0.3 {
		t.Errorf("from ply %d proved, before the noise of a ply is %.2f discs, its swing %.2f", a.Proved, noise/plies, jumps/plies)
	}
}

// In the book its values count, and a move that leaves it is held against its best by
// searches of both.
func TestBookValues(t *testing.T) {
	book := map[int][]engine.BookMove{
		0: {{Square: 19, Value: 1.5}, {Square: 26, Value: 0.5}, {Square: 63, Value: 9}}, // H8 is not legal
		1: {{Square: 18, Value: 1}},
	}
	d := &swinging{double: double{known: book}, value: func(sq board.Square) float64 { return float64(sq) / 8 }}
	a, err := Analyze(context.Background(), d, game(t, "c4c3"), 3, func() {})
	if err != nil {
		t.Fatal(err)
	}
	first := a.Plies[0]
	if !first.Book || first.Loss != 1 || first.Played.Value != 0.5 || first.Played.Source != FromBook || len(first.Best) != 2 || first.Best[0].Value != 1.5 {
		t.Errorf("the first ply is %+v", first)
	}
	if line := formatLine(first.Best[0].PV); line != "D3 C3" {
		t.Errorf("the book's line is %s", line)
	}
	if second := a.Plies[1]; !second.Book || second.Loss != 0 || second.Played.Value != -1 {
		t.Errorf("the second ply is %+v", second)
	}

	// The value of E6 (44) by search is so far above that of D3 that it loses nothing; F5 (37) has
	// a lower value than E6, which the book takes for the best.
	a, err = Analyze(context.Background(), d, game(t, "e6"), 3, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if p := a.Plies[0]; p.Book || p.Loss != 0 || p.Played.Value != 1.5 || a.InBook || p.Played.Source != FromSearch {
		t.Errorf("E6 is %+v", p)
	}
	book[0] = []engine.BookMove{{Square: 44, Value: -3}}
	a, err = Analyze(context.Background(), d, game(t, "f5"), 3, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if p := a.Plies[0]; math.Abs(p.Loss-7.0/8) > 0.01 || math.Abs(p.Played.Value+3+7.0/8) > 0.01 {
		t.Errorf("F5 is %+v", p)
	}
}
