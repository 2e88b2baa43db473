package engine

import (
	"context"
	"testing"

	"kaeshi/engine/board"
)

// mapBook is a book as small as can be.
type mapBook map[board.Position][]BookMove

func (b mapBook) Probe(p board.Position) []BookMove { return b[p] }

func square(name string) board.Square {
	sq, _ := board.ParseSquare(name)
	return sq
}

// someBook knows the start and, after F5 D6, Black's next move.
func someBook() mapBook {
	second := board.Start().Play(square("F5")).Play(square("D6"))
	return mapBook{
		board.Start(): {{Square: square("F5"), Value: 1}, {Square: square("E6"), Value: 1}, {Square: square("D3"), Value: 0}, {Square: square("C4"), Value: -3}},
		second:        {{Square: square("C5"), Value: 2}, {Square: square("C4"), Value: 1.5}, {Square: square("C3"), Value: 0}},
	}
}

// choices counts what an engine plays from the book in 400 tries.
func choices(t *testing.T, choice BookChoice, limit Limit, moves ...string) map[board.Square]int {
	t.Helper()
	e, err := New(Options{Book: someBook(), Choice: choice, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if err := e.Game().Play(e.Game().SideToMove(), square(m)); err != nil {
			t.Fatal(err)
		}
	}
	count := map[board.Square]int{}
	for range 400 {
		info, err := e.Search(context.Background(), limit, nil)
		if err != nil {
			t.Fatal(err)
		}
		count[info.Move()]++
	}
	return count
}

func TestBookChoice(t *testing.T) {
	for _, test := range []struct {
		name   string
		choice BookChoice
		limit  Limit
		moves  []string
		want   []string // every one of these, and no other
	}{
		{name: "equals", want: []string{"F5", "E6"}},
		{name: "steady", choice: BookChoice{MoveError: 5}, limit: Limit{Steady: true}, want: []string{"F5"}},
		{name: "a disc", choice: BookChoice{MoveError: 1}, want: []string{"F5", "E6", "D3"}},
		{name: "almost a disc", choice: BookChoice{MoveError: 0.99}, want: []string{"F5", "E6"}},
		{name: "everything", choice: BookChoice{MoveError: 4, Weighted: true}, want: []string{"F5", "E6", "D3", "C4"}},
		{name: "whole game", choice: BookChoice{MoveError: 4, GameError: 1}, want: []string{"F5", "E6", "D3"}},
		{name: "nothing lost yet", choice: BookChoice{MoveError: 4, GameError: 1}, moves: []string{"F5", "D6"}, want: []string{"C5", "C4"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			count := choices(t, test.choice, test.limit, test.moves...)
			for _, name := range test.want {
				if count[square(name)] == 0 {
					t.Errorf("%s is never played: %v", name, count)
				}
			}
			if len(count) != len(test.want) {
				t.Errorf("plays %v, want only %v", count, test.want)
			}
		})
	}
}

func TestWhatWasLostBoundsTheRestOfTheGame(t *testing.T) {
	book := someBook()
	// D3 lost a disc; the position is that after F5 D6, turned.
	p := board.Start().Play(square("D3")).Play(square("C5"))
	book[p] = []BookMove{{Square: square("D6"), Value: 2}, {Square: square("E6"), Value: 1.5}}
	for _, m := range book[p] {
		if !p.Legal(m.Square) {
			t.Fatalf("%v is not legal", m.Square)
		}
	}
	e, err := New(Options{Book: book, Choice: BookChoice{MoveError: 4, GameError: 1}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []string{"D3", "C5"} {
		if err := e.Game().Play(e.Game().SideToMove(), square(m)); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		if info, _ := e.Search(context.Background(), Limit{}, nil); info.Move() != square("D6") {
			t.Fatalf("plays %v after having lost all it may", info.Move())
		}
	}
	e.Game().Undo()
	if loss := e.bookLoss(); loss != 0 {
		t.Errorf("White has lost %v", loss)
	}
}

func TestWeightedChoicePrefersBetterMoves(t *testing.T) {
	count := choices(t, BookChoice{MoveError: 4, Weighted: true}, Limit{})
	best, worst := count[square("F5")], count[square("C4")]
	if worst == 0 || best < 2*worst {
		t.Errorf("the best move is played %d times, the worst %d times", best, worst)
	}
}

func TestEqualSeedsChooseAlike(t *testing.T) {
	one := choices(t, BookChoice{MoveError: 4, Weighted: true}, Limit{})
	two := choices(t, BookChoice{MoveError: 4, Weighted: true}, Limit{})
	for sq, n := range one {
		if two[sq] != n {
			t.Errorf("%v is played %d times and %d times", sq, n, two[sq])
		}
	}
}
