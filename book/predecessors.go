package book

import (
	"math/bits"

	"kaeshi/engine/board"
)

// centre is the four squares that no move fills.
const centre = 1<<27 | 1<<28 | 1<<35 | 1<<36

// directions are the eight steps of a line of discs, in columns and rows.
var directions = [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}

// eachDependent calls visit for every position whose value may depend directly
// on p's: those one move or one pass before it, and those one move before the
// pass, which look through it where it is not registered.
func eachDependent(p board.Position, visit func(board.Position)) {
	eachPredecessor(p, visit)
	if passed := p.Pass(); passed.MustPass() {
		visit(passed)
		eachPredecessor(passed, visit)
	}
}

// EachBefore calls visit for every position, registered or not, from which one legal move
// or one pass leads to p, or a move and the pass behind it.
func EachBefore(p board.Position, visit func(board.Position)) { eachDependent(p, visit) }

// eachPredecessor calls visit for every position from which one legal move leads
// to p: working backwards spares the graph an index of edges, most of which would
// lead out of the book.
func eachPredecessor(p board.Position, visit func(board.Position)) {
	for last := p.Opponent &^ centre; last != 0; last &= last - 1 {
		sq := board.Square(bits.TrailingZeros64(last))
		runs, ok := turned(p, sq)
		if !ok {
			continue
		}
		eachChoice(runs, 0, 0, func(flips uint64) {
			if flips != 0 {
				visit(board.Position{
					Player:   p.Opponent &^ (flips | sq.Bit()),
					Opponent: p.Player | flips,
				})
			}
		})
	}
}

// turned returns for each direction the sets of discs that a last move at sq may
// have turned, shortest first. There is no such move if some direction holds a
// run that it would have had to turn and did not.
func turned(p board.Position, sq board.Square) (runs [8][]uint64, ok bool) {
	for d, step := range directions {
		own := ray(p.Opponent, sq, step)
		choices := []uint64{0}
		flips := uint64(0)
		// The last disc of a run of own discs is the one that brackets the others.
		for i := 0; i+1 < len(own); i++ {
			flips |= own[i].Bit()
			choices = append(choices, flips)
		}
		runs[d] = choices
		if len(own) == 0 && brackets(p, sq, step) {
			return runs, false
		}
	}
	return runs, true
}

// ray returns the squares next to sq in one direction that discs covers without
// a gap.
func ray(discs uint64, sq board.Square, step [2]int) []board.Square {
	var run []board.Square
	for column, row := sq.Column()+step[0], sq.Row()+step[1]; inside(column, row); column, row = column+step[0], row+step[1] {
		next := board.SquareAt(column, row)
		if discs&next.Bit() == 0 {
			break
		}
		run = append(run, next)
	}
	return run
}

// brackets reports whether from sq a run of p's discs ends at a disc of the
// opponent, who played last.
func brackets(p board.Position, sq board.Square, step [2]int) bool {
	run := ray(p.Player, sq, step)
	if len(run) == 0 {
		return false
	}
	end := run[len(run)-1]
	column, row := end.Column()+step[0], end.Row()+step[1]
	return inside(column, row) && p.Opponent&board.SquareAt(column, row).Bit() != 0
}

func inside(column, row int) bool { return column >= 0 && column < 8 && row >= 0 && row < 8 }

// eachChoice calls visit with every union of one set from each direction.
func eachChoice(runs [8][]uint64, d int, flips uint64, visit func(uint64)) {
	if d == len(runs) {
		visit(flips)
		return
	}
	for _, choice := range runs[d] {
		eachChoice(runs, d+1, flips|choice, visit)
	}
}
