package tasks

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/jobs"
	"kaeshi/engine/search"
)

// SolveSetup is that of runs of the kind Solve.
type SolveSetup struct {
	Weights string `json:"weights,omitempty"` // SHA-256
	HashMB  int    `json:"hash,omitempty"`    // 0 means what the engine takes
	Level   int    `json:"level,omitempty"`   // a bound under a limit of time; 0 means none
}

// Problem is a position to be solved: the question of such a run.
type Problem struct {
	Player   uint64  `json:"player"`
	Opponent uint64  `json:"opponent"`
	White    bool    `json:"white,omitempty"` // is to move
	WLD      bool    `json:"wld,omitempty"`   // prove only win, loss or draw
	Limit    float64 `json:"limit,omitempty"` // seconds
}

// Solution is what was found of a Problem, for its side to move.
type Solution struct {
	Score  search.Score `json:"score"`
	PV     []byte       `json:"pv,omitempty"` // squares; empty when the game is over
	Nodes  uint64       `json:"nodes"`
	Time   float64      `json:"seconds"`
	Proved bool         `json:"proved"`
}

// Moves returns the principal variation.
func (s *Solution) Moves() []board.Square {
	var moves []board.Square
	for _, b := range s.PV {
		moves = append(moves, board.Square(b))
	}
	return moves
}

// NewSolution is a Solution with these moves.
func NewSolution(score search.Score, pv []board.Square, nodes uint64, elapsed time.Duration, proved bool) Solution {
	s := Solution{Score: score, Nodes: nodes, Time: elapsed.Seconds(), Proved: proved}
	for _, sq := range pv {
		s.PV = append(s.PV, byte(sq))
	}
	return s
}

// Solver solves problems, each as if it were the only one: what was found before does not
// matter, so the nodes are the same in any order.
type Solver struct {
	few, many *engine.Engine // by the number of empties: their tables differ in size
}

// NewSolver returns a solver with engines of these options.
func NewSolver(o engine.Options) (*Solver, error) {
	few, err := engine.New(o)
	if err != nil {
		return nil, err
	}
	many, err := engine.New(o)
	return &Solver{few, many}, err
}

// Log tells of the engines.
func (s *Solver) Log(tell func(*engine.Engine)) { tell(s.many) }

// Solve solves a problem. When ctx or the problem's limit ends first, the solution is
// the best known then, and not proved.
func (s *Solver) Solve(ctx context.Context, p Problem) (Solution, error) {
	position := board.Position{Player: p.Player, Opponent: p.Opponent}
	if !position.Valid() {
		return Solution{}, errors.New("the discs of a position lie on each other")
	}
	side := board.Black
	if p.White {
		side = board.White
	}
	e := s.many
	if position.EmptyCount() <= engine.ShortEmpties {
		e = s.few
	}
	e.SetGame(engine.NewGameFrom(position, side))
	e.ClearHash()
	limit := engine.Limit{Solve: engine.SolveExact, Time: time.Duration(p.Limit * float64(time.Second))}
	if p.WLD {
		limit.Solve = engine.SolveWLD
	}
	began := time.Now()
	info, err := e.Search(ctx, limit, nil)
	elapsed := info.Elapsed
	if !info.Proved() { // what info tells of ended before the limit
		elapsed = time.Since(began)
	}
	return NewSolution(info.Score, info.PV, info.Nodes, elapsed, info.Proved()), err
}

// Work returns the solver's work at questions.
func (s *Solver) Work(ctx context.Context, question []byte) ([]byte, error) {
	var p Problem
	if err := json.Unmarshal(question, &p); err != nil {
		return nil, err
	}
	found, err := s.Solve(ctx, p)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	return json.Marshal(found)
}

func openSolve(_ context.Context, setup []byte, t *Tools) (jobs.Work, error) {
	var s SolveSetup
	if err := json.Unmarshal(setup, &s); err != nil {
		return nil, err
	}
	o := engine.Options{Threads: 1, HashMB: s.HashMB, Seed: 1}
	if s.Level > 0 {
		o.Level = engine.AtLevel(s.Level)
	}
	if s.Weights != "" {
		path, err := t.File(s.Weights)
		if err != nil {
			return nil, err
		}
		o.Weights = path
	}
	solver, err := NewSolver(o)
	if err != nil {
		return nil, err
	}
	return solver.Work, nil
}
