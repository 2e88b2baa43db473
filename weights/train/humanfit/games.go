// Package humanfit fits the model of human moves to games of people, and measures it.
package humanfit

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Game is what a fit needs of a game: the moves from the usual start, passes left out.
type Game struct {
	Key     uint64         // the same for the same moves, mirrored ones too
	Moves   []board.Square // turned so that the first is F5
	Players [2]int         // by colour, numbers in the file's list of players, 0 if unknown
	Score   int            // discs of Black less those of White at the end
	File    int            // which file it comes from
}

// Scan reads the games of a file, plain or gzipped, in any format of engine/notation. It
// calls game for each that a fit can use, and bad for each that cannot be read, and goes
// on as long as that returns nil.
func Scan(name string, r io.Reader, game func(Game), bad func(error) error) error {
	buffered := bufio.NewReader(r)
	r = buffered
	if head, _ := buffered.Peek(2); string(head) == "\x1f\x8b" {
		unzipped, err := gzip.NewReader(buffered)
		if err != nil {
			return notation.WithName(name, err)
		}
		r, name = unzipped, strings.TrimSuffix(name, ".gz")
	}
	return notation.ScanGames(name, r, func(g notation.Game) error {
		if converted, ok := Convert(&g); ok {
			game(converted)
		}
		return nil
	}, bad)
}

// Convert returns what a fit needs of a game; ok is false for games from another start.
func Convert(g *notation.Game) (out Game, ok bool) {
	if g.Start != board.Start() || g.First != board.Black {
		return out, false
	}
	turn := -1
	for _, m := range g.Moves {
		if m.Square >= 64 {
			continue
		}
		if turn < 0 {
			turn = toFirstMove(m.Square)
		}
		out.Moves = append(out.Moves, m.Square.Transform(turn))
	}
	out.Key = KeyOf(out.Moves)
	for c := range out.Players {
		out.Players[c] = g.Players[c].Number
	}
	end, side := g.End()
	if out.Score = end.Score(); side == board.White {
		out.Score = -out.Score
	}
	return out, len(out.Moves) > 0
}

// firstMove is where all games begin here: the four first moves are one by symmetry.
const firstMove = board.Square(4*8 + 5)

// toFirstMove returns the symmetry that keeps the usual start and takes sq to F5.
func toFirstMove(sq board.Square) int {
	for s := range board.Symmetries {
		if board.Start().Transform(s) == board.Start() && sq.Transform(s) == firstMove {
			return s
		}
	}
	return 0
}

// KeyOf returns a number for moves.
func KeyOf(moves []board.Square) uint64 {
	h := sha256.New()
	for _, m := range moves {
		h.Write([]byte{byte(m)})
	}
	return binary.LittleEndian.Uint64(h.Sum(nil))
}
