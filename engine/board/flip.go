package board

import "math/bits"

// Flip returns the discs of opponent that a move of player at sq turns.
// sq must be empty; the result is 0 if the move is illegal.
func Flip(sq Square, player, opponent uint64) uint64 { return flipKernel(sq, player, opponent) }

// rays holds for each square the rays from it towards higher squares and towards
// lower ones, one of each for every axis.
type rays struct{ up, down [4]uint64 }

var raysFrom = func() (from [64]rays) {
	for sq := range from {
		for axis, step := range [4][2]int{{1, 0}, {0, 1}, {-1, 1}, {1, 1}} {
			from[sq].up[axis] = ray(Square(sq), step[0], step[1])
			from[sq].down[axis] = ray(Square(sq), -step[0], -step[1])
		}
	}
	return from
}()

func ray(sq Square, columnStep, rowStep int) uint64 {
	var squares uint64
	column, row := sq.Column()+columnStep, sq.Row()+rowStep
	for column >= 0 && column < 8 && row >= 0 && row < 8 {
		squares |= SquareAt(column, row).Bit()
		column, row = column+columnStep, row+rowStep
	}
	return squares
}

// flipGeneric looks for the first square of each ray that is not the opponent's:
// upwards the lowest bit, downwards the highest. If it is the player's, the run
// before it turns.
func flipGeneric(sq Square, player, opponent uint64) uint64 {
	from := &raysFrom[sq&63]
	var flips uint64
	for axis := range 4 {
		ray := from.up[axis]
		end := ray &^ opponent
		end &= -end & player
		// Below the outflanking disc; without one the sign bit is 0 and nothing is left.
		flips |= ray & (end - 1) & uint64(int64(end|-end)>>63)

		ray = from.down[axis]
		end = 1 << 63 >> uint(bits.LeadingZeros64(ray&^opponent)) & player
		flips |= ray & -(end << 1)
	}
	return flips
}
