package engine

import "kaeshi/engine/search"

// Level is how deep the engine thinks when nothing else limits it.
type Level struct {
	Depth     int // of the midgame search, in plies
	ExactFrom int // at this many empties or fewer the exact score is searched
	WLDFrom   int // at this many empties or fewer win, loss or draw is proved

	Selectivity search.Selectivity // of the midgame search
}

// Levels is the table of levels by number; 1-4 are the origin's.
var Levels = [...]Level{
	1:  {Depth: 2, ExactFrom: 8, WLDFrom: 10, Selectivity: search.NoSelectivity},
	2:  {Depth: 4, ExactFrom: 10, WLDFrom: 12, Selectivity: search.NoSelectivity},
	3:  {Depth: 6, ExactFrom: 12, WLDFrom: 14, Selectivity: search.NoSelectivity},
	4:  {Depth: 8, ExactFrom: 14, WLDFrom: 16, Selectivity: search.NoSelectivity},
	5:  {Depth: 10, ExactFrom: 16, WLDFrom: 18, Selectivity: search.Selectivity73},
	6:  {Depth: 12, ExactFrom: 18, WLDFrom: 20, Selectivity: search.Selectivity73},
	7:  {Depth: 14, ExactFrom: 20, WLDFrom: 22, Selectivity: search.Selectivity73},
	8:  {Depth: 16, ExactFrom: 20, WLDFrom: 22, Selectivity: search.Selectivity73},
	9:  {Depth: 18, ExactFrom: 22, WLDFrom: 24, Selectivity: search.Selectivity73},
	10: {Depth: 20, ExactFrom: 24, WLDFrom: 26, Selectivity: search.Selectivity73},
}

// The numbers of the weakest and the strongest level, and the default.
const (
	MinLevel     = 1
	MaxLevel     = len(Levels) - 1
	DefaultLevel = 4
)
