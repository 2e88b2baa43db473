package notation

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"kaeshi/engine/board"
)

// Variations are branches beside the main line, which every reader finds first.
func TestSGFVariations(t *testing.T) {
	games, err := ReadGames("moves.txt", strings.NewReader("F5D6C3D3"))
	if err != nil {
		t.Fatal(err)
	}
	plain := games[0]
	g := plain
	line := func(first board.Color, squares ...board.Square) (moves []Move) {
		for i, sq := range squares {
			moves = append(moves, Move{Color: first ^ board.Color(i%2), Square: sq})
		}
		return moves
	}
	f4, f6, c5 := board.SquareAt(5, 3), board.SquareAt(5, 5), board.SquareAt(2, 4)
	g.Variations = []Variation{
		{At: 1, Moves: line(board.White, f6, board.SquareAt(4, 5))},
		{At: 1, Moves: line(board.White, f4)},
		{At: 3, Moves: line(board.White, c5)},
	}
	g.Variations[2].Moves[0].Comment = "a [better] one"
	var out bytes.Buffer
	if err := WriteGames("sgf", &out, []Game{g}); err != nil {
		t.Fatal(err)
	}
	const want = `
;B[fe]
(;W[df];B[cc]
(;W[dc])
(;W[ce]C[a [better\] one]))
(;W[ff];B[ef])
(;W[fd]))`
	if _, tree, _ := strings.Cut(out.String(), "RE[?]"); strings.TrimSpace(tree) != strings.TrimSpace(want) {
		t.Errorf("the tree is\n%s", out.String())
	}
	back, err := ReadGames("x.sgf", bytes.NewReader(out.Bytes()))
	if err != nil || len(back) != 1 || !slices.Equal(back[0].Squares(), plain.Squares()) {
		t.Errorf("read back: %v, error %v", back, err)
	}
}
