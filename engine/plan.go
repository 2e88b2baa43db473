package engine

import (
	"context"
	"math/bits"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/clock"
	"kaeshi/engine/search"
)

// isAnalysis reports whether limit asks for something else than the move to play.
func (l Limit) isAnalysis() bool {
	return l.Solve != SolveNothing || l.Only != 0 || l.MultiPV > 1
}

// wholeGame is at least as many empty squares as any board has, set-up ones too.
const wholeGame = 64

// searchLimit spells out how far to think about p. Time is the measure if it is
// limited, unless somebody wished for a level, which is then the most.
func (e *Engine) searchLimit(p board.Position, limit Limit, began time.Time) search.Limit {
	n := p.EmptyCount()
	level, wished := e.level(limit)
	out := search.Limit{
		Depth: level.Depth, Selectivity: level.Selectivity, ExactFrom: level.ExactFrom, WLDFrom: level.WLDFrom,
		Nodes: limit.Nodes, MultiPV: limit.MultiPV, Only: limit.Only,
	}
	timed := limit.Time > 0 || limit.Clock.Limited()
	switch {
	case limit.Depth > 0:
		out.Depth, out.ExactFrom, out.WLDFrom = limit.Depth, 0, 0
		if !wished && limit.Depth > level.Depth {
			out.Selectivity = search.Selectivity73 // as at the levels that look so far
		}
	case timed && !wished:
		out.Depth, out.Selectivity, out.ExactFrom = wholeGame, search.Selectivity73, wholeGame
	case n <= level.SolveFrom:
		out.Depth = wholeGame
	}
	switch limit.Solve {
	case SolveExact:
		out.ExactFrom = wholeGame
	case SolveWLD:
		out.ExactFrom, out.WLDFrom = 0, wholeGame
	}
	if limit.Clock.Limited() {
		out.Deadline = began.Add(limit.Clock.Most)
	}
	if limit.Time > 0 {
		if deadline := began.Add(limit.Time); out.Deadline.IsZero() || deadline.Before(out.Deadline) {
			out.Deadline = deadline
		}
	}
	return out
}

// What is answered from a small table, because touching a large one for the first
// time would take longer than the search. At ShortEmpties or fewer any search is.
const (
	shortDepth   = 12
	ShortEmpties = 18
	shortTime    = 200 * time.Millisecond
	shortHashMB  = 16
)

// hashFor returns the size of the table for a search of n empties.
func hashFor(l search.Limit, budget clock.Budget, n int) int {
	if budget.Limited() && budget.Most <= shortTime {
		return shortHashMB
	}
	depth := l.Depth
	if n <= max(l.ExactFrom, l.WLDFrom) {
		depth = n
	}
	if depth = min(depth, n); depth <= shortDepth || n <= ShortEmpties {
		return shortHashMB
	}
	return DefaultHashMB
}

// A move with so large a lead after a shallow search is taken for clearly best until a
// deeper step prefers another.
const (
	clearLead   = 8 * search.Disc
	clearDepth  = 8
	clearShare  = 4                     // of the ideal time is enough then, as a divisor
	leastToLook = 50 * time.Millisecond // with less there is no shallow search
)

