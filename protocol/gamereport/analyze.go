// Package gamereport turns a game into a page for people: what every move was worth,
// what would have been better, where the book ends, and how the game went.
package gamereport

import (
	"context"
	"fmt"
	"math/bits"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
)

// Engine is what the analysis asks of an engine; *engine.Engine is one.
type Engine interface {
	SetGame(*engine.Game)
	Level() int
	BookMoves() []engine.BookMove
	Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error)
}

// Analysis is a game with what the engine says of it.
type Analysis struct {
	Game    notation.Game
	Plies   []Ply
	BookEnd int  // the first ply that is not a book move, as an index of Plies
	InBook  bool // the game begins with book moves
}

// Ply is a move and its judgement. A pass has none.
type Ply struct {
	notation.Move
	Number int            // from 1, passes counted
	Before board.Position // seen by the mover
	Played Line
	Best   []Line // best first, at least one; the move played may be among them
	Loss   float64
	Book   bool
}

// Line is a move and how the game may go on.
type Line struct {
	Score float64 // in discs for the mover
	Exact bool    // the final result with best play
	PV    []board.Square
}

// Grade is a name for the size of a mistake.
type Grade struct {
	Name string
	From float64 // discs lost
}

// Grades begins with the worst. What loses less has no name.
var Grades = []Grade{{"blunder", 8}, {"mistake", 4}, {"inaccuracy", 2}}

// Grade returns the name of the mistake that a move is, "" if it is none.
func (p *Ply) Grade() string {
	for _, g := range Grades {
		if p.Loss >= g.From {
			return g.Name
		}
	}
	return ""
}

// IsPass tells a pass.
func (p *Ply) IsPass() bool { return p.Square == board.Pass }

// Analyze lets e judge every move of g with so many lines beside it, and calls told
// after each.
func Analyze(ctx context.Context, e Engine, g notation.Game, lines int, told func()) (*Analysis, error) {
	a := &Analysis{Game: g, BookEnd: len(g.Moves)}
	following := true // the book, so far
	for n, m := range g.Moves {
		p, side := g.PositionAt(n)
		ply := Ply{Move: m, Number: n + 1, Before: p}
		if !ply.IsPass() {
			e.SetGame(engine.NewGameFrom(p, side))
			ply.Book = following && isBookMove(e, m.Square)
			a.InBook = a.InBook || ply.Book
			if following && !ply.Book {
				following, a.BookEnd = false, n
			}
			if err := ply.judge(ctx, e, lines); err != nil {
				return nil, fmt.Errorf("move %d: %w", n+1, err)
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		a.Plies = append(a.Plies, ply)
		told()
	}
	return a, nil
}

func isBookMove(e Engine, sq board.Square) bool {
	for _, m := range e.BookMoves() {
		if m.Square == sq {
			return true
		}
	}
	return false
}

// judge compares the move with the best ones, found by the same kind of search.
func (p *Ply) judge(ctx context.Context, e Engine, lines int) error {
	limit := limitAt(e.Level(), p.Before.EmptyCount())
	limit.MultiPV = min(lines, bits.OnesCount64(p.Before.Moves()))
	var err error
	if p.Best, err = find(ctx, e, limit); err != nil {
		return err
	}
	for _, line := range p.Best {
		if line.PV[0] == p.Square {
			p.Played = line
		}
	}
	if p.Played.PV == nil {
		limit.MultiPV, limit.Only = 1, p.Square.Bit()
		played, err := find(ctx, e, limit)
		if err != nil {
			return err
		}
		p.Played = played[0]
	}
	p.Loss = max(0, p.Best[0].Score-p.Played.Score)
	return nil
}

// limitAt is the level's search, but for its proofs of win, loss or draw: their
// bounds cannot be compared with the scores of other moves.
func limitAt(number, empties int) engine.Limit {
	limit := engine.Limit{NoBook: true, Steady: true}
	if level := engine.Levels[number]; empties <= level.ExactFrom {
		limit.Solve = engine.SolveExact
	} else {
		limit.Depth = level.Depth
	}
	return limit
}

func find(ctx context.Context, e Engine, limit engine.Limit) ([]Line, error) {
	var lines []Line
	put := func(i engine.Info) {
		rank := max(i.Rank, 1)
		for len(lines) < rank {
			lines = append(lines, Line{})
		}
		exact := i.Stage == search.Solved && i.Proved()
		lines[rank-1] = Line{Score: i.Score.Discs(), Exact: exact, PV: i.PV}
	}
	last, err := e.Search(ctx, limit, put)
	if err != nil {
		return nil, err
	}
	put(last)
	for _, line := range lines {
		if len(line.PV) == 0 {
			return nil, fmt.Errorf("the search found no move")
		}
	}
	return lines, nil
}

// Side is how one player did.
type Side struct {
	Name   string
	Moves  int
	Loss   float64        // in all
	Counts map[string]int // of mistakes, by name of the grade
}

// Mean returns the loss of a move.
func (s Side) Mean() float64 { return s.Loss / max(1, float64(s.Moves)) }

// Sides sums up, by board.Color.
func (a *Analysis) Sides() [2]Side {
	var sides [2]Side
	for c := range sides {
		sides[c].Name = a.Game.Players[c].Text
		if sides[c].Name == "" {
			sides[c].Name = [...]string{"Black", "White"}[c]
		}
		sides[c].Counts = map[string]int{}
	}
	for _, p := range a.Plies {
		if p.IsPass() {
			continue
		}
		s := &sides[p.Color]
		s.Moves++
		s.Loss += p.Loss
		if grade := p.Grade(); grade != "" {
			s.Counts[grade]++
		}
	}
	return sides
}

// Course is what the game was worth for Black after each ply: the score with best
// play, or the result at the end of the game.
func (a *Analysis) Course() []float64 {
	course := make([]float64, len(a.Plies))
	last := 0.0
	for i, p := range a.Plies {
		if !p.IsPass() {
			last = p.Played.Score
			if p.Color == board.White {
				last = -last
			}
		}
		course[i] = last
	}
	if score, over := a.Game.FinalScore(); over && len(course) > 0 {
		course[len(course)-1] = float64(score)
	}
	return course
}
