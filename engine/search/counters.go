package search

// event is what can happen at a node of the endgame search, for the counters that
// builds with the tag counters have: see README.md.
type event int

const (
	visited event = iota
	cutByStability
	cutByTable
	cutByProbCut
	cutByETC
	cutByMove
	cutByFirst // move
	cutByNone  // every move was searched
	triedAtCut // moves
	nodesBelow
	nodesWasted // at nodes that a move cut off, below the moves before it
	events
)
