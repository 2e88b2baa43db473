package book

import (
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
)

// Step is one move of a game that the book can judge.
type Step struct {
	Position board.Position // before the move
	Ply      notation.Ply
	Best     Move  // of the book
	Played   Move  // of the game, if Inside
	Inside   bool  // the book knows the value of the move played
	Loss     Value // against the best move; if not Inside, the least that it can be
}

// Follow returns the steps of a game from the start for as long as the book knows the
// position. The last one may leave the book: then the book's best move outside, if it knows one,
// bounds the value of the move played. Passes are no steps.
func (b *Book) Follow(plies []notation.Ply) ([]Step, error) {
	var steps []Step
	p := board.Start()
	for _, ply := range plies {
		if ply.Square == board.Pass {
			p = p.Pass()
			continue
		}
		moves := b.Moves(p)
		if len(moves) == 0 || moves[0].Square == board.Pass {
			break
		}
		s := Judge(p, ply, moves)
		steps = append(steps, s)
		if !s.Inside || s.Played.Leaf {
			break
		}
		p = p.Play(ply.Square)
	}
	return steps, b.Err()
}

// Judge compares a move at p with those of the book, best first, of which there is one.
func Judge(p board.Position, ply notation.Ply, moves []Move) Step {
	s := Step{Position: p, Ply: ply, Best: moves[0]}
	twins := Twins(s.Position, s.Ply.Square)
	for _, m := range moves {
		if m.Leaf {
			s.Loss = s.Best.Value - m.Value // a move of which nothing is known is no better
		}
		if m.Square.Bit()&twins != 0 {
			s.Played, s.Inside, s.Loss = m, true, s.Best.Value-m.Value
			s.Played.Square = s.Ply.Square
			break
		}
	}
	return s
}

// Losses adds up what moves lose.
type Losses struct {
	Moves int
	lost  int64
}

// Add counts a move.
func (t *Losses) Add(loss Value) { t.Moves++; t.lost += int64(loss) }

// Join adds another tally.
func (t *Losses) Join(other Losses) { t.Moves += other.Moves; t.lost += other.lost }

// Discs returns what all moves lose.
func (t Losses) Discs() float64 { return float64(t.lost) / search.Disc }

// Mean returns what a move loses, 0 if there is none.
func (t Losses) Mean() float64 { return t.Discs() / float64(max(t.Moves, 1)) }
