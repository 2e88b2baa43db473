package board

import "math/bits"

// Perft counts the lines of play of the given length from p. A pass is a ply of
// its own; a finished game is one line however long it was.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	moves := p.Moves()
	if moves == 0 {
		if passed := p.Pass(); passed.Moves() != 0 {
			return Perft(passed, depth-1)
		}
		return 1
	}
	if depth == 1 {
		return uint64(bits.OnesCount64(moves))
	}
	var lines uint64
	for ; moves != 0; moves &= moves - 1 {
		lines += Perft(p.Play(Square(bits.TrailingZeros64(moves))), depth-1)
	}
	return lines
}
