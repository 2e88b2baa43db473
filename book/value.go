package book

import (
	"fmt"
	"math"

	"kaeshi/engine/search"
)

// Value is a number of discs in units of 1/search.Disc, from the view of the
// side to move, like every score of the search.
type Value int16

// MaxValue is a won board: all 64 squares.
const MaxValue = 64 * search.Disc

// ValueOf rounds discs to a Value, halves away from zero, so that the rounding
// is the same for both sides. Discs beyond the board or not a number are none.
func ValueOf(discs float64) (Value, bool) {
	units := math.Round(discs * search.Disc)
	if !(math.Abs(units) <= MaxValue) {
		return 0, false
	}
	return Value(units), true
}

// Discs returns the value in discs.
func (v Value) Discs() float64 { return float64(v) / search.Disc }

// String prints discs with a sign and two decimals, "+2.35".
func (v Value) String() string { return fmt.Sprintf("%+.2f", v.Discs()) }