// searchOnClock stops when another step would take too much of the time, or cannot be
// finished.
func (e *Engine) searchOnClock(ctx context.Context, p board.Position, l search.Limit, budget clock.Budget,
	began time.Time, report func(Info)) Info {
	moves := p.Moves()
	if l.Only&moves != 0 {
		moves &= l.Only
	}
	plan := &movePlan{budget: budget, empties: p.EmptyCount(), bestMove: board.NoSquare}
	switch choice := bits.OnesCount64(moves); {
	case choice == 1: // there is nothing to find out
		l.Depth, l.ExactFrom, l.WLDFrom = 1, 0, 0
	case choice > 1 && budget.Ideal >= leastToLook && l.MultiPV < 2:
		plan.clear = e.clearlyBest(ctx, p, l)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	return e.searcher.Search(ctx, p, l, func(i Info) {
		if report != nil {
			report(i)
		}
		if i.Rank == 1 && plan.enough(i, time.Since(began)) {
			stop()
		}
	})
}

// clearlyBest returns the move that is far ahead of all others at a glance,
// NoSquare if there is none.
func (e *Engine) clearlyBest(ctx context.Context, p board.Position, l search.Limit) board.Square {
	glance := search.Limit{Depth: min(clearDepth, l.Depth), Selectivity: l.Selectivity, MultiPV: 2, Only: l.Only, Deadline: l.Deadline}
	var ranks [2]Info
	e.searcher.Search(ctx, p, glance, func(i Info) { ranks[min(i.Rank, 2)-1] = i })
	if ranks[0].Depth != ranks[1].Depth || ranks[0].Score.Value-ranks[1].Score.Value < clearLead {
		return board.NoSquare
	}
	return ranks[0].Move()
}

// movePlan decides after each step of a search whether to take another.
type movePlan struct {
	budget  clock.Budget
	empties int
	clear   board.Square // a move that seems clearly best; NoSquare if none does

	bestMove board.Square
	values   []int           // of the steps
	ends     []time.Duration // when each was finished
}

const (
	unsettledDepth = 6           // from here on it is news that another move is best
	fallOf         = search.Disc // and bad news if the value falls so much
	newsPatience   = 1.7         // times the ideal is allowed after news
	solvePatience  = 1.5         // times the ideal for the end of the game: the moves that follow are free then
)

// enough notes a finished step and reports whether no other should begin.
func (m *movePlan) enough(i Info, elapsed time.Duration) bool {
	changed := m.bestMove != board.NoSquare && i.Move() != m.bestMove
	m.bestMove = i.Move()
	m.values, m.ends = append(m.values, i.Score.Value), append(m.ends, elapsed)
	if i.Move() != m.clear {
		m.clear = board.NoSquare
	}
	ideal, most := m.budget.Ideal.Seconds(), m.budget.Most.Seconds()
	solved := i.Stage != search.Midgame
	solving := solved || i.Depth >= search.DeepeningEnd(m.empties, true)
	spent, next := elapsed.Seconds(), m.next(solving, solved).Seconds()
	if solving && spent+next > most {
		return true // it could not be finished
	}
	switch {
	case m.clear != board.NoSquare:
		ideal /= clearShare
	case m.budget.Ideal == m.budget.Most: // what is not used is lost
		return false
	case i.Depth >= unsettledDepth && (changed || m.fell()):
		ideal *= newsPatience
	}
	if solving {
		ideal *= solvePatience
	}
	return spent+next/2 > ideal
}

// fell reports whether the value fell. Odd and even depths differ by nature, so a
// step is held against the one before the last.
func (m *movePlan) fell() bool {
	k := len(m.values) - 1
	return k >= 2 && m.values[k] <= m.values[k-2]-fallOf
}

// next guesses how long the next step takes, from measurements of ordinary
// positions of 20 to 32 empties. A deeper midgame search takes about as long as the
// longer of the last two and a third more, for odd and even depths differ. The first
// search to the end of the game takes one to three times as long as all before, with
// many empties more, each surer one six times.
func (m *movePlan) next(solving, solved bool) time.Duration {
	ends := append([]time.Duration{0, 0}, m.ends...)
	k := len(ends) - 1
	last, lastButOne := ends[k]-ends[k-1], ends[k-1]-ends[k-2]
	switch {
	case solved:
		return ends[k] * 6
	case solving && m.empties >= manyToSolve:
		return ends[k] * 4
	case solving:
		return ends[k] * 2
	}
	return max(last, lastButOne) * 4 / 3
}

// manyToSolve empties are many for the first search to the end.
const manyToSolve = 30
