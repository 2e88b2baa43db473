package tt

import (
	"math/rand/v2"
	"testing"

	"kaeshi/engine/board"
)

// A slot that two writers have mixed must not pass for an entry of either, in
// particular not where their positions or data are alike: neighbours of a position by
// a disc moved, turned, added or swapped between the sides, and entries that differ in
// one bit.
func TestMixedSlotsAreMisses(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	table := New(0)
	for range 2000 {
		p := board.Position{Player: random.Uint64() & random.Uint64()}
		p.Opponent = random.Uint64() &^ p.Player
		d := random.Uint64()
		switch random.IntN(8) {
		case 0: // a factor of Hash is 0
			p = board.Position{Player: playerKey, Opponent: random.Uint64() &^ playerKey}
		case 1: // its factors can be exchanged
			p.Opponent |= (playerKey ^ opponentKey) &^ p.Player
		}
		for _, q := range alike(random, p) {
			for _, e := range []uint64{d, d ^ 1<<random.IntN(64), d + 1, -d, d ^ p.Player ^ q.Player, d ^ p.Opponent ^ q.Opponent} {
				checkMixed(t, table, p, q, d, e)
			}
		}
	}
}

// checkMixed mixes the entries p with d and q with e in every way.
func checkMixed(t *testing.T, table *Table, p, q board.Position, d, e uint64) {
	t.Helper()
	of := [2]slot{{p.Player, p.Opponent, d, checksum(p, Hash(p), d)}, {q.Player, q.Opponent, e, checksum(q, Hash(q), e)}}
	for mix := range 16 {
		s := slot{of[mix&1].player, of[mix>>1&1].opponent, of[mix>>2&1].data, of[mix>>3&1].check}
		at := board.Position{Player: s.player, Opponent: s.opponent}
		table.buckets[0] = bucket{s}
		_, known := table.Probe(at, Hash(at))
		if whole := s == of[0] || s == of[1]; known != whole {
			t.Fatalf("%+v of %+v: known is %v", s, of, known)
		}
	}
}

// alike returns positions that differ from p as structure would have it.
func alike(random *rand.Rand, p board.Position) []board.Position {
	bit, mask := uint64(1)<<random.IntN(64), random.Uint64()
	swapped := (p.Player ^ p.Opponent) & mask
	free := ^uint64(playerKey ^ opponentKey)
	all := []board.Position{
		{Player: p.Player, Opponent: random.Uint64() &^ p.Player},
		{Player: p.Player&^free | p.Opponent&free, Opponent: p.Opponent&^free | p.Player&free},
		p.Pass(),
		{Player: p.Player ^ bit, Opponent: p.Opponent &^ bit},
		{Player: p.Player &^ bit, Opponent: p.Opponent ^ bit},
		{Player: p.Player ^ bit, Opponent: p.Opponent ^ bit<<1},
		{Player: p.Player ^ bit<<1, Opponent: p.Opponent ^ bit},
		{Player: p.Player ^ swapped, Opponent: p.Opponent ^ swapped},
	}
	for s := 1; s < board.Symmetries; s++ {
		all = append(all, p.Transform(s))
	}
	different := all[:0]
	for _, q := range all {
		if q != p {
			different = append(different, q)
		}
	}
	return different
}
