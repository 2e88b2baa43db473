package notation

import (
	"fmt"
	"strings"

	"kaeshi/engine/board"
)

// What a character of a written board stands for.
const (
	blackDiscs = "Xx*"
	whiteDiscs = "Oo"
	noDisc     = "-."
)

// ParsePosition reads 64 characters a1, b1, ... h8 (X or * black, O white, - or
// . empty; blanks between them are skipped) and the side to move: X, O, or the
// name of a colour.
func ParsePosition(s string) (board.Position, board.Color, error) {
	p, side, rest, err := cutPosition(s)
	if err == nil && rest != "" {
		err = fmt.Errorf("%s stands after the side to move", quote(rest))
	}
	if err != nil {
		return board.Position{}, board.Black, err
	}
	return p, side, nil
}

// ParseFEN reads a position as ParsePosition does, or in rows such as
// "8/8/8/3Pp3/3pP3/8/8/8 b" in which a digit stands for so many empty squares and a
// capital for a black disc.
func ParseFEN(s string) (board.Position, board.Color, error) {
	rows, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	if !strings.Contains(rows, "/") {
		return ParsePosition(s)
	}
	var squares strings.Builder
	for _, c := range rows {
		switch {
		case c == '/':
		case c >= '1' && c <= '8':
			squares.WriteString("--------"[:c-'0'])
		case c == 'P' || c == 'p':
			squares.WriteByte(map[rune]byte{'P': 'X', 'p': 'O'}[c])
		default:
			squares.WriteRune(c)
		}
	}
	side, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	return ParsePosition(squares.String() + " " + side)
}

// cutPosition reads a position and its side to move from the beginning of s and
// returns what follows, without blanks around it.
func cutPosition(s string) (p board.Position, side board.Color, rest string, err error) {
	discs, rest, err := cutBoard(s)
	if err != nil {
		return p, side, "", err
	}
	word := rest
	if end := strings.IndexAny(rest, " \t;"); end >= 0 {
		word = rest[:end]
	}
	side, ok := parseSide(word)
	switch {
	case word == "" && endsApart(s):
		// The side to move was taken for the last square.
		return p, side, "", errSquares(63)
	case word == "":
		return p, side, "", fmt.Errorf("the side to move is missing: add X or O")
	case !ok:
		return p, side, "", fmt.Errorf("%s is not a side to move: use X or O", quote(word))
	}
	return fromSide(discs, side), side, strings.TrimSpace(rest[len(word):]), nil
}

// endsApart reports whether s is a board whose last character stands apart from the
// one before, as the side to move does, while others do not.
func endsApart(s string) bool {
	s, _, _ = strings.Cut(s, ";")
	words := strings.Fields(s)
	return len(words) > 1 && len(words[len(words)-1]) == 1 && len(words[len(words)-2]) > 1
}

func errSquares(number int) error { return fmt.Errorf("a board has 64 squares, not %d", number) }

// cutBoard reads 64 squares from the beginning of s; in the result the player is
// Black.
func cutBoard(s string) (discs board.Position, rest string, err error) {
	squares := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		bit := board.Square(squares).Bit()
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			continue
		case squares == 64:
			if more := squaresJoined(s, i); more > 0 {
				return discs, "", errSquares(squares + more)
			}
			return discs, strings.TrimSpace(s[i:]), nil
		case strings.IndexByte(blackDiscs, c) >= 0:
			discs.Player |= bit
		case strings.IndexByte(whiteDiscs, c) >= 0:
			discs.Opponent |= bit
		case strings.IndexByte(noDisc, c) < 0:
			return discs, "", fmt.Errorf("a board has 64 of X, O and -, not %s after %d squares", quote(s[i:i+1]), squares)
		}
		squares++
	}
	switch {
	case squares < 64 && endsApart(s):
		return discs, "", errSquares(squares - 1)
	case squares < 64:
		return discs, "", errSquares(squares)
	}
	return discs, "", nil
}

// squaresJoined returns how many squares too many follow the 64th, which ends at i,
// without a blank. A single one that no side to move follows is that side itself.
func squaresJoined(s string, i int) int {
	if strings.ContainsRune(" \t\r\n", rune(s[i-1])) {
		return 0
	}
	rest := strings.TrimLeft(s[i:], blackDiscs+whiteDiscs+noDisc)
	more := len(s) - i - len(rest)
	if more > 1 {
		return more
	}
	word := strings.TrimLeft(rest, " \t")
	if end := strings.IndexAny(word, " \t;"); end >= 0 {
		word = word[:end]
	}
	if _, ok := parseSide(word); !ok || len(word) == len(rest) {
		return 0
	}
	return more
}

func parseSide(word string) (board.Color, bool) {
	if len(word) == 1 {
		switch {
		case strings.Contains(blackDiscs, word):
			return board.Black, true
		case strings.Contains(whiteDiscs, word):
			return board.White, true
		}
	}
	return board.ParseColor(word)
}

// fromSide turns p, seen by Black, into what side sees; and back.
func fromSide(p board.Position, side board.Color) board.Position {
	if side == board.White {
		return p.Pass()
	}
	return p
}

// FormatPosition prints p, where side is to move, as 64 of X (black), O (white)
// and -, a blank, and X or O for the side.
func FormatPosition(p board.Position, side board.Color) string {
	text := make([]byte, 0, 66)
	text = appendBoard(text, fromSide(p, side), "XO-")
	return string(append(text, ' ', "XO"[side]))
}

// appendBoard appends the 64 squares of p, seen by Black, with the three signs
// for black, white and empty.
func appendBoard(text []byte, p board.Position, signs string) []byte {
	for sq := range board.Square(64) {
		switch {
		case p.Player&sq.Bit() != 0:
			text = append(text, signs[0])
		case p.Opponent&sq.Bit() != 0:
			text = append(text, signs[1])
		default:
			text = append(text, signs[2])
		}
	}
	return text
}
