package engine

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// noise returns the deviation of the errors, in discs, to make in judging the
// moves at p; 0 means none, as for every search that is not to choose a move of a
// game.
func (e *Engine) noise(p board.Position, limit Limit) float64 {
	if limit.Steady || limit.isAnalysis() || limit.Depth > 0 || bits.OnesCount64(p.Moves()) < 2 {
		return 0
	}
	if e.options.Noise > 0 {
		return e.options.Noise
	}
	level, _ := e.level(limit)
	return level.Noise
}

// largestError is how many deviations an error may measure. So a move that throws
// the game away is never taken for a good one.
const largestError = 2

// searchNoisily judges every move as well as l allows, then errs like a person:
// a little as a rule, more at times, wildly never. What is sure, a solved end of
// the game, is not lost by it: the move is as good as the best in wins, draws and
// losses.
func (e *Engine) searchNoisily(ctx context.Context, p board.Position, l search.Limit, deviation float64, report func(Info)) Info {
	n := p.EmptyCount()
	proving := l.WLDFrom >= n && l.ExactFrom < n
	proof := l
	l.WLDFrom = 0
	moves, last := e.judgeMoves(ctx, p, l, report)
	errs := make(map[board.Square]float64, len(moves))
	for _, m := range moves {
		errs[m.Move()] = float64(m.Score.Value)/search.Disc + e.drawError(deviation)
	}
	best := last.Move()
	outcome := outcomeOf(last)
	if proving {
		outcome = e.prove(ctx, p, proof, 0)
	}
	slices.SortStableFunc(moves, func(a, b Info) int { return cmp.Compare(errs[b.Move()], errs[a.Move()]) })
	for _, m := range moves {
		mine := outcomeOf(m)
		if proving && outcome > lost {
			mine = e.prove(ctx, p, proof, m.Move().Bit())
		}
		if outcome == unknown || mine >= outcome {
			last = m
			break
		}
	}
	last.Rank = 1
	if report != nil && last.Move() != best {
		report(last)
	}
	return last
}

// judgeMoves returns every move with its value, from the last step that judged them
// all, and what the search itself returns.
func (e *Engine) judgeMoves(ctx context.Context, p board.Position, l search.Limit, report func(Info)) (moves []Info, last Info) {
	l.MultiPV = bits.OnesCount64(p.Moves())
	var step []Info
	last = e.searcher.Search(ctx, p, l, func(i Info) {
		if i.Rank == 1 {
			step = step[:0]
			if report != nil {
				report(i)
			}
		}
		if step = append(step, i); len(step) == l.MultiPV {
			moves = slices.Clone(step)
		}
	})
	return moves, last
}

// drawError draws a normally distributed error that is not too large.
func (e *Engine) drawError(deviation float64) float64 {
	for {
		if z := e.random.NormFloat64(); -largestError <= z && z <= largestError {
			return z * deviation
		}
	}
}

// outcome is how a game ends, if that is known.
type outcome int

const (
	unknown outcome = iota
	lost
	drawn
	won
)

// outcomeOf returns what i proves.
func outcomeOf(i Info) outcome {
	sign, proved := i.Outcome()
	if !proved {
		return unknown
	}
	return drawn + outcome(sign)
}

// prove proves the outcome of the only moves, all if there are none named.
func (e *Engine) prove(ctx context.Context, p board.Position, l search.Limit, only uint64) outcome {
	l.MultiPV, l.Only = 1, only
	return outcomeOf(e.searcher.Search(ctx, p, l, nil))
}
