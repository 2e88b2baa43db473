package board

// Stable returns discs of player that can never be turned again, whatever both
// sides play: those of the edges by a table of all edges, and inside those that
// along each axis have a full line, the border or a stable disc beside them. Not
// every disc that is stable is found, but every disc found is stable.
func Stable(player, opponent uint64) uint64 { return kernels.stable(player, opponent) }

// The border squares, where an axis that changes the row, the column or either
// of them has no further square.
const (
	sideColumns = 0x8181818181818181
	endRows     = 0xFF000000000000FF
	border      = sideColumns | endRows
)

func stableGeneric(player, opponent uint64) uint64 {
	full := fullLines(player | opponent)
	stable := stableEdges(player, opponent) | player&full[0]&full[1]&full[2]&full[3]
	if stable == 0 {
		return 0
	}
	full[0] |= sideColumns
	full[1] |= endRows
	full[2] |= border
	full[3] |= border
	for {
		next := player
		for axis, shift := range axisShifts {
			next &= full[axis] | stable<<shift | stable>>shift
		}
		if next |= stable; next == stable {
			return stable
		}
		stable = next
	}
}

// axisShifts are the distances of neighbours along rows, columns and diagonals.
var axisShifts = [4]uint{1, 8, 7, 9}

// fullLines returns for each axis the squares of the lines without an empty.
func fullLines(discs uint64) (full [4]uint64) {
	full[0] = fullRows(discs)
	columns := discs & (discs>>8 | discs<<56)
	columns &= columns>>16 | columns<<48
	full[1] = columns & (columns>>32 | columns<<32)
	full[2] = fullDiagonals(discs, 7)
	full[3] = fullDiagonals(discs, 9)
	return full
}

func fullRows(discs uint64) uint64 {
	discs &= discs >> 4
	discs &= discs >> 2
	discs &= discs >> 1
	return (discs & 0x0101010101010101) * 0xFF
}

// fullDiagonals spreads the empties along the diagonals by parallel prefix.
func fullDiagonals(discs uint64, shift uint) uint64 {
	up := ^discs
	down := up
	// A diagonal enters a square from below except on the border; a longer
	// stride may be taken only where each of its steps may.
	fromUp, fromDown := uint64(0xFFFFFFFFFFFFFF00), uint64(0x00FFFFFFFFFFFFFF)
	if shift == 7 {
		fromUp &^= 0x8080808080808080
		fromDown &^= 0x0101010101010101
	} else {
		fromUp &^= 0x0101010101010101
		fromDown &^= 0x8080808080808080
	}
	for range 3 {
		up |= up << shift & fromUp
		down |= down >> shift & fromDown
		fromUp &= fromUp << shift
		fromDown &= fromDown >> shift
		shift *= 2
	}
	return ^(up | down)
}

// stableEdges returns player's stable discs on the border. A disc there can be
// turned along its edge only.
func stableEdges(player, opponent uint64) uint64 {
	const columnA = 0x0101010101010101
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
	// An edge with fewer empties comes first, being what the others lead to.
	for empties := range 9 {
		for player := range 256 {
			for opponent := range 256 {
				if player&opponent == 0 && popCount(player|opponent) == 8-empties {
					stability[ternary[player]+2*ternary[opponent]] = stableEdge(player, opponent, &stability, &ternary)
				}
			}
		}
	}
	return stability, ternary
}

func popCount(b int) int {
	n := 0
	for ; b != 0; b &= b - 1 {
		n++
	}
	return n
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
