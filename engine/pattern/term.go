package pattern

import (
	"math/bits"

	"kaeshi/engine/board"
)

// Term is a small number taken from the whole position, with a weight for each
// of its values.
type Term struct {
	Name  string
	Size  int // values are 0..Size-1
	First int // its first weight among the weights of a phase
	Index func(p board.Position) int
}

// No game is known to have more than 33 legal moves; more than 34 share a weight.
const mobilityValues = 35

// terms are the known terms by name. Parity is that of the empties: who may
// expect the last move.
var terms = map[string]Term{
	Empties:          {Size: 61, Index: func(p board.Position) int { return min(p.EmptyCount(), 60) }},
	Parity:           {Size: 2, Index: func(p board.Position) int { return p.EmptyCount() & 1 }},
	Mobility:         {Size: mobilityValues, Index: func(p board.Position) int { return mobility(p.Player, p.Opponent) }},
	OpponentMobility: {Size: mobilityValues, Index: func(p board.Position) int { return mobility(p.Opponent, p.Player) }},
}

// Names of terms.
const (
	Empties          = "empties"
	Parity           = "parity"
	Mobility         = "mobility"
	OpponentMobility = "opponent-mobility"
)

func mobility(player, opponent uint64) int {
	return min(bits.OnesCount64(board.Moves(player, opponent)), mobilityValues-1)
}
