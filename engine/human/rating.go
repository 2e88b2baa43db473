package human

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
)

// Rung is how a player of one strength chooses moves.
type Rung struct {
	Skill float64 // what the nets are told
	Heat  float64 // the probabilities are raised to 1/Heat: more is wilder
	Greed float64 // the value of turning more discs, as beginners think
	Trust float64 // the weight of a disc of a search's value
	Depth int     // of that search
	Solve int     // with so many empties a result is not given away
}

// Rungs are players from one who hardly knows the rules to one stronger than the model
// has seen. Their Elo stands in the table of ratings; between two of them everything is
// interpolated.
var Rungs = [...]Rung{
	{-2.0, 9.0, 0, 0, 6, 1},
	{-2.0, 4.0, 0.3, 0, 6, 2},
	{-2.0, 2.2, 0.5, 0, 6, 2},
	{-1.8, 1.8, 0.35, 0, 6, 3},
	{-1.6, 1.5, 0.2, 0, 6, 3},
	{-1.2, 1.15, 0, 0, 6, 4},
	{-0.8, 1.0, 0, 0, 6, 5},
	{-0.55, 0.95, 0, 0.015, 6, 6},
	{-0.3, 0.9, 0, 0.03, 6, 7},
	{0.2, 0.8, 0, 0.1, 6, 9},
	{0.7, 0.7, 0, 0.25, 6, 11},
	{1.2, 0.7, 0, 0.6, 6, 12},
	{1.5, 0.8, 0, 1.2, 8, 14},
	{1.5, 1.0, 0, 3.0, 10, 16},
}

// Rating is the strength of a player on the scale of all ratings.
type Rating struct {
	Player    string
	Elo       float64
	Low, High float64 // 95% interval
	Games     int
}

//go:embed ratings.tsv
var ratingsText string

// Ratings returns the ratings that were measured, in the order of the table.
var Ratings = sync.OnceValue(func() []Rating {
	list, err := ParseRatings(ratingsText)
	if err != nil {
		panic(err)
	}
	return list
})

// ParseRatings reads a table of ratings.
func ParseRatings(text string) ([]Rating, error) {
	var list []Rating
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		fields := strings.Split(line, "\t")
		if strings.HasPrefix(line, "#") || fields[0] == "player" {
			continue
		}
		if len(fields) != 5 {
			return nil, fmt.Errorf("ratings: line %d: %d fields, not 5", i+1, len(fields))
		}
		r := Rating{Player: fields[0]}
		for k, to := range []*float64{&r.Elo, &r.Low, &r.High} {
			var err error
			if *to, err = strconv.ParseFloat(fields[k+1], 64); err != nil {
				return nil, fmt.Errorf("ratings: line %d: %q is not a number", i+1, fields[k+1])
			}
		}
		var err error
		if r.Games, err = strconv.Atoi(fields[4]); err != nil {
			return nil, fmt.Errorf("ratings: line %d: %q is not a number", i+1, fields[4])
		}
		list = append(list, r)
	}
	return list, nil
}

// EloOf returns the rating of a player that was measured.
func EloOf(player string) (Rating, bool) {
	for _, r := range Ratings() {
		if r.Player == player {
			return r, true
		}
	}
	return Rating{}, false
}

// rungElos returns the Elo of each rung.
var rungElos = sync.OnceValue(func() (elos [len(Rungs)]float64) {
	for i := range elos {
		r, ok := EloOf(fmt.Sprintf("rung%d", i))
		if !ok {
			panic("a rung has no rating")
		}
		elos[i] = r.Elo
	}
	return elos
})

// MinElo is the weakest strength that can be asked for, MaxElo the strongest: that of the
// last rung.
const MinElo = 400

// MaxElo returns the strength of the last rung, in whole tens.
func MaxElo() int {
	elos := rungElos()
	return int(elos[len(elos)-1]/10) * 10
}

// AtElo returns how a player of that strength chooses moves.
func AtElo(elo float64) Rung {
	elos := rungElos()
	k := 0
	for k < len(elos)-2 && elo > elos[k+1] {
		k++
	}
	t := (elo - elos[k]) / (elos[k+1] - elos[k])
	t = max(0, min(1, t))
	a, b := Rungs[k], Rungs[k+1]
	mix := func(x, y float64) float64 { return x + t*(y-x) }
	return Rung{
		Skill: mix(a.Skill, b.Skill),
		Heat:  math.Exp(mix(math.Log(a.Heat), math.Log(b.Heat))),
		Greed: mix(a.Greed, b.Greed),
		Trust: mix(a.Trust, b.Trust),
		Depth: int(math.Round(mix(float64(a.Depth), float64(b.Depth)))),
		Solve: int(math.Round(mix(float64(a.Solve), float64(b.Solve)))),
	}
}
