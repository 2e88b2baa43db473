package board

// Moves returns the legal moves of player as a bitboard.
func Moves(player, opponent uint64) uint64 { return movesKernel(player, opponent) }

// The four axes of the board as shifts, each walked both ways, with the squares
// of the opponent that a run may cross: on the axes that change column the edge
// columns cannot lie inside a run.
const innerColumns = 0x7E7E7E7E7E7E7E7E

// movesGeneric finds runs of the opponent's discs by parallel prefix
// (Kogge-Stone) along each axis.
func movesGeneric(player, opponent uint64) uint64 {
	inner := opponent & innerColumns
	found := movesAlong(player, inner, 1) | movesAlong(player, opponent, 8) |
		movesAlong(player, inner, 7) | movesAlong(player, inner, 9)
	return found &^ (player | opponent)
}

func movesAlong(player, through uint64, shift uint) uint64 {
	// The masks spare the compiler a test whether the shift is too wide.
	one, two := shift&63, 2*shift&63
	up := through & (player << one)
	down := through & (player >> one)
	up |= through & (up << one)
	down |= through & (down >> one)
	pairUp := through & (through << one)
	pairDown := pairUp >> one
	up |= pairUp & (up << two)
	down |= pairDown & (down >> two)
	up |= pairUp & (up << two)
	down |= pairDown & (down >> two)
	return up<<one | down>>one
}
