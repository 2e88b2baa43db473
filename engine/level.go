package engine

import "kaeshi/engine/search"

// Level is how deep the engine thinks when nothing else limits it. From the end
// backwards: the exact score is searched, before that win, loss or draw is proved,
// before that the end is searched with the level's selectivity, and before that
// the midgame to a depth.
type Level struct {
	Depth       int                // of the midgame search, in plies
	Selectivity search.Selectivity // of the midgame search
	SolveFrom   int                // at this many empties or fewer the search goes to the end of the game, selectively
	WLDFrom     int                // at this many empties or fewer win, loss or draw is proved
	ExactFrom   int                // at this many empties or fewer the exact score is searched
	Noise       float64            // see Options.Noise, which replaces it
}

// Levels is the table of levels by number; 1-4 are the origin's. From 5 to 22 each
// level looks two plies further than the one before, or with more care, above that one
// ply. Proofs begin one empty square earlier every other level or so, for that doubles
// their cost.
var Levels = [...]Level{
	0:  {1, search.NoSelectivity, 6, 6, 4, 4},
	1:  {2, search.NoSelectivity, 10, 10, 8, 0},
	2:  {4, search.NoSelectivity, 12, 12, 10, 0},
	3:  {6, search.NoSelectivity, 14, 14, 12, 0},
	4:  {8, search.NoSelectivity, 16, 16, 14, 0},
	5:  {10, search.Selectivity73, 20, 18, 16, 0},
	6:  {12, search.Selectivity73, 22, 20, 18, 0},
	7:  {14, search.Selectivity73, 24, 22, 20, 0},
	8:  {16, search.Selectivity73, 25, 22, 20, 0},
	9:  {18, search.Selectivity73, 27, 24, 22, 0},
	10: {20, search.Selectivity73, 28, 26, 24, 0},
	11: {22, search.Selectivity73, 29, 26, 24, 0},
	12: {24, search.Selectivity73, 30, 26, 24, 0},
	13: {26, search.Selectivity73, 31, 27, 25, 0},
	14: {28, search.Selectivity73, 32, 27, 25, 0},
	15: {30, search.Selectivity73, 33, 28, 26, 0},
	16: {32, search.Selectivity73, 34, 28, 26, 0},
	17: {34, search.Selectivity73, 34, 29, 27, 0},
	18: {36, search.Selectivity73, 35, 29, 27, 0},
	19: {30, search.Selectivity87, 35, 30, 28, 0},
	20: {32, search.Selectivity87, 35, 30, 28, 0},
	21: {34, search.Selectivity87, 36, 31, 29, 0},
	22: {36, search.Selectivity87, 36, 32, 30, 0},
	23: {33, search.Selectivity95, 36, 33, 31, 0},
	24: {34, search.Selectivity95, 37, 33, 31, 0},
	25: {35, search.Selectivity95, 37, 34, 32, 0},
	26: {36, search.Selectivity95, 38, 34, 32, 0},
	27: {37, search.Selectivity95, 38, 35, 33, 0},
	28: {38, search.Selectivity95, 39, 35, 33, 0},
	29: {39, search.Selectivity95, 39, 36, 34, 0},
	30: {40, search.Selectivity95, 40, 36, 34, 0},
}

// The numbers of the weakest and the strongest level, and the default.
const (
	MinLevel     = 0
	MaxLevel     = len(Levels) - 1
	DefaultLevel = 4
)

// levelZero is level 0 where 0 stands for no level named.
const levelZero = -1

// Named returns how Options and Limit name the level with that number; 0 there is
// no level named.
func Named(number int) int {
	if number == 0 {
		return levelZero
	}
	return number
}

// level returns the level that a search within limit is to keep, and whether that
// was anybody's wish.
func (e *Engine) level(limit Limit) (level Level, wished bool) {
	number, wished := e.options.Level, e.levelWished
	if limit.Level != 0 {
		number, wished = limit.Level, true
	}
	return Levels[max(MinLevel, min(number, MaxLevel))], wished
}
