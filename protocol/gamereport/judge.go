package gamereport

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// judge compares the moves of a position. Two moves are only ever compared by values
// of one kind: both of the book, both proved, or both found by the same searches.
type judge struct {
	ctx      context.Context
	engine   Engine
	position board.Position // seen by the side to move
	side     board.Color
}

// ply fills in the value of the move of p, and what would have been better.
func (j *judge) ply(p *Ply, lines int) error {
	known := j.bookLines()
	p.Book = slices.ContainsFunc(known, starts(p.Square))
	switch {
	case j.provable():
		return j.byProof(p, lines)
	case p.Book:
		p.Best, p.Played = known, known[slices.IndexFunc(known, starts(p.Square))]
	case known != nil:
		return j.leavingBook(p, known, lines)
	default:
		all, err := j.searched(j.position.Moves())
		if err != nil {
			return err
		}
		p.Best, p.Played = all, all[slices.IndexFunc(all, starts(p.Square))]
	}
	p.finish(lines)
	return nil
}

// finish keeps so many lines and says what the move lost.
func (p *Ply) finish(lines int) {
	p.Best = p.Best[:min(lines, len(p.Best))]
	p.Loss = max(0, hundredths(signOf(p.Color)*(p.Best[0].Value-p.Played.Value)))
}

// hundredths rounds to what is printed, so that the losses are the differences of the
// values on paper too. It turns -0 into 0.
func hundredths(v float64) float64 {
	const hundred = 100
	return math.Round(v*hundred)/hundred + 0
}

// best returns the best moves of the position, by the book where it knows any.
func (j *judge) best(lines int) ([]Line, error) {
	switch known := j.bookLines(); {
	case j.provable():
		return j.proved(j.position.Moves(), lines)
	case known != nil:
		return known, nil
	}
	return j.searched(j.position.Moves())
}

// leavingBook judges a move that the book does not know. The book's values come from
// searches that look much further, so that the move is held against the book's best
// by a search of both: the difference is what it lost.
func (j *judge) leavingBook(p *Ply, known []Line, lines int) error {
	both, err := j.searched(p.Square.Bit() | known[0].Move().Bit())
	if err != nil {
		return err
	}
	played := both[slices.IndexFunc(both, starts(p.Square))]
	reference := both[slices.IndexFunc(both, starts(known[0].Move()))]
	loss := max(0, signOf(j.side)*(reference.Value-played.Value))
	p.Best, p.Played = known, played
	p.Played.Value = hundredths(known[0].Value - signOf(j.side)*loss)
	p.finish(lines)
	return nil
}

func (j *judge) byProof(p *Ply, lines int) (err error) {
	if p.Best, err = j.proved(j.position.Moves(), lines); err != nil {
		return err
	}
	if i := slices.IndexFunc(p.Best, starts(p.Square)); i >= 0 {
		p.Played = p.Best[i]
	} else {
		alone, err := j.proved(p.Square.Bit(), 1)
		if err != nil {
			return err
		}
		p.Played = alone[0]
	}
	p.finish(lines)
	return nil
}

func starts(sq board.Square) func(Line) bool {
	return func(l Line) bool { return l.Move() == sq }
}

// signOf turns discs for a side into discs for Black, and back.
func signOf(side board.Color) float64 { return [...]float64{1, -1}[side] }

// bookLines returns the book's moves, best first, each with the book's best replies.
func (j *judge) bookLines() []Line {
	var lines []Line
	for _, m := range j.known(j.position, j.side) {
		lines = append(lines, Line{
			Value: hundredths(signOf(j.side) * m.Value), Source: FromBook,
			PV: j.followBook([]board.Square{m.Square}),
		})
	}
	return lines
}

// known returns the legal moves that the book has.
func (j *judge) known(p board.Position, side board.Color) []engine.BookMove {
	j.engine.SetGame(engine.NewGameFrom(p, side))
	return slices.DeleteFunc(slices.Clone(j.engine.BookMoves()), func(m engine.BookMove) bool { return p.Moves()&m.Square.Bit() == 0 })
}

// followBook adds the book's best replies to a line.
func (j *judge) followBook(pv []board.Square) []board.Square {
	p, side := j.position.Play(pv[0]), j.side.Opponent()
	for len(pv) < longestLine {
		if p.Moves() == 0 { // the book has no passes
			return pv
		}
		known := j.known(p, side)
		if len(known) == 0 {
			return pv
		}
		pv = append(pv, known[0].Square)
		p, side = p.Play(known[0].Square), side.Opponent()
	}
	return pv
}

// provable reports whether the level proves the exact score. Its proofs of win, loss
// or draw alone are not used: bounds cannot be compared with values.
func (j *judge) provable() bool {
	return j.position.EmptyCount() <= engine.Levels[j.engine.Level()].ExactFrom
}

// proved returns the best ones of some moves with their exact scores.
func (j *judge) proved(moves uint64, lines int) ([]Line, error) {
	return j.find(engine.Limit{Solve: engine.SolveExact, MultiPV: lines}, moves)
}

// shallowest is the depth from which down there is no shorter search.
const shallowest = 2

// searchDepth is the depth of the longer search of a level.
func searchDepth(level engine.Level) int { return max(shallowest, level.Depth) }

// searched returns some moves, best first, each with the score of a search to the end
// of the game, which need not be a proof, where the level goes so far. Before that it is
// the mean of a search to the level's depth and one that is a ply shorter: searches of
// odd and even depths differ by who moves last, and in the mean that cancels out. The
// shorter one comes first, since the table would hand it results of the longer one.
func (j *judge) searched(moves uint64) ([]Line, error) {
	level, empties := engine.Levels[j.engine.Level()], j.position.EmptyCount()
	if empties <= level.SolveFrom {
		return j.find(engine.Limit{Depth: empties, MultiPV: bits.OnesCount64(moves)}, moves)
	}
	depth := max(shallowest, min(searchDepth(level), empties-1))
	limit := engine.Limit{Depth: depth - 1, MultiPV: bits.OnesCount64(moves)}
	shorter, err := j.find(limit, moves)
	if err != nil {
		return nil, err
	}
	limit.Depth = depth
	lines, err := j.find(limit, moves)
	if err != nil {
		return nil, err
	}
	for i := range lines {
		same := slices.IndexFunc(shorter, starts(lines[i].Move()))
		if same < 0 || len(lines) != bits.OnesCount64(moves) {
			return nil, fmt.Errorf("the search left out moves")
		}
		lines[i].Value = hundredths((lines[i].Value + shorter[same].Value) / 2)
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(signOf(j.side)*b.Value, signOf(j.side)*a.Value) })
	return lines, nil
}

// find searches some moves of the position.
func (j *judge) find(limit engine.Limit, moves uint64) ([]Line, error) {
	limit.NoBook, limit.Steady = true, true
	limit.MultiPV = min(limit.MultiPV, bits.OnesCount64(moves))
	if moves != j.position.Moves() {
		limit.Only = moves
	}
	var lines []Line
	put := func(i engine.Info) {
		rank := max(i.Rank, 1)
		for len(lines) < rank {
			lines = append(lines, Line{})
		}
		source := FromSearch
		if i.Stage == search.Solved && i.Proved() {
			source = FromProof
		}
		lines[rank-1] = Line{Value: hundredths(signOf(j.side) * i.Score.Discs()), Source: source, PV: i.PV}
	}
	j.engine.SetGame(engine.NewGameFrom(j.position, j.side))
	last, err := j.engine.Search(j.ctx, limit, put)
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
