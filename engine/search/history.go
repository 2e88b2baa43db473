package search

import "kaeshi/engine/board"

// history counts for either side which squares have cut nodes off, the deeper the
// more (Schaeffer 1989, "The history heuristic"). It orders the moves of nodes too
// shallow for an ordering search.
type history [2][64]int32

// Beyond historyMost all counts of a side are halved; historyShift makes them keys.
const (
	historyMost  = 1 << 20
	historyShift = 6
)

// reward counts a cut-off of a node at ply with the given depth.
func (h *history) reward(ply int, move board.Square, depth int) {
	side := &h[ply&1]
	side[move] += int32(depth * depth)
	if side[move] > historyMost {
		for sq := range side {
			side[sq] /= 2
		}
	}
}

// key orders a move of the node at ply.
func (h *history) key(ply int, move board.Square) int32 { return h[ply&1][move] >> historyShift }
