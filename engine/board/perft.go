package board

import "math/bits"

// maxPlies bounds the length of a game: 60 moves and never two passes in a row.
const maxPlies = 128

// Perft counts the lines of play of the given length from p. A pass is a ply of
// its own; a finished game is one line however long it was.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(p, p.Moves(), make([][MaxMoves]Successor, min(depth, maxPlies)))
}

// perft counts the lines of len(stack) plies; moves are the legal moves of p.
func perft(p Position, moves uint64, stack [][MaxMoves]Successor) uint64 {
	switch {
	case len(stack) == 0:
		return 1
	case moves == 0:
		passed := p.Pass()
		if moves = passed.Moves(); moves == 0 {
			return 1
		}
		return perft(passed, moves, stack[1:])
	case len(stack) == 1:
		return uint64(bits.OnesCount64(moves))
	}
	var lines uint64
	successors := stack[0][:Successors(p, moves, &stack[0])]
	if len(stack) == 2 {
		for i := range successors {
			// Without a move there is one line all the same: a pass or the end.
			lines += max(1, uint64(bits.OnesCount64(successors[i].Moves)))
		}
		return lines
	}
	for i := range successors {
		s := &successors[i]
		lines += perft(s.Position, s.Moves, stack[1:])
	}
	return lines
}
