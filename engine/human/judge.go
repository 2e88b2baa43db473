package human

import (
	"context"
	"math/bits"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/search"
	"kaeshi/engine/tt"
)

// Depths are the plies of the searches whose values the model looks at. People see some
// moves at a glance and others only after thought, so it is told of all of them.
var Depths = [...]int{1, 2, 4, 6}

// Glance is the index of the shallowest search in Depths, Thought that of the deepest.
const (
	Glance  = 0
	Thought = len(Depths) - 1
)

// SolvedFrom is the number of empties from which every move gets its exact value in
// place of all but the glance.
const SolvedFrom = 12

// Judgement is what the engine thinks of every legal move of a position.
type Judgement struct {
	Moves  []board.Square       // in the order of the board
	Values [len(Depths)][]int16 // by depth and move, in 1/search.Disc discs for the mover
	Solved bool                 // all but the glance are final scores
}

// Judge values all moves of positions. It is not to be shared.
type Judge struct {
	searcher *search.Searcher
	table    *tt.Table

	at    board.Position // where what stands below was found
	deep  map[deepKey][]float64
	signs []int
}

// NewJudge returns a judge that values by e.
func NewJudge(e *eval.Evaluator) *Judge {
	table := tt.New(1) // it is cleared before each position
	return &Judge{searcher: search.New(e, table, 1), table: table}
}

// Judge values the moves of p. What it was asked before makes no difference. If ctx
// ends, the deeper values are those of the depth that was reached.
func (j *Judge) Judge(ctx context.Context, p board.Position) Judgement {
	moves := p.Moves()
	out := Judgement{}
	index := [64]int{}
	for b := moves; b != 0; b &= b - 1 {
		sq := board.Square(bits.TrailingZeros64(b))
		index[sq] = len(out.Moves)
		out.Moves = append(out.Moves, sq)
	}
	for d := range out.Values {
		out.Values[d] = make([]int16, len(out.Moves))
	}
	if moves == 0 {
		return out
	}
	limit := search.Limit{Depth: Depths[Thought], MultiPV: len(out.Moves), ExactFrom: SolvedFrom}
	j.table.Clear()
	j.searcher.Search(ctx, p, limit, func(i search.Info) {
		for d, depth := range Depths {
			if i.Stage != search.Midgame && d != Glance || i.Stage == search.Midgame && i.Depth <= depth {
				out.Values[d][index[i.Move()]] = int16(i.Score.Value)
			}
		}
		out.Solved = out.Solved || i.Proved() && i.Rank == len(out.Moves)
	})
	return out
}

// Losses returns what each move loses against the best at Depths[d], in discs.
func (j *Judgement) Losses(d int) []float64 {
	best := j.Values[d][0]
	for _, v := range j.Values[d] {
		best = max(best, v)
	}
	losses := make([]float64, len(j.Moves))
	for i, v := range j.Values[d] {
		losses[i] = float64(best-v) / search.Disc
	}
	return losses
}
