package match

import (
	"fmt"
	"slices"
	"strings"

	"kaeshi/engine/match/stats"
)

// Result is what two players achieved against each other, as A sees it.
type Result struct {
	A, B                string
	Wins, Draws, Losses int
	Discs, Counted      int         // sum of disc differences over the games not cut short
	Pairs               stats.Pairs // of complete rounds
	Unpaired            stats.Singles
	ByA, ByB            Conduct
}

// Conduct is how one player behaved in its games.
type Conduct struct {
	Faults       map[Reason]int
	Plies        int
	Seconds, CPU float64
}

// Games returns the number of games.
func (r *Result) Games() int { return r.Wins + r.Draws + r.Losses }

// Points returns A's points.
func (r *Result) Points() float64 { return float64(r.Wins) + float64(r.Draws)/2 }

// Score returns A's share of the points, one half before the first game.
func (r *Result) Score() float64 {
	if r.Games() == 0 {
		return 0.5
	}
	return r.Points() / float64(r.Games())
}

// MeanDiscs returns A's mean disc difference over the games that have one.
func (r *Result) MeanDiscs() float64 {
	if r.Counted == 0 {
		return 0
	}
	return float64(r.Discs) / float64(r.Counted)
}

// Sample returns the results to reason about: the pairs if there are any.
func (r *Result) Sample() stats.Sample {
	if r.Pairs != (stats.Pairs{}) {
		return r.Pairs.Sample()
	}
	return r.Unpaired.Sample()
}

// Faults counts the faults of both players for the given reasons.
func (r *Result) Faults(reasons ...Reason) (n int) {
	for _, reason := range reasons {
		n += r.ByA.Faults[reason] + r.ByB.Faults[reason]
	}
	return n
}

// Tally adds up games by pairing.
type Tally struct {
	players []string
	results map[[2]string]*Result
	open    map[round]float64 // A's points in rounds of which one game is known
	order   [][2]string
}

// round is one opening between two players, A first.
type round struct {
	pairing [2]string
	number  int
}

// NewTally returns an empty tally. The order of the players decides who is A.
func NewTally(players []string) *Tally {
	return &Tally{players: players, results: map[[2]string]*Result{}, open: map[round]float64{}}
}

// Add counts a game.
func (t *Tally) Add(g *Game) {
	pairing := [2]string{g.Black, g.White}
	swapped := slices.Index(t.players, g.Black) > slices.Index(t.players, g.White)
	points := g.Result
	if swapped {
		pairing = [2]string{g.White, g.Black}
		points = 1 - points
	}
	r := t.results[pairing]
	if r == nil {
		r = newResult(pairing)
		t.results[pairing] = r
		t.order = append(t.order, pairing)
	}
	r.count(g, points, swapped)
	key := round{pairing, g.Round}
	if first, ok := t.open[key]; ok {
		delete(t.open, key)
		r.Pairs[int(2*(first+points))]++
		count(&r.Unpaired, first, -1)
		return
	}
	t.open[key] = points
	count(&r.Unpaired, points, 1)
}

func newResult(pairing [2]string) *Result {
	return &Result{
		A: pairing[0], B: pairing[1],
		ByA: Conduct{Faults: map[Reason]int{}},
		ByB: Conduct{Faults: map[Reason]int{}},
	}
}

// count adds by to the number of games with so many points.
func count(s *stats.Singles, points float64, by int) {
	switch points {
	case 0:
		s.Losses += by
	case 1:
		s.Wins += by
	default:
		s.Draws += by
	}
}

func (r *Result) count(g *Game, points float64, swapped bool) {
	switch points {
	case 0:
		r.Losses++
	case 1:
		r.Wins++
	default:
		r.Draws++
	}
	black, white := &r.ByA, &r.ByB
	sign := 1
	if swapped {
		black, white, sign = white, black, -1
	}
	if g.Discs != nil {
		r.Discs += sign * *g.Discs
		r.Counted++
	}
	for c, player := range []*Conduct{black, white} {
		player.Plies += g.Plies[c]
		player.Seconds += g.Seconds[c]
		player.CPU += g.CPU[c]
	}
	if g.Reason.Fault() {
		guilty := black
		if g.Loser == "white" {
			guilty = white
		}
		guilty.Faults[g.Reason]++
	}
}

