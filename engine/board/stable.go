package board

// Stable returns discs of player that can never be turned again, whatever both
// sides play: those of the edges by a table of all edges, and inside those that
// along each axis have a full line, the border or a stable disc beside them. Not
// every disc that is stable is found, but every disc found is stable.
func Stable(player, opponent uint64) uint64 { return stableKernel(player, opponent) }

// The border squares, where an axis that changes the row, the column or either
// of them has no further square.
const (
	sideColumns = 0x8181818181818181
	endRows     = 0xFF000000000000FF
	border      = sideColumns | endRows
	columnA     = 0x0101010101010101
)

func stableGeneric(player, opponent uint64) uint64 {
	discs := player | opponent
	rows := fullRows(discs) | sideColumns
	columns := fullColumns(discs) | endRows
	falling := fullFalling(discs) | border
	rising := fullRising(discs) | border
	stable := stableEdges(player, opponent) | player&rows&columns&falling&rising
	if stable == 0 {
		return 0
	}
	for {
		next := player & (rows | stable<<1 | stable>>1) & (columns | stable<<8 | stable>>8) &
			(falling | stable<<9 | stable>>9) & (rising | stable<<7 | stable>>7)
		if next |= stable; next == stable {
			return stable
		}
		stable = next
	}
}

// fullRows returns the squares of the rows without an empty, and so do the
// others for the other axes; falling diagonals are those like A1-H8.
func fullRows(discs uint64) uint64 {
	discs &= discs >> 4
	discs &= discs >> 2
	discs &= discs >> 1
	return (discs & columnA) * 0xFF
}

func fullColumns(discs uint64) uint64 {
	discs &= discs>>8 | discs<<56
	discs &= discs>>16 | discs<<48
	return discs & (discs>>32 | discs<<32)
}

// fullFalling spreads the empties along the diagonals, by strides of one, two and
// four squares, each onto the squares where all its steps stay on the board.
func fullFalling(discs uint64) uint64 {
	up := ^discs
	down := up
	up |= up << 9 & 0xFEFEFEFEFEFEFE00
	down |= down >> 9 & 0x007F7F7F7F7F7F7F
	up |= up << 18 & 0xFCFCFCFCFCFC0000
	down |= down >> 18 & 0x00003F3F3F3F3F3F
	up |= up << 36 & 0xF0F0F0F000000000
	down |= down >> 36 & 0x000000000F0F0F0F
	return ^(up | down)
}

func fullRising(discs uint64) uint64 {
	up := ^discs
	down := up
	up |= up << 7 & 0x7F7F7F7F7F7F7F00
	down |= down >> 7 & 0x00FEFEFEFEFEFEFE
	up |= up << 14 & 0x3F3F3F3F3F3F0000
	down |= down >> 14 & 0x0000FCFCFCFCFCFC
	up |= up << 28 & 0x0F0F0F0F00000000
	down |= down >> 28 & 0x00000000F0F0F0F0
	return ^(up | down)
}

// stableEdges returns player's stable discs on the border. A disc there can be
// turned along its edge only.
func stableEdges(player, opponent uint64) uint64 {
	rows := uint64(edgeStability[edgeIndex(player, opponent)]) |
		uint64(edgeStability[edgeIndex(player>>56, opponent>>56)])<<56
	left := edgeStability[edgeIndex(packColumn(player&columnA), packColumn(opponent&columnA))]
	right := edgeStability[edgeIndex(packColumn(player>>7&columnA), packColumn(opponent>>7&columnA))]
	return rows | unpackColumn(left) | unpackColumn(right)<<7
}

// packColumn gathers the bits of column A in a byte, row 1 lowest.
func packColumn(column uint64) uint64 { return column * 0x0102040810204080 >> 56 }

func unpackColumn(b uint8) uint64 {
	// The highest bit goes its own way, as its carry would reach the second.
	return uint64(b&0x7F)*0x02040810204081&0x0101010101010101 | uint64(b&0x80)<<49
}

// edgeStability holds for every edge, written in base three, the discs of the
// player that stay whatever is played on the edge.
var edgeStability, ternary = makeEdgeStability()

// edgeIndex takes the lowest byte of both bitboards.
func edgeIndex(player, opponent uint64) uint {
	return uint(ternary[player&0xFF]) + 2*uint(ternary[opponent&0xFF])
}

const edges = 6561 // three to the power of eight

func makeEdgeStability() (stability [edges]uint8, ternary [256]uint16) {
	for b := range ternary {
		for bit, weight := 0, uint16(1); bit < 8; bit, weight = bit+1, weight*3 {
			ternary[b] += weight * uint16(b>>bit&1)
		}
	}
	// What an edge leads to has the same discs and one more, so it comes first. Every
	// start of the program waits for this: only the edges that there are are looked at.
	for discs := 255; discs >= 0; discs-- {
		for player := discs; ; player = (player - 1) & discs {
			stability[ternary[player]+2*ternary[discs&^player]] = stableEdge(player, discs&^player, &stability, &ternary)
			if player == 0 {
				break
			}
		}
	}
	return stability, ternary
}

// stableEdge returns the discs of player that are kept by every move of either
// side at every empty square, with whatever it turns on the edge.
func stableEdge(player, opponent int, stability *[edges]uint8, ternary *[256]uint16) uint8 {
	stable := uint8(player)
	for empty := ^(player | opponent) & 0xFF; empty != 0; empty &= empty - 1 {
		move := empty & -empty
		flips := flipEdge(move, player, opponent)
		stable &= stability[ternary[player|move|flips]+2*ternary[opponent&^flips]]
		flips = flipEdge(move, opponent, player)
		stable &= stability[ternary[player&^flips]+2*ternary[opponent|move|flips]]
	}
	return stable
}

func flipEdge(move, player, opponent int) int {
	flips, run := 0, 0
	square := move << 1
	for ; square&opponent != 0; square <<= 1 {
		run |= square
	}
	if square&player != 0 {
		flips = run
	}
	run = 0
	for square = move >> 1; square&opponent != 0; square >>= 1 {
		run |= square
	}
	if square&player != 0 {
		flips |= run
	}
	return flips
}
