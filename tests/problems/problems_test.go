// Package problems holds the engine against suites of solved endgames.
package problems

import (
	"os"
	"path/filepath"
	"testing"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
)

func TestFFO1To19(t *testing.T) { solve(t, "ffo-1-19.obf", 2) }

// solve holds value and best move of every problem against those stated, and
// the value against that of each of the position's images.
func solve(t *testing.T, suite string, images int) {
	problems := read(t, suite)
	e, err := engine.New(engine.Options{Threads: 1, HashMB: 64, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, problem := range problems {
		best := problem.Moves[0].Value
		for s := range images {
			p := problem.Position.Transform(s)
			e.SetGame(engine.NewGameFrom(p, board.Color(s%2)))
			e.ClearHash()
			info, err := e.Search(t.Context(), engine.Limit{Solve: engine.SolveExact}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := search.Score{Value: best * search.Disc, Selectivity: search.NoSelectivity}
			if info.Score != want {
				t.Errorf("%s %d, image %d: score %v (%v), want %+d", suite, i+1, s, info.Score, info.Stage, best)
			}
			if move := info.Move().Transform(board.InverseSymmetry(s)); !states(problem, move, best) {
				t.Errorf("%s %d, image %d: %v is not among the best moves", suite, i+1, s, move)
			}
		}
	}
}

func states(p notation.Problem, move board.Square, value int) bool {
	for _, m := range p.Moves {
		if m.Square == move && m.Value == value {
			return true
		}
	}
	return false
}

func read(t *testing.T, suite string) []notation.Problem {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "endgame", suite))
	if err != nil {
		file, err = os.Open(filepath.Join("..", "data", "endgame", suite)) // the small sample
	}
	if err != nil {
		t.Skip("the shared data is not here: ", err)
	}
	defer file.Close()
	problems, err := notation.ReadOBF(file)
	if err != nil {
		t.Fatal(err)
	}
	return problems
}
