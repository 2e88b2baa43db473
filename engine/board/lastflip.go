package board

import "math/bits"

// LastFlip returns how many discs a move of player at sq turns when sq is the
// only empty square: every other square that is not player's is the opponent's.
func LastFlip(sq Square, player uint64) int { return lastFlipKernel(sq, player) }

func lastFlipGeneric(sq Square, player uint64) int {
	return bits.OnesCount64(flipGeneric(sq, player, ^(player | sq.Bit())))
}
