package train

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/bits"
	"slices"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/search"
	"kaeshi/engine/tt"
)

// MoveValue is a move and its value in discs for the side that makes it.
type MoveValue struct {
	Square board.Square
	Value  float64
}

// Problem is a position whose value is known, with the values of its moves, of all
// or of some, if these are known too.
type Problem struct {
	Position board.Position
	Value    float64 // in discs, for the side to move
	Moves    []MoveValue
	Group    uint16
	Child    bool // it is there for the sake of the position before it, see Record
}

// valueOf returns the value of a move, if it is known.
func (p *Problem) valueOf(sq board.Square) (float64, bool) {
	i := slices.IndexFunc(p.Moves, func(m MoveValue) bool { return m.Square == sq })
	if i < 0 {
		return 0, false
	}
	return p.Moves[i].Value, true
}

// ends returns the values of the best and of the worst known move.
func (p *Problem) ends() (best, worst float64) {
	best, worst = math.Inf(-1), math.Inf(1)
	for _, m := range p.Moves {
		best, worst = max(best, m.Value), min(worst, m.Value)
	}
	return best, worst
}

// Problems returns the samples as problems. The values of moves are those that
// stood in the file, or come from the children that were labelled with a position.
func (d *Data) Problems() []Problem {
	problems := make([]Problem, len(d.Samples))
	parent := -1
	for i := range d.Samples {
		s := &d.Samples[i]
		problems[i] = Problem{Position: s.Position, Value: float64(s.Score), Moves: d.moves[i], Group: s.Group, Child: s.Child}
		if !s.Child {
			parent = i
			continue
		}
		if parent < 0 {
			continue
		}
		of := &problems[parent]
		for moves := of.Position.Moves(); moves != 0; moves &= moves - 1 {
			if sq := board.Square(bits.TrailingZeros64(moves)); of.Position.Play(sq) == s.Position {
				of.Moves = append(of.Moves, MoveValue{sq, -float64(s.Score)})
			}
		}
	}
	return problems
}

// Verdict is what an evaluation or a search says of a problem.
type Verdict struct {
	Value float64        // of the position, in discs
	Moves []board.Square // best first: the chosen one, and so many more as the judgement needs
	Nodes uint64

	Seconds float64 // that the search took elsewhere
}

// ranked is how many moves a verdict may name.
const ranked = 3

// Static returns the evaluator's verdict without a search: moves are ranked by what
// they lead to.
func Static(e *eval.Evaluator, p *Problem) Verdict {
	v := Verdict{Value: staticValue(e, p.Position)}
	if len(p.Moves) == 0 {
		return v
	}
	var all []MoveValue
	for moves := p.Position.Moves(); moves != 0; moves &= moves - 1 {
		sq := board.Square(bits.TrailingZeros64(moves))
		all = append(all, MoveValue{sq, -valueAfter(e, p.Position.Play(sq))})
	}
	slices.SortStableFunc(all, func(a, b MoveValue) int { return cmp.Compare(b.Value, a.Value) })
	for _, m := range all[:min(ranked, len(all))] {
		v.Moves = append(v.Moves, m.Square)
	}
	return v
}

func staticValue(e *eval.Evaluator, p board.Position) float64 {
	var state eval.State
	e.Init(&state, p)
	return float64(e.Evaluate(&state, p.EmptyCount())) / eval.Disc
}

// valueAfter is staticValue for what a move leads to: the game may be over, or the
// side to move may have to pass.
func valueAfter(e *eval.Evaluator, p board.Position) float64 {
	switch {
	case p.Over():
		return float64(p.Score())
	case p.Moves() == 0:
		return -staticValue(e, p.Pass())
	}
	return staticValue(e, p)
}

// Seeker searches problems for their verdicts.
type Seeker struct {
	search *search.Searcher
	table  *tt.Table
	limit  search.Limit
}

