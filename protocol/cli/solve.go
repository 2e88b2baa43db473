package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
)

func solveCommand() *cli.Command {
	return &cli.Command{
		Name:      "solve",
		Usage:     "solve endgame positions and compare with the values that the files state",
		ArgsUsage: "FILE.obf...",
		Description: "A line of an OBF file is 64 characters X, O or - from a1 to h8, the side to move, and\n" +
			"perhaps moves with their values: \"... X; A2:+38; C7:+36;\". The file - is standard input.\n" +
			"Values are final discs for the side to move, the empty squares counted for the winner.\n" +
			"The exit code is 1 when a value or a best move differs from the file's, or is not proved.\n\n" +
			"Example: kaeshi solve --threads 2 --hash 512 ffo-40-59.obf",
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "wld", Usage: "prove only win, loss or draw"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON lines in place of a table"},
			&cli.Float64Flag{Name: "limit", Usage: "stop a position after `SECONDS`, saying so"},
		}, engineFlags()...),
		Action: solve,
	}
}

// solver proves positions. The engine's is engineSolver; tests bring a naive one.
type solver interface {
	// solve proves the final score of an unfinished game, or with wld only
	// whether it is won. When limit (0 is none) or ctx ends first, the solution
	// is the best known then, and not proved.
	solve(ctx context.Context, p notation.Problem, wld bool, limit time.Duration) (solution, error)
}

// solution is what a solver found, from the view of the side to move.
type solution struct {
	score   search.Score
	pv      []board.Square // empty when the game is over
	nodes   uint64
	elapsed time.Duration
	proved  bool
}

func solve(c *cli.Context) error {
	limit := c.Float64("limit")
	if limit < 0 || c.IsSet("limit") && limit == 0 {
		return fmt.Errorf("--limit %g: not a positive number of seconds", limit)
	}
	problems, err := readProblems(c.Args().Slice(), c.App.Reader)
	if err != nil {
		return err
	}
	e, err := newEngine(c)
	if err != nil {
		return err
	}
	suite := suite{
		solver:   engineSolver{e},
		wld:      c.Bool("wld"),
		limit:    time.Duration(limit * float64(time.Second)),
		report:   newSolveTable(c.App.Writer),
		progress: newProgress(c, "solved", len(problems)),
	}
	if c.Bool("json") {
		suite.report = newSolveJSON(c.App.Writer)
	}
	return suite.run(c.Context, problems)
}

// readProblems reads all files before anything is solved, so that a slip shows
// at once.
func readProblems(files []string, stdin io.Reader) ([]notation.Problem, error) {
	if len(files) == 0 {
		return nil, errors.New("solve needs a file of positions, such as kaeshi solve ffo.obf")
	}
	var all []notation.Problem
	for _, name := range files {
		problems, err := readProblemFile(name, stdin)
		if err != nil {
			return nil, err
		}
		if len(problems) == 0 {
			return nil, fmt.Errorf("%s: no position in it", name)
		}
		all = append(all, problems...)
	}
	return all, nil
}

func readProblemFile(name string, stdin io.Reader) ([]notation.Problem, error) {
	if name == "-" {
		problems, err := notation.ReadOBF(stdin)
		return problems, notation.WithName("standard input", err)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	problems, err := notation.ReadOBF(file)
	return problems, notation.WithName(name, err)
}

// suite is a list of problems on its way.
type suite struct {
	solver   solver
	wld      bool
	limit    time.Duration
	report   solveReport
	progress *progress
}

func (s *suite) run(ctx context.Context, problems []notation.Problem) error {
	var total solveTotal
	for i, p := range problems {
		found, err := s.solveOne(ctx, p)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		row := judge(p, found, s.wld)
		row.Index = i + 1
		total.add(row)
		if err := s.report.row(row); err != nil {
			return err
		}
		s.progress.add(1)
	}
	s.progress.finish()
	if err := s.report.total(total); err != nil {
		return err
	}
	return total.failure()
}

// solveOne answers for finished games itself.
func (s *suite) solveOne(ctx context.Context, p notation.Problem) (solution, error) {
	if p.Position.Over() {
		return solution{score: search.Score{Value: p.Position.Score() * search.Disc, Selectivity: search.NoSelectivity}, proved: true}, nil
	}
	return s.solver.solve(ctx, p, s.wld, s.limit)
}

// judge compares a solution with what the problem states. Under wld only the
// sign of a value is known, and a move that the file does not list may be as
// good as those it does.
func judge(p notation.Problem, found solution, wld bool) solveRow {
	row := solveRow{
		Empties: p.Position.EmptyCount(),
		Value:   found.score.Value / search.Disc,
		PV:      notation.FormatMoves(found.pv),
		Nodes:   found.nodes,
		Seconds: found.elapsed.Seconds(),
		OK:      found.proved,
		Stopped: !found.proved,
		score:   found.score,
	}
	if found.score.Bound != search.Exact {
		row.Bound = found.score.String()
	}
	move := board.NoSquare
	if len(found.pv) > 0 {
		move = found.pv[0]
		row.Move = move.String()
	}
	if len(p.Moves) == 0 {
		return row
	}
	best := bestValue(p.Moves)
	row.Expected = &best
	if wld {
		row.OK = row.OK && sign(row.Value) == sign(best) && wldMoveAgrees(p.Moves, move, best)
		return row
	}
	row.OK = row.OK && row.Value == best && statedBest(p.Moves, move, best)
	return row
}

func bestValue(moves []notation.ScoredMove) int {
	best := moves[0].Value
	for _, m := range moves {
		best = max(best, m.Value)
	}
	return best
}

func statedBest(moves []notation.ScoredMove, move board.Square, best int) bool {
	for _, m := range moves {
		if m.Square == move && m.Value == best {
			return true
		}
	}
	return false
}

func wldMoveAgrees(moves []notation.ScoredMove, move board.Square, best int) bool {
	for _, m := range moves {
		if m.Square == move {
			return sign(m.Value) == sign(best)
		}
	}
	return true
}

func sign(value int) int {
	switch {
	case value > 0:
		return 1
	case value < 0:
		return -1
	}
	return 0
}
