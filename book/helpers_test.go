package book

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// read reads transcripts that must be right.
func read(t *testing.T, text string) []notation.Transcript {
	t.Helper()
	transcripts, err := notation.ReadTranscripts("test", strings.NewReader(text), func(err error) error { return err })
	if err != nil {
		t.Fatal(err)
	}
	return transcripts
}

func build(transcripts []notation.Transcript) *Graph {
	b := NewBuilder()
	for _, t := range transcripts {
		b.Add(t)
	}
	return b.Graph()
}

// after returns the position after a move string.
func after(t *testing.T, text string) board.Position {
	t.Helper()
	p, err := endOf(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func randomMove(rnd *rand.Rand, p board.Position) board.Square {
	var legal []board.Square
	for sq := range board.Square(64) {
		if p.Legal(sq) {
			legal = append(legal, sq)
		}
	}
	if len(legal) == 0 {
		return board.Pass
	}
	return legal[rnd.IntN(len(legal))]
}

// randomLine plays up to plies random plies from the start.
func randomLine(rnd *rand.Rand, plies int) notation.Transcript {
	t := notation.Transcript{Value: Value(rnd.IntN(2*MaxValue+1) - MaxValue).Discs()}
	p, side := board.Start(), board.Black
	for range plies {
		if p.Over() {
			break
		}
		sq := randomMove(rnd, p)
		t.Plies = append(t.Plies, notation.Ply{Color: side, Square: sq})
		p, side = p.Play(sq), side.Opponent()
	}
	return t
}

// randomLines returns lines that share much: short ones from few first moves,
// and some that go on to the passes near the end of a game.
func randomLines(rnd *rand.Rand, n int) []notation.Transcript {
	var lines []notation.Transcript
	for i := range n {
		plies := 1 + rnd.IntN(7)
		if i%8 == 0 {
			plies = 50 + rnd.IntN(14)
		}
		lines = append(lines, randomLine(rnd, plies))
	}
	return lines
}

// loaded returns all that is in a book which is whole.
func loaded(t *testing.T, r Reader) *Graph {
	t.Helper()
	g, err := Load(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sameBooks compares two graphs position by position.
func sameBooks(t *testing.T, got, want *Graph) {
	t.Helper()
	if diff := cmp.Diff(want.entries, got.entries); diff != "" {
		t.Errorf("books differ (-want +got):\n%s", diff)
	}
}