// NewSeeker returns one that searches within the limit.
func NewSeeker(e *eval.Evaluator, limit search.Limit, hashMB, threads int) *Seeker {
	table := tt.New(hashMB)
	return &Seeker{search: search.New(e, table, threads), table: table, limit: limit}
}

// Verdict searches p. Where the chosen move is none of the best, the moves without
// it are searched too, and again, to see in which place one of the best comes; the
// nodes are those of the first search alone. The verdict means nothing once ctx has
// ended.
func (s *Seeker) Verdict(ctx context.Context, p *Problem) Verdict {
	s.table.Clear() // no position profits from another
	info := s.search.Search(ctx, p.Position, s.limit, nil)
	v := Verdict{Value: info.Score.Discs(), Moves: []board.Square{info.Move()}, Nodes: info.Nodes}
	if len(p.Moves) == 0 {
		return v
	}
	best, _ := p.ends()
	limit := s.limit
	limit.Only = p.Position.Moves()
	for last := v.Moves[0]; len(v.Moves) < ranked && limit.Only != 0; last = v.Moves[len(v.Moves)-1] {
		if value, known := p.valueOf(last); known && value == best {
			break
		}
		if limit.Only &^= last.Bit(); limit.Only != 0 {
			v.Moves = append(v.Moves, s.search.Search(ctx, p.Position, limit, nil).Move())
		}
	}
	return v
}

// Work answers problems with verdicts.
func (s *Seeker) Work(ctx context.Context, question []byte) ([]byte, error) {
	var p Problem
	if err := json.Unmarshal(question, &p); err != nil {
		return nil, err
	}
	if !p.Position.Valid() {
		return nil, errors.New("the discs of a position lie on each other")
	}
	began := time.Now()
	v := s.Verdict(ctx, &p)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	v.Seconds = time.Since(began).Seconds()
	return json.Marshal(v)
}

// Yardstick sums up verdicts.
type Yardstick struct {
	Values Error
	Within int    // values at most NearDiscs off
	Nodes  uint64 // of searches
	Chosen int    // positions of which the values of moves are known
	First  [ranked]int
	Loss   float64 // what the chosen moves lose against the best ones, in discs
	Guess  int     // chosen moves without a known value, which count as the worst that has one
}

// NearDiscs is what published comparisons call near.
const NearDiscs = 3

// Add takes a verdict. It returns what the chosen move loses, and in which place of
// the verdict one of the best moves comes, 0 being none of those looked at.
func (y *Yardstick) Add(p *Problem, v Verdict) (loss float64, place int) {
	y.Values.Add(v.Value, p.Value)
	y.Nodes += v.Nodes
	if math.Abs(v.Value-p.Value) <= NearDiscs {
		y.Within++
	}
	if len(p.Moves) == 0 || len(v.Moves) == 0 {
		return 0, 0
	}
	y.Chosen++
	best, worst := p.ends()
	value, known := p.valueOf(v.Moves[0])
	if !known {
		value = worst
		y.Guess++
	}
	y.Loss += best - value
	place = 1 + slices.IndexFunc(v.Moves, func(sq board.Square) bool {
		value, known := p.valueOf(sq)
		return known && value == best
	})
	if place > 0 {
		for i := place - 1; i < ranked; i++ {
			y.First[i]++
		}
	}
	return best - value, place
}

func (y *Yardstick) merge(other *Yardstick) {
	y.Values.merge(&other.Values)
	y.Within += other.Within
	y.Nodes += other.Nodes
	y.Chosen += other.Chosen
	for i, n := range other.First {
		y.First[i] += n
	}
	y.Loss += other.Loss
	y.Guess += other.Guess
}

// Regret returns the mean loss of the chosen move in discs.
func (y *Yardstick) Regret() float64 { return y.Loss / float64(y.Chosen) }

// Share returns how often one of the best moves is among the first n chosen.
func (y *Yardstick) Share(n int) float64 { return float64(y.First[n-1]) / float64(y.Chosen) }
