package games

import (
	"bufio"
	"context"
	"strings"
	"testing"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// The games are public: the shortest ones, a draw with empties left, a
// tournament-length draw.
func TestResultInWords(t *testing.T) {
	const shortest = "e6f4e3f6g5d6e7f5c5"
	tests := []struct {
		moves string
		human board.Color
		want  string
	}{
		{shortest, board.Black, "The game is over: Black 13, White 0. The empty squares count for the winner: 64 to 0. You win by 64."},
		{shortest, board.White, "The game is over: Black 13, White 0. The empty squares count for the winner: 64 to 0. Kaeshi wins by 64."},
		{"f5d6c3d3c4f4f6f3e6e7d7g6g5f7e2c8e3h4f2c6c7c5e8g3h3d2g4f8g8b5b3f1b6h5a4c2b4a3c1a5a6a7d1e1g1d8b8h2h6h7b2b7g7g2a2b1",
			board.Black, "The game is over: Black 30, White 30. It is a draw."},
		{"f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6",
			board.White, "The game is over: Black 32, White 32. It is a draw."},
	}
	for _, test := range tests {
		squares, err := notation.ParseMoves(test.moves)
		if err != nil {
			t.Fatal(err)
		}
		plies, err := notation.Replay(board.Start(), board.Black, squares)
		if err != nil {
			t.Fatal(err)
		}
		g := engine.NewGame()
		for _, ply := range plies {
			if err := g.Play(ply.Color, ply.Square); err != nil {
				t.Fatal(err)
			}
		}
		if got := resultInWords(g, test.human); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// A player without a move is told so, and must say pass.
func TestPlayPass(t *testing.T) {
	p, side, err := notation.ParsePosition("-------------------X-------XX--O---XXXOO-----X-O-----X---------- X")
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Options{Level: engine.AtLevel(1), Threads: 1, HashMB: 1})
	if err != nil {
		t.Fatal(err)
	}
	e.SetGame(engine.NewGameFrom(p, side))
	var out strings.Builder
	sitting := &terminalGame{
		engine: e, human: board.Black, board: plainPainter, out: bufio.NewWriter(&out),
	}
	sitting.input = &lineReader{lines: readLines(strings.NewReader("e1\nhint\npass\nquit\n")), out: &out, echo: true}
	if err := sitting.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	sitting.out.Flush()
	const noMove = "You have no move: type pass."
	if strings.Count(out.String(), noMove) != 3 || !strings.Contains(out.String(), "Kaeshi plays ") {
		t.Errorf("got\n%s", out.String())
	}
}

// Locales are named as POSIX has them.
func TestShowsDiscs(t *testing.T) {
	for _, test := range []struct {
		locale, system, windowsTerminal string
		want                            bool
	}{
		{"en_GB.UTF-8", "linux", "", true},
		{"C.utf8", "linux", "", true},
		{"ja_JP.UTF-8", "linux", "", false}, // a disc may be two columns wide
		{"ko_KR.utf8", "darwin", "", false},
		{"fr_FR.ISO-8859-1", "linux", "", false},
		{"", "linux", "", false},
		{"", "windows", "", false},
		{"", "windows", "an identifier", true},
	} {
		if got := showsDiscs(test.locale, test.system, test.windowsTerminal); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
