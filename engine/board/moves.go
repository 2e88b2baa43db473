package board

// Moves returns the legal moves of player as a bitboard.
func Moves(player, opponent uint64) uint64 { return kernels.moves(player, opponent) }

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
	up := through & (player << shift)
	down := through & (player >> shift)
	up |= through & (up << shift)
	down |= through & (down >> shift)
	pairUp := through & (through << shift)
	pairDown := through & (through >> shift)
	up |= pairUp & (up << (2 * shift))
	down |= pairDown & (down >> (2 * shift))
	up |= pairUp & (up << (2 * shift))
	down |= pairDown & (down >> (2 * shift))
	return up<<shift | down>>shift
}
