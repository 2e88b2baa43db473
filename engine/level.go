package engine

// Level is how deep the engine thinks when nothing else limits it.
type Level struct {
	Depth     int // of the midgame search, in plies
	ExactFrom int // at this many empties or fewer the exact score is searched
	WLDFrom   int // at this many empties or fewer win, loss or draw is proved
}

// Levels is the table of levels by number; 1-4 are the origin's.
var Levels = [...]Level{
	1:  {2, 8, 10},
	2:  {4, 10, 12},
	3:  {6, 12, 14},
	4:  {8, 14, 16},
	5:  {10, 16, 18},
	6:  {12, 18, 20},
	7:  {14, 20, 22},
	8:  {16, 20, 22},
	9:  {18, 22, 24},
	10: {20, 24, 26},
}

// The numbers of the weakest and the strongest level, and the default.
const (
	MinLevel     = 1
	MaxLevel     = len(Levels) - 1
	DefaultLevel = 4
)
