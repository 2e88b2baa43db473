package tasks

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"kaeshi/engine/board"
)

// Split proves the final score of one hard position by questions that others answer.
//
// A value v is proved by two answers: that the score is v or more, and that it is not
// v+2 or more. Each of the two is a tree of positions that some plies below the root ends
// in questions. Both trees are searched at once, from a guess; where the guess was wrong,
// one of them is searched for the next value. At a node where one good move is enough, the
// one that seems best is tried first, and the others, side by side, only if it fails;
// where all moves have to be looked at, all are at once.
type Split struct {
	// Ask has a Step answered; when ctx ends, its answer is of no use any more.
	Ask   func(ctx context.Context, question []byte) ([]byte, error)
	Plies int // of the tree

	nodes atomic.Uint64
	mu    sync.Mutex
	good  map[lowerBound]board.Square // moves that prove a bound
}

// lowerBound is that a position's final score is at least so much.
type lowerBound struct {
	position board.Position
	score    int
}

// Best is what Solve returns: the score for the side to move, and the first moves of best play.
type Best struct {
	Score int
	PV    []board.Square
	Nodes uint64
}

// guessDepth is how far moves are searched to find the one that is tried first.
const guessDepth = 12

// Solve proves the final score of p, which is not over.
func (s *Split) Solve(ctx context.Context, p board.Position) (Best, error) {
	s.good = map[lowerBound]board.Square{}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	found, err := s.step(ctx, Step{Position: p, Depth: min(p.EmptyCount()-1, guessDepth+4)})
	if err != nil {
		return Best{}, err
	}
	guess := max(-64, min(2*int(math.Round(found.Value/2)), 64))
	score, err := s.close(ctx, p, guess)
	if err != nil {
		return Best{}, err
	}
	return Best{score, s.pv(p, score), s.nodes.Load()}, nil
}

// verdict is the outcome of testing a bound.
type verdict struct {
	score int
	yes   bool
	err   error
}

// close tests bounds from both sides of a guess until two neighbours differ.
func (s *Split) close(ctx context.Context, p board.Position, guess int) (int, error) {
	verdicts := make(chan verdict, 66)
	running := map[int]context.CancelFunc{}
	low, high := -64, 66 // the score is low or more, and below high
	defer func() {
		for _, cancel := range running {
			cancel()
		}
	}()
	test := func(score int) {
		if running[score] != nil || score <= low || score >= high {
			return
		}
		own, cancel := context.WithCancel(ctx)
		running[score] = cancel
		go func() {
			yes, err := s.prove(own, p, score, s.Plies, score <= guess)
			verdicts <- verdict{score, yes, err}
		}()
	}
	test(guess)
	test(guess + 2)
	for high-low > 2 {
		v := <-verdicts
		if running[v.score] == nil {
			continue // called off
		}
		if v.err != nil {
			return 0, v.err
		}
		running[v.score]()
		delete(running, v.score)
		if v.yes {
			low = max(low, v.score)
		} else {
			high = min(high, v.score)
		}
		for score, cancel := range running { // what the new bounds have answered
			if score <= low || score >= high {
				cancel()
				delete(running, score)
			}
		}
		if v.yes {
			test(low + 2)
		} else {
			test(high - 2)
		}
	}
	return low, nil
}

// prove tests whether the final score of p is at least so much. With likely it is thought
// to be, so one move is tried before the others.
func (s *Split) prove(ctx context.Context, p board.Position, score, plies int, likely bool) (bool, error) {
	switch {
	case p.Over():
		return p.Score() >= score, nil
	case p.Moves() == 0:
		no, err := s.prove(ctx, p.Pass(), 2-score, plies, !likely)
		return !no, err
	case plies == 0:
		found, err := s.step(ctx, Step{Position: p, AtLeast: &score})
		return found.Yes, err
	}
	moves := movesOf(p)
	if likely && len(moves) > 1 {
		found, err := s.step(ctx, Step{Position: p, Depth: min(guessDepth, p.EmptyCount()-1)})
		if err != nil {
			return false, err
		}
		if i := slices.Index(moves, found.Move); i > 0 {
			moves = slices.Insert(slices.Delete(moves, i, i+1), 0, found.Move)
		}
		if yes, err := s.try(ctx, p, score, plies, moves[0], true); yes || err != nil {
			return yes, err
		}
		moves = moves[1:]
	}
	return s.tryAll(ctx, p, score, plies, moves)
}

// try tests whether a move brings at least so much.
func (s *Split) try(ctx context.Context, p board.Position, score, plies int, move board.Square, likely bool) (bool, error) {
	no, err := s.prove(ctx, p.Play(move), 2-score, plies-1, !likely)
	if err != nil || no {
		return false, err
	}
	s.mu.Lock()
	s.good[lowerBound{p, score}] = move
	s.mu.Unlock()
	return true, nil
}

// tryAll tests moves side by side; the first that is good calls the others off.
func (s *Split) tryAll(ctx context.Context, p board.Position, score, plies int, moves []board.Square) (bool, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	verdicts := make(chan verdict, len(moves))
	for _, move := range moves {
		go func() {
			yes, err := s.try(ctx, p, score, plies, move, false)
			verdicts <- verdict{yes: yes, err: err}
		}()
	}
	for range moves {
		if v := <-verdicts; v.yes || v.err != nil {
			return v.yes, v.err
		}
	}
	return false, nil
}

func (s *Split) step(ctx context.Context, step Step) (found Found, err error) {
	question, err := json.Marshal(step)
	if err != nil {
		return found, err
	}
	answer, err := s.Ask(ctx, question)
	if err != nil {
		return found, err
	}
	if err := json.Unmarshal(answer, &found); err != nil {
		return found, errors.New("a worker's answer makes no sense")
	}
	s.nodes.Add(found.Nodes)
	return found, nil
}

// pv follows the moves by which the score was proved.
func (s *Split) pv(p board.Position, score int) (pv []board.Square) {
	s.mu.Lock() // of what was called off something may still be on its way
	defer s.mu.Unlock()
	for !p.Over() {
		move := board.Pass
		if p.Moves() != 0 {
			var known bool
			if move, known = s.good[lowerBound{p, score}]; !known {
				break
			}
		}
		pv = append(pv, move)
		p, score = p.Play(move), -score
	}
	return pv
}

func movesOf(p board.Position) (moves []board.Square) {
	for m := p.Moves(); m != 0; m &= m - 1 {
		moves = append(moves, board.Square(bits.TrailingZeros64(m)))
	}
	return moves
}
