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

// Levels is the table of levels by number; 1-4 are the origin's. From 6 on each level
// takes one step beyond the one before: it looks further ahead or with more care, goes
// to the end of the game earlier, or proves earlier. A change of the table has to be
// shown in matches.
var Levels = [...]Level{
	0:  {1, search.NoSelectivity, 6, 6, 4, 4},
	1:  {2, search.NoSelectivity, 10, 10, 8, 0},
	2:  {4, search.NoSelectivity, 12, 12, 10, 0},
	3:  {6, search.NoSelectivity, 14, 14, 12, 0},
	4:  {8, search.NoSelectivity, 16, 16, 14, 0},
	5:  {9, search.Selectivity73, 18, 16, 14, 0},
	6:  {9, search.Selectivity73, 20, 16, 14, 0},
	7:  {9, search.Selectivity87, 20, 16, 14, 0},
	8:  {10, search.Selectivity73, 20, 16, 14, 0},
	9:  {10, search.Selectivity73, 20, 18, 16, 0},
	10: {10, search.Selectivity87, 20, 18, 16, 0},
	11: {11, search.Selectivity73, 20, 18, 16, 0},
	12: {11, search.Selectivity73, 22, 18, 16, 0},
	13: {12, search.Selectivity73, 22, 18, 16, 0},
	14: {12, search.Selectivity73, 24, 18, 16, 0},
	15: {12, search.Selectivity73, 24, 20, 18, 0},
	16: {13, search.Selectivity73, 24, 20, 18, 0},
	17: {14, search.Selectivity73, 24, 20, 18, 0},
	18: {14, search.Selectivity73, 26, 20, 18, 0},
	19: {14, search.Selectivity73, 26, 22, 20, 0},
	20: {15, search.Selectivity73, 26, 22, 20, 0},
	21: {16, search.Selectivity73, 26, 22, 20, 0},
	22: {16, search.Selectivity73, 28, 22, 20, 0},
	23: {17, search.Selectivity73, 28, 22, 20, 0},
	24: {18, search.Selectivity73, 28, 22, 20, 0},
	25: {18, search.Selectivity73, 28, 24, 22, 0},
	26: {20, search.Selectivity73, 28, 24, 22, 0},
	27: {22, search.Selectivity73, 29, 24, 22, 0},
	28: {24, search.Selectivity73, 29, 24, 22, 0},
	29: {24, search.Selectivity73, 29, 26, 24, 0},
	30: {28, search.Selectivity73, 31, 26, 24, 0},
}

// The numbers of the weakest and the strongest level, and the default.
const (
	MinLevel     = 0
	MaxLevel     = len(Levels) - 1
	DefaultLevel = 14
)

// LevelChoice is a level that somebody asked for, by its number; the zero value is
// none, which is not level 0.
type LevelChoice struct {
	number int
	asked  bool
}

// AtLevel returns the choice of the level with that number, MinLevel to MaxLevel.
func AtLevel(number int) LevelChoice {
	return LevelChoice{max(MinLevel, min(number, MaxLevel)), true}
}

// Number returns the number of the level; asked reports whether there is one.
func (c LevelChoice) Number() (number int, asked bool) { return c.number, c.asked }

// or returns the choice, or another one if it is none.
func (c LevelChoice) or(other LevelChoice) LevelChoice {
	if c.asked {
		return c
	}
	return other
}

// level returns the level that a search within limit is to keep, and whether that
// was anybody's wish.
func (e *Engine) level(limit Limit) (level Level, wished bool) {
	choice := limit.Level.or(e.options.Level)
	number, _ := choice.or(AtLevel(DefaultLevel)).Number()
	return Levels[number], choice.asked
}
