// Package gamereport turns games into pages for people: the value of every move, what
// would have been better, where the book ends, and how the game went.
//
// All values are discs for Black, whoever is to move; a loss is discs for its mover.
package gamereport

import (
	"context"
	"fmt"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/explain"
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
	File    string // that the caller found it in, as game Number from 1
	Number  int
	Level   int
	Plies   []Ply
	Values  []float64 // of the position after so many plies, with best play: one more than there are plies
	BookEnd int       // the first ply that is not a book move, as an index of Plies
	InBook  bool      // the game begins with book moves
	Players [2]Strength
	Proved  int // the first ply that is proved and all after it, as an index of Plies
}

// Ply is a move and its judgement. A pass has none.
type Ply struct {
	notation.Move
	Number int            // from 1, passes counted
	Before board.Position // seen by the mover
	Played Line
	Best   []Line // best first, at least one; the move played may be among them
	Loss   float64
	Book   bool // the book knows the move

	Facts  []explain.Fact // what a move that has a grade gave away
	Chance float64        // that a player as strong as this one finds the best move, 0 if unknown
}

// Source is what a value rests on.
type Source string

// The sources of values.
const (
	FromBook   Source = "book"
	FromSearch Source = "search"
	FromProof  Source = "proof" // the final result with best play
)

// Line is a move and how the game may go on.
type Line struct {
	Value  float64 // after the move, in discs for Black
	Source Source
	PV     []board.Square
}

// Exact reports whether the value is the final result with best play.
func (l Line) Exact() bool { return l.Source == FromProof }

// Move returns the first move of the line.
func (l Line) Move() board.Square { return l.PV[0] }

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

// IsPass reports whether the ply is a pass.
func (p *Ply) IsPass() bool { return p.Square == board.Pass }

// Proved reports whether the loss is beyond doubt.
func (p *Ply) Proved() bool { return !p.IsPass() && p.Played.Exact() && p.Best[0].Exact() }

// Analyze lets e judge every move of g with so many lines beside it, and calls told
// after each.
func Analyze(ctx context.Context, e Engine, g notation.Game, lines int, told func()) (*Analysis, error) {
	a := &Analysis{Game: g, Level: e.Level(), BookEnd: len(g.Moves)}
	following := true // the book, so far
	for n, m := range g.Moves {
		p, side := g.PositionAt(n)
		ply := Ply{Move: m, Number: n + 1, Before: p}
		if ply.Color = side; !ply.IsPass() {
			j := judge{ctx: ctx, engine: e, position: p, side: side}
			err := j.ply(&ply, lines)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				return nil, fmt.Errorf("move %d: %w", n+1, err)
			}
			a.InBook = a.InBook || following && ply.Book
			if following && !ply.Book {
				following, a.BookEnd = false, n
			}
		}
		a.Plies = append(a.Plies, ply)
		told()
	}
	last, err := valueOfEnd(ctx, e, &g)
	if err != nil {
		return nil, err
	}
	a.sumUp(last)
	return a, a.explain(ctx)
}

// valueOfEnd returns the value of the position after all moves.
func valueOfEnd(ctx context.Context, e Engine, g *notation.Game) (float64, error) {
	if score, over := g.FinalScore(); over {
		return float64(score), nil
	}
	p, side := g.End()
	if p.Moves() == 0 {
		p, side = p.Pass(), side.Opponent()
	}
	j := judge{ctx: ctx, engine: e, position: p, side: side}
	best, err := j.best(1)
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil:
		return 0, fmt.Errorf("the last position: %w", err)
	}
	return best[0].Value, nil
}

// sumUp fills in what follows from the plies and the value of the last position.
func (a *Analysis) sumUp(last float64) {
	a.Values = make([]float64, len(a.Plies)+1)
	a.Values[len(a.Plies)], a.Proved = last, len(a.Plies)
	proved := true
	for n := len(a.Plies) - 1; n >= 0; n-- {
		p := &a.Plies[n]
		if a.Values[n] = a.Values[n+1]; !p.IsPass() {
			a.Values[n] = p.Best[0].Value
			proved = proved && p.Proved()
		}
		if proved {
			a.Proved = n
		}
	}
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
	for i := range a.Plies {
		p := &a.Plies[i]
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
