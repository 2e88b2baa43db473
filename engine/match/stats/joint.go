package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"kaeshi/engine/linear"
)

// Bout is games of two players that depend on each other: those of one opening. Players
// are numbers from 0 on.
type Bout struct {
	A, B   int
	Games  float64
	Points float64 // of A, a draw one half
}

// tie is the part of a drawn game that is added to what any two players who met have
// played, since no finite rating explains that one of them lost all.
const tie = 0.1

// eloUnit is how many Elo make odds of e.
var eloUnit = 400 / math.Ln10

// Joint fits the Bradley-Terry model to all bouts at once, by Newton's method, and returns
// the ratings; those in fixed are given. A player who met nobody has NaN.
func Joint(players int, bouts []Bout, fixed map[int]float64) []float64 {
	games, points := totals(players, bouts)
	ratings := make([]float64, players) // in units of e
	met := make([]bool, players)
	var free []int
	for i := range ratings {
		met[i] = slices.ContainsFunc(games[i], func(n float64) bool { return n > 0 })
		elo, given := fixed[i]
		ratings[i] = elo / eloUnit
		if met[i] && !given {
			free = append(free, i)
		}
	}
	const steps, most = 100, 1.0
	for range steps {
		if improveJointly(ratings, free, games, points, most) < 1e-9 {
			break
		}
	}
	for i := range ratings {
		if ratings[i] *= eloUnit; !met[i] {
			ratings[i] = math.NaN()
		}
	}
	return ratings
}

// totals returns the games and points of each player against each other one.
func totals(players int, bouts []Bout) (games, points [][]float64) {
	for range players {
		games, points = append(games, make([]float64, players)), append(points, make([]float64, players))
	}
	for _, b := range bouts {
		games[b.A][b.B] += b.Games
		games[b.B][b.A] += b.Games
		points[b.A][b.B] += b.Points
		points[b.B][b.A] += b.Games - b.Points
	}
	for i := range games {
		for j, n := range games[i] {
			if n > 0 {
				games[i][j] += tie
				points[i][j] += tie / 2
			}
		}
	}
	return games, points
}

// improveJointly makes one step of Newton's method, none of a rating longer than most, and
// returns the longest.
func improveJointly(ratings []float64, free []int, games, points [][]float64, most float64) (longest float64) {
	n := len(free)
	if n == 0 {
		return 0
	}
	place := map[int]int{}
	for k, i := range free {
		place[i] = k
	}
	slope, newton := make([]float64, n), linear.New(n)
	for k, i := range free {
		curve := make([]float64, n)
		for j, count := range games[i] {
			if count == 0 {
				continue
			}
			p := 1 / (1 + math.Exp(ratings[j]-ratings[i]))
			slope[k] += points[i][j] - count*p
			curve[k] += count * p * (1 - p)
			if l, isFree := place[j]; isFree {
				curve[l] -= count * p * (1 - p)
			}
		}
		curve[k] *= 1 + 1e-9 // players that nothing joins to a fixed one stay where they are
		newton.Add(slope[k], curve)
	}
	step, err := newton.Solve()
	if err != nil {
		step = slope
	}
	for k, i := range free {
		d := max(-most, min(most, step[k]))
		ratings[i] += d
		longest = max(longest, math.Abs(d))
	}
	return longest
}

// JointIntervals returns bounds between which 95% of the ratings lie when the bouts are
// drawn anew from themselves so many times (Efron's bootstrap).
func JointIntervals(players int, bouts []Bout, fixed map[int]float64, times int, seed uint64) (low, high []float64) {
	random := rand.New(rand.NewPCG(seed, 0))
	drawn := make([]Bout, len(bouts))
	found := make([][]float64, players)
	for range times {
		for i := range drawn {
			drawn[i] = bouts[random.IntN(len(bouts))]
		}
		for i, r := range Joint(players, drawn, fixed) {
			if !math.IsNaN(r) {
				found[i] = append(found[i], r)
			}
		}
	}
	for _, ratings := range found {
		slices.Sort(ratings)
		low, high = append(low, quantile(ratings, 0.025)), append(high, quantile(ratings, 0.975))
	}
	return low, high
}

// quantile returns the value below which so large a part of sorted lies.
func quantile(sorted []float64, part float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	return sorted[int(part*float64(len(sorted)-1)+0.5)]
}
