package match

import (
	"context"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// script plays prescribed moves, its own and the opponent's in one list.
type script struct {
	moves  []board.Square
	next   int
	passes int
}

func (s *script) NewGame(context.Context, Control) error { return nil }

func (s *script) Play(_ context.Context, _ board.Color, sq board.Square) error {
	if sq == board.Pass {
		s.passes++
		return nil
	}
	s.next++
	return nil
}

func (s *script) SetClocks(context.Context, board.Color, Clocks) error { return nil }

func (s *script) Genmove(context.Context, board.Color) (Answer, error) {
	s.next++
	return Answer{Square: s.moves[s.next-1]}, nil
}

func (s *script) CPU() time.Duration { return 0 }
func (s *script) Close()             {}

func moves(t *testing.T, text string) []board.Square {
	t.Helper()
	squares, err := notation.ParseMoves(text)
	if err != nil {
		t.Fatal(err)
	}
	return squares
}

// Games known for their endings: the shortest ones, a draw with empties left,
// games with many passes. Discs, and so the score with the empties to the
// winner, are published with them.
func TestRulings(t *testing.T) {
	for _, c := range []struct {
		name, moves   string
		score, passes int
	}{
		{"black wipes out in 9 plies", "e6f4e3f6g5d6e7f5c5", 64, 0},
		{"white wipes out in 10 plies", "f5d6c4d3c6g6d7d8c5b5", -64, 0},
		{"14 to 1 after 11 plies", "f5f4c3e6f7g6g4e8g8g5h5", 62, 0},
		{"a draw with 4 empties", "f5d6c3d3c4f4f6f3e6e7d7g6g5f7e2c8e3h4f2c6c7c5e8g3h3d2g4f8g8b5b3f1b6h5a4c2b4a3c1a5a6a7d1e1g1d8b8h2h6h7b2b7g7g2a2b1", 0, 0},
		{"17 passes", "f5d6c3d3c4f4c5b3c2e3g3b5b4c6e2a3a4a5d7c1d2e6e7d1c7a2b2e1a6a7f1f2a1b1g2g1h4g4h1h2f6f7f3b6h3h5b7g5g6g8g7h8h7h6b8c8d8e8f8", -64, 17},
	} {
		t.Run(c.name, func(t *testing.T) {
			black, white := &script{moves: moves(t, c.moves)}, &script{moves: moves(t, c.moves)}
			record := &Game{Black: "a", White: "b", Opening: strings.ToUpper(c.moves[:2])}
			failed, err := (&Referee{Patience: time.Minute}).Play(context.Background(), record, moves(t, c.moves[:2]), [2]Player{black, white})
			if err != nil || failed != [2]bool{} || record.Discs == nil || *record.Discs != c.score || record.Reason != Score {
				t.Fatalf("%v %v: %+v, want %d", failed, err, record, c.score)
			}
			if black.passes < c.passes || white.passes != black.passes {
				t.Errorf("the players were told of %d and %d passes, want %d", black.passes, white.passes, c.passes)
			}
			if record.Moves != strings.ToUpper(c.moves) {
				t.Errorf("the record has %s", record.Moves)
			}
			game, err := notation.ParseGGF(record.GGF())
			if score, over := game.FinalScore(); err != nil || score != c.score || !over {
				t.Errorf("the GGF game ends with %d (over: %t), %v", score, over, err)
			}
		})
	}
}

// An adjudicated game ends at the asked number of empties with the solver's
// score, seen from Black.
func TestAdjudication(t *testing.T) {
	referee := &Referee{
		Patience:     time.Minute,
		AdjudicateAt: 40,
		Adjudicate: func(_ context.Context, p board.Position) (int, bool) {
			if p.EmptyCount() > 40 {
				t.Errorf("asked at %d empties", p.EmptyCount())
			}
			return 12, p.EmptyCount() <= 39 // it could not tell at 40
		},
	}
	record := &Game{Black: "a", White: "b"}
	if _, err := referee.Play(context.Background(), record, nil, [2]Player{NewRandom(1), NewRandom(2)}); err != nil {
		t.Fatal(err)
	}
	opened, squares := record.squares()
	plies, err := notation.Replay(board.Start(), board.Black, squares)
	if err != nil || opened != 0 {
		t.Fatal(err)
	}
	want := 12
	if plies[len(plies)-1].Color == board.Black {
		want = -12 // White was to move, and is 12 ahead
	}
	if len(squares) != 60-39 || record.Reason != Adjudicated || *record.Discs != want {
		t.Errorf("%d moves, %s, %d; want 21 moves and %d", len(squares), record.Reason, *record.Discs, want)
	}
}

func TestSchedule(t *testing.T) {
	openings := [][]board.Square{{1}, {2}, {3}}
	count := func(s Schedule) (games int, pairs map[[2]int]int) {
		pairs = map[[2]int]int{}
		for _, slot := range s.Slots() {
			pairs[[2]int{slot.Black, slot.White}]++
			games++
		}
		return games, pairs
	}
	for _, c := range []struct {
		name         string
		schedule     Schedule
		games, pairs int
	}{
		{"each opening once", Schedule{Players: 2, Openings: openings}, 6, 2},
		{"more games than openings", Schedule{Players: 2, Openings: openings, Games: 10}, 10, 2},
		{"round robin of four", Schedule{Players: 4, Openings: openings, Games: 4}, 24, 12},
		{"gauntlet of four", Schedule{Players: 4, Openings: openings, Games: 4, Gauntlet: true}, 12, 6},
	} {
		games, pairs := count(c.schedule)
		if games != c.games || len(pairs) != c.pairs {
			t.Errorf("%s: %d games, %d pairings by colour; want %d, %d", c.name, games, len(pairs), c.games, c.pairs)
		}
		for pair, n := range pairs {
			if n != pairs[[2]int{pair[1], pair[0]}] || n != c.games/c.pairs {
				t.Errorf("%s: %v has %d games", c.name, pair, n)
			}
		}
	}
	whole := Schedule{Players: 3, Openings: openings, Games: 20}
	type key [3]int
	of := func(s Slot) key { return key{s.Round, s.Black, s.White} }
	parts := map[key]int{}
	for shard := 1; shard <= 4; shard++ {
		part := whole
		part.Shard, part.Shards = shard, 4
		for _, slot := range part.Slots() {
			parts[of(slot)]++
		}
	}
	for _, slot := range whole.Slots() {
		if parts[of(slot)] != 1 {
			t.Errorf("round %d is in %d shards", slot.Round, parts[of(slot)])
		}
	}
}

func TestReadOpenings(t *testing.T) {
	openings, err := ReadOpenings(strings.NewReader("\uFEFF# two\n\nf5d6c3d3c4f4f6f3\r\n  F5F6E6 D6 \n"))
	if err != nil || len(openings) != 2 || len(openings[0]) != 8 || len(openings[1]) != 4 {
		t.Errorf("%v, %v", openings, err)
	}
	for _, c := range []struct{ text, want string }{
		{"f5d6\nf5f5\n", "line 2: move 2: F5 is not legal here"},
		{"f5d\n", "line 1:"},
		{"# nothing\n", "no opening"},
		{"e6f4e3f6g5d6e7f5c5\n", "line 1: the game is over"},
	} {
		if _, err := ReadOpenings(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

// The built-in openings are what their file promises: 8 plies, legal, and no two
// positions equal under symmetry.
func TestBuiltinOpenings(t *testing.T) {
	seen := map[board.Position]string{}
	for _, opening := range BuiltinOpenings() {
		position := board.Start()
		for _, sq := range opening {
			position = position.Play(sq)
		}
		text := notation.FormatMoves(opening)
		if len(opening) != 8 {
			t.Errorf("%s has %d plies", text, len(opening))
		}
		canonical, _ := position.Canonical()
		if other, found := seen[canonical]; found {
			t.Errorf("%s and %s lead to the same position", other, text)
		}
		seen[canonical] = text
	}
	if len(seen) < 200 {
		t.Errorf("only %d openings", len(seen))
	}
}

func TestTally(t *testing.T) {
	tally := NewTally([]string{"a", "b", "c"})
	add := func(round int, black, white string, discs int) {
		g := &Game{Round: round, Black: black, White: white}
		g.scored(discs, Score)
		tally.Add(g)
	}
	add(1, "a", "b", 10)
	add(1, "b", "a", 4)
	add(2, "b", "a", -6)
	add(2, "a", "b", 0)
	add(3, "a", "b", 2)
	add(1, "c", "a", 20)
	lost := &Game{Round: 3, Black: "b", White: "a"}
	lost.lost(board.Black, Crash, "")
	tally.Add(lost)
	r := tally.Results()[0]
	if r.A != "a" || r.Wins != 4 || r.Draws != 1 || r.Losses != 1 || r.Pairs != [5]int{0, 0, 1, 1, 1} {
		t.Errorf("%+v", r)
	}
	if r.Discs != 10-4+6+0+2 || r.Counted != 5 || r.ByB.Faults[Crash] != 1 || r.ByA.AllFaults() != 0 {
		t.Errorf("discs %d of %d games, faults %v and %v", r.Discs, r.Counted, r.ByA, r.ByB)
	}
	standings := tally.Standings()
	if standings[0].Player != "c" || standings[1].Player != "a" || standings[1].Points != 4.5 || standings[1].Games != 7 {
		t.Errorf("%+v", standings)
	}
}
