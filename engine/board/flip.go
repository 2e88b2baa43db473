package board

// Flip returns the discs of opponent that a move of player at sq turns.
// sq must be empty; the result is 0 if the move is illegal.
func Flip(sq Square, player, opponent uint64) uint64 { return kernels.flip(sq, player, opponent) }

func flipGeneric(sq Square, player, opponent uint64) uint64 {
	inner := opponent & innerColumns
	return flipAlong(sq, player, inner, 1) | flipAlong(sq, player, opponent, 8) |
		flipAlong(sq, player, inner, 7) | flipAlong(sq, player, inner, 9)
}

func flipAlong(sq Square, player, through uint64, shift uint) uint64 {
	var flips uint64
	run := through & (sq.Bit() << shift)
	for range 5 {
		run |= through & (run << shift)
	}
	if player&(run<<shift) != 0 {
		flips = run
	}
	run = through & (sq.Bit() >> shift)
	for range 5 {
		run |= through & (run >> shift)
	}
	if player&(run>>shift) != 0 {
		flips |= run
	}
	return flips
}
