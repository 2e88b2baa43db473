package notation

import (
	"fmt"
	"strconv"
	"strings"

	"kaeshi/engine/board"
)

// Ply is one step of a game: a disc placed by a side, or its pass.
type Ply struct {
	Color  board.Color
	Square board.Square // board.Pass where a pass was written or had to be inserted
}

// passWords are the ways to write a pass, a longer one before its beginning.
var passWords = []string{"pass", "pa", "ps", "--"}

// ParseMoves reads a move string such as "F5D6C3", "f5 d6 -- c3", "f5-d6, c3" or
// "1. f5 d6 2. c3". Passes stay where they are written; legality is Replay's affair.
func ParseMoves(s string) ([]board.Square, error) {
	moves := make([]board.Square, 0, len(s)/2)
	for rest := trimBetween(s, false); rest != ""; rest = trimBetween(rest, true) {
		sq, length := nextMove(rest)
		if length == 0 {
			word, _, _ := strings.Cut(rest, " ")
			return nil, fmt.Errorf("move %d: %s is not a square", len(moves)+1, quote(word[:min(len(word), 2)]))
		}
		moves = append(moves, sq)
		rest = rest[length:]
	}
	return moves, nil
}

// ParseMove reads one square or one pass in any of its spellings.
func ParseMove(s string) (board.Square, bool) {
	sq, length := nextMove(s)
	return sq, length > 0 && length == len(s)
}

// nextMove returns the move that s begins with and its length, 0 if there is none.
func nextMove(s string) (board.Square, int) {
	if len(s) < 2 {
		return board.NoSquare, 0
	}
	if sq, ok := board.ParseSquare(s[:2]); ok {
		return sq, 2
	}
	for _, word := range passWords {
		if len(s) >= len(word) && strings.EqualFold(s[:len(word)], word) {
			return board.Pass, len(word)
		}
	}
	return board.NoSquare, 0
}

// trimBetween drops what stands before a move: blanks, the number of the move and,
// behind another one, a comma or a dash, two of which would be a pass.
func trimBetween(s string, behindMove bool) string {
	for {
		if s == "" || s[0] >= 'A' && s[0] <= 'z' {
			return s // most often moves follow each other without anything between
		}
		rest := strings.TrimLeft(s, " \t\r\n")
		_, number := moveNumber(rest)
		rest = rest[number:]
		if behindMove {
			rest = trimSeparator(rest)
		}
		if len(rest) == len(s) {
			return rest
		}
		s = rest
	}
}

func trimSeparator(s string) string {
	for _, separator := range []string{",", "–", "—"} {
		if rest, found := strings.CutPrefix(s, separator); found {
			return rest
		}
	}
	if strings.HasPrefix(s, "-") && !strings.HasPrefix(s, "--") {
		return s[1:]
	}
	return s
}

// moveNumber returns the number that s begins with, as in "12. f5", "12.f5" and
// "12... d6", and its length with the points; 0 if there is none. "6.5" is none.
func moveNumber(s string) (number, length int) {
	const digits = "0123456789"
	rest := strings.TrimLeft(s, digits)
	points := strings.TrimLeft(strings.TrimPrefix(rest, "…"), ".")
	if len(rest) == len(s) || len(points) == len(rest) || points != "" && strings.IndexByte(digits, points[0]) >= 0 {
		return 0, 0
	}
	number, err := strconv.Atoi(s[:len(s)-len(rest)])
	if err != nil {
		return 0, 0
	}
	return number, len(s) - len(points)
}

// Replay plays moves from start, where side is to move, and returns every ply:
// a pass is inserted wherever the side to move has no move and none is written.
// Passes after the end of the game change nothing and are left out. The error
// names the first illegal move by its number in moves, from 1; the plies before
// it are returned with it.
func Replay(start board.Position, side board.Color, moves []board.Square) ([]Ply, error) {
	plies := make([]Ply, 0, len(moves))
	p := start
	for i, sq := range moves {
		if sq == board.Pass && p.Over() {
			continue
		}
		if !p.Legal(sq) && p.MustPass() && p.Pass().Legal(sq) {
			plies = append(plies, Ply{side, board.Pass})
			p, side = p.Pass(), side.Opponent()
		}
		if !p.Legal(sq) {
			return plies, fmt.Errorf("move %d: %v is not legal here", i+1, sq)
		}
		plies = append(plies, Ply{side, sq})
		p, side = p.Play(sq), side.Opponent()
	}
	return plies, nil
}

// FormatMoves prints moves as "F5D6C3", passes left out.
func FormatMoves(moves []board.Square) string {
	text := make([]byte, 0, 2*len(moves))
	for _, sq := range moves {
		if sq < board.Pass {
			text = append(text, sq.String()...)
		}
	}
	return string(text)
}
