package human

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/weights"
)

func newPlayer(t *testing.T) *Player {
	t.Helper()
	w, err := weights.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	m, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return NewPlayer(m, NewJudge(eval.New(w)))
}

// somewhere returns a position after so many random moves, and the last two of them.
func somewhere(random *rand.Rand, plies int) Situation {
	s := Situation{Position: board.Start(), Last: board.NoSquare, Before: board.NoSquare}
	for range plies {
		moves := s.Position.Moves()
		if moves == 0 {
			break
		}
		list := []board.Square{}
		for sq := range board.Square(64) {
			if moves&sq.Bit() != 0 {
				list = append(list, sq)
			}
		}
		sq := list[random.IntN(len(list))]
		s = Situation{Position: s.Position.Play(sq), Last: sq, Before: s.Last}
	}
	return s
}

// What is known of the moves does not depend on how the board is turned.
func TestProbabilitiesAreSymmetric(t *testing.T) {
	p := newPlayer(t)
	random := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		s := somewhere(random, 4+random.IntN(40))
		if s.Position.Moves() == 0 {
			continue
		}
		j := p.Judge(t.Context(), s.Position)
		want := p.model.Logits(&s, &j, true)
		for sym := 1; sym < board.Symmetries; sym++ {
			turned := Situation{s.Position.Transform(sym), s.Last.Transform(sym), s.Before.Transform(sym), s.Skill}
			k := p.Judge(t.Context(), turned.Position)
			got := p.model.Logits(&turned, &k, true)
			for i, sq := range j.Moves {
				if d := got[indexOf(k.Moves, sq.Transform(sym))] - want[i]; math.Abs(d) > 1e-3 {
					t.Fatalf("%v %v: symmetry %d changes the logit by %v", s.Position, sq, sym, d)
				}
			}
		}
	}
}

func TestProbabilitiesAddUp(t *testing.T) {
	p := newPlayer(t)
	random := rand.New(rand.NewPCG(5, 2))
	for range 20 {
		s := somewhere(random, random.IntN(55))
		if s.Position.Moves() == 0 {
			continue
		}
		j := p.Judge(t.Context(), s.Position)
		for _, elo := range []float64{400, 1100, 1900, 5000} {
			sum := 0.0
			for _, q := range p.Probabilities(t.Context(), s, AtElo(elo), &j) {
				sum += q
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("%v at %v: %v in all", s.Position, elo, sum)
			}
		}
	}
}

func TestFileKeepsTheModel(t *testing.T) {
	m, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	data, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(int8s(m.Rows), int8s(again.Rows)) || m.Alone != again.Alone || m.Blended != again.Blended || m.Name != again.Name {
		t.Error("the model changed")
	}
	if len(m.Openings.positions) != len(again.Openings.positions) {
		t.Errorf("%d opening positions became %d", len(m.Openings.positions), len(again.Openings.positions))
	}
	for p := range m.Openings.positions {
		before, _ := m.Openings.at(p)
		if after, _ := again.Openings.at(p); !slices.Equal(after, before) {
			t.Fatalf("%v: %v became %v", p, before, after)
		}
	}
}

func int8s(v []int8) []byte {
	b := make([]byte, len(v))
	for i, x := range v {
		b[i] = byte(x)
	}
	return b
}

// A damaged file is refused, whatever is damaged.
func TestDamageIsSeen(t *testing.T) {
	if len(embedded) > 3<<20 {
		t.Errorf("the model takes %d bytes of the program, more than 3 MB", len(embedded))
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		damaged := bytes.Clone(embedded)
		damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
		if _, err := Decode(damaged); err == nil {
			t.Fatal("a changed byte went unnoticed")
		}
	}
	for _, size := range []int{0, 7, 23, 24, 1000, len(embedded) - 1} {
		if _, err := Decode(embedded[:size]); err == nil {
			t.Errorf("%d bytes make a model", size)
		}
	}
}

// Every rung is stronger than the one before, and every strength between the ends can be asked for.
func TestRungsRise(t *testing.T) {
	elos := rungElos()
	for i := 1; i < len(elos); i++ {
		if elos[i] <= elos[i-1] {
			t.Errorf("rung %d has %v Elo, the one below %v", i, elos[i], elos[i-1])
		}
	}
	if elos[0] > MinElo || MaxElo() < 2200 {
		t.Errorf("the rungs go from %v to %d", elos[0], MaxElo())
	}
	for i, elo := range elos {
		got := AtElo(elo)
		for _, v := range []*float64{&got.Heat, &got.Skill, &got.Greed, &got.Trust} {
			*v = math.Round(*v*1e9) / 1e9
		}
		if got != Rungs[i] {
			t.Errorf("at %v Elo: %+v, not rung %d: %+v", elo, got, i, Rungs[i])
		}
	}
}
