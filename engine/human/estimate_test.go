package human

import (
	"math/rand/v2"
	"testing"

	"kaeshi/engine/board"
)

// simulate lets persons of the given strengths play and returns what is read of them.
func simulate(t *testing.T, p *Player, elos [2]float64, seed uint64) ([2]Estimate, [2]bool) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	reader := NewReader(p)
	s := Situation{Position: board.Start(), Last: board.NoSquare, Before: board.NoSquare}
	for side := board.Black; !s.Position.Over(); side = side.Opponent() {
		if s.Position.MustPass() {
			s = Situation{Position: s.Position.Pass(), Last: board.NoSquare, Before: s.Last}
			continue
		}
		sq := p.Choose(t.Context(), s, AtElo(elos[side]), random).Move
		reader.Add(t.Context(), side, s, sq, sq)
		s = Situation{Position: s.Position.Play(sq), Last: sq, Before: s.Last}
	}
	return reader.Estimates()
}

// covered counts the players of simulated games whose strength lies in its interval.
func covered(t *testing.T, games int) (inside, players int) {
	t.Helper()
	p := newPlayer(t)
	random := rand.New(rand.NewPCG(11, 12))
	for g := range games {
		var elos [2]float64
		for c := range elos {
			elos[c] = MinElo + random.Float64()*float64(MaxElo()-MinElo)
		}
		estimates, known := simulate(t, p, elos, uint64(g))
		for c, e := range estimates {
			if !known[c] {
				continue
			}
			players++
			if e.Low <= elos[c] && elos[c] <= e.High {
				inside++
			}
			if !(e.Low <= e.Elo && e.Elo <= e.High) {
				t.Errorf("%+v is no interval", e)
			}
		}
	}
	return inside, players
}

func TestEstimatesHoldTheStrength(t *testing.T) {
	inside, players := covered(t, 4)
	if players < 8 || inside < 5 { // less happens by chance once in 200
		t.Errorf("%d of %d strengths are within their intervals", inside, players)
	}
}