// Results returns the pairings that have games, in the order of the players.
func (t *Tally) Results() []*Result {
	rank := func(p [2]string) int {
		return slices.Index(t.players, p[0])*len(t.players) + slices.Index(t.players, p[1])
	}
	slices.SortFunc(t.order, func(p, q [2]string) int { return rank(p) - rank(q) })
	results := make([]*Result, len(t.order))
	for i, pairing := range t.order {
		results[i] = t.results[pairing]
	}
	return results
}

// Standing is one line of a tournament's table.
type Standing struct {
	Player        string
	Rating        float64
	Games         int
	Points, Discs float64
	Against       []*Result // by player, turned to this player's view; nil for no games
}

// Score returns the share of the points.
func (s *Standing) Score() float64 { return s.Points / float64(max(1, s.Games)) }

// Standings returns the table of a tournament, best first, with Bradley-Terry
// ratings around 0. Each pairing counts with a drawn game more than was played,
// without which a player who won all would have no finite rating.
func (t *Tally) Standings() []Standing {
	const prior = 0.5
	points := make([][]float64, len(t.players))
	standings := make([]Standing, len(t.players))
	for i, player := range t.players {
		points[i] = make([]float64, len(t.players))
		standings[i] = Standing{Player: player, Against: make([]*Result, len(t.players))}
	}
	for _, r := range t.Results() {
		a, b := slices.Index(t.players, r.A), slices.Index(t.players, r.B)
		points[a][b], points[b][a] = r.Points(), float64(r.Games())-r.Points()
		standings[a].add(b, r)
		standings[b].add(a, r.turned())
	}
	for i, rating := range stats.Ratings(points, prior) {
		standings[i].Rating = rating
	}
	slices.SortStableFunc(standings, func(s, t Standing) int {
		switch {
		case s.Score() > t.Score():
			return -1
		case s.Score() < t.Score():
			return 1
		}
		return 0
	})
	return standings
}

func (s *Standing) add(opponent int, r *Result) {
	s.Games += r.Games()
	s.Points += r.Points()
	s.Discs += float64(r.Discs)
	s.Against[opponent] = r
}

// turned returns the result as B sees it.
func (r *Result) turned() *Result {
	t := *r
	t.A, t.B, t.Wins, t.Losses, t.Discs, t.ByA, t.ByB = r.B, r.A, r.Losses, r.Wins, -r.Discs, r.ByB, r.ByA
	for i, n := range r.Pairs {
		t.Pairs[len(r.Pairs)-1-i] = n
	}
	t.Unpaired.Wins, t.Unpaired.Losses = r.Unpaired.Losses, r.Unpaired.Wins
	return &t
}

// MeanDiscs returns the mean disc difference over the games that have one.
func (s *Standing) MeanDiscs() float64 {
	counted := 0
	for _, r := range s.Against {
		if r != nil {
			counted += r.Counted
		}
	}
	return s.Discs / float64(max(1, counted))
}

// Players returns the players in their own order.
func (t *Tally) Players() []string { return t.players }

// Elo returns A's advantage by all games, and half of its 95% interval by the
// pairs.
func (r *Result) Elo() (elo, plusMinus float64) {
	_, plusMinus = r.Sample().Elo()
	return stats.FromScore(r.Score()), plusMinus
}

// AllFaults counts the faults.
func (c *Conduct) AllFaults() (n int) {
	for _, count := range c.Faults {
		n += count
	}
	return n
}

// PerMove divides a total by the moves asked for.
func (c *Conduct) PerMove(total float64) float64 { return total / float64(max(1, c.Plies)) }

// String lists the faults: "none", or "2 crash, 1 time-out".
func (c Conduct) String() string {
	var words []string
	for _, reason := range []Reason{Illegal, Crash, TimeOut, Hang, Garbage, Refused} {
		if n := c.Faults[reason]; n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, reason))
		}
	}
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}
