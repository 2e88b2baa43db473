package games

import (
	"fmt"
	"io"
	"math/bits"
	"os"
	"runtime"
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/protocol/cli/console"
)

// boardPainter draws a game: with colours on a terminal, in plain letters elsewhere.
type boardPainter struct {
	black, white, legal, empty string // one character wide each
	blackName, whiteName       string // with the sign of the discs, where it is not plain
	before, after              string // around a row
	lastBefore, lastAfter      string // around the last move's square, in place of the blanks
}

var plainPainter = boardPainter{
	black: "X", white: "O", legal: "*", empty: ".", blackName: "Black (X)", whiteName: "White (O)",
	lastBefore: "[", lastAfter: "]",
}

// Discs as on a real board: black and white on green, legal moves as dots. The last
// move stands between brackets as elsewhere, because not everybody sees its colour.
var colourPainter = boardPainter{
	black: "\x1b[30m●", white: "\x1b[97m●", legal: "\x1b[33m·", empty: " ",
	blackName: "Black", whiteName: "White",
	before: "\x1b[42m", after: "\x1b[0m",
	lastBefore: "\x1b[93m[", lastAfter: "\x1b[93m]",
}

// letterPainter has the same colours without signs that a terminal may lack, or show
// two columns wide.
var letterPainter = func() boardPainter {
	p := colourPainter
	p.black, p.white, p.legal = "\x1b[30mX", "\x1b[97mO", "\x1b[33m."
	p.blackName, p.whiteName = plainPainter.blackName, plainPainter.whiteName
	return p
}()

// newBoardPainter respects NO_COLOR (no-color.org) and terminals that cannot.
func newBoardPainter(out io.Writer) boardPainter {
	switch {
	case !console.IsTerminal(out) || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb":
		return plainPainter
	case showsDiscs(locale(), runtime.GOOS, os.Getenv("WT_SESSION")):
		return colourPainter
	}
	return letterPainter
}

// locale returns the locale of the terminal's letters, as POSIX finds it.
func locale() string {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := os.Getenv(name); value != "" {
			return value
		}
	}
	return ""
}

// showsDiscs reports whether a terminal shows a disc in one column. Terminals of
// Chinese, Japanese and Korean locales may take two for it, old ones of Windows none.
func showsDiscs(locale, system, windowsTerminal string) bool {
	if system == "windows" {
		return windowsTerminal != ""
	}
	name := strings.ToLower(locale)
	unicode := strings.Contains(name, "utf-8") || strings.Contains(name, "utf8")
	for _, wide := range []string{"zh", "ja", "ko"} {
		unicode = unicode && !strings.HasPrefix(name, wide)
	}
	return unicode
}

// paint draws the board with the legal moves of viewer, if it is to move, and
// the last move and the discs beside it.
func (p boardPainter) paint(out io.Writer, g *engine.Game, viewer board.Color) {
	black, white := g.PositionFor(board.Black).Player, g.PositionFor(board.White).Player
	var legal uint64
	if g.SideToMove() == viewer {
		legal = g.Position().Moves()
	}
	last := board.Pass
	if moves := g.Moves(); len(moves) > 0 {
		last = moves[len(moves)-1].Square
	}
	fmt.Fprintf(out, "\n   a b c d e f g h\n")
	for row := range 8 {
		var squares strings.Builder
		for column := range 8 {
			sq := board.SquareAt(column, row)
			sign := p.empty
			switch bit := sq.Bit(); {
			case black&bit != 0:
				sign = p.black
			case white&bit != 0:
				sign = p.white
			case legal&bit != 0:
				sign = p.legal
			}
			squares.WriteString(p.gap(column > 0 && last == sq-1, last == sq) + sign)
		}
		end := p.gap(last == board.SquareAt(7, row), false)
		line := fmt.Sprintf("%d %s%s%s%s%s", row+1, p.before, squares.String(), end, p.after, p.beside(g, row))
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
}

// gap returns what stands between two squares.
func (p boardPainter) gap(afterLast, beforeLast bool) string {
	switch {
	case afterLast:
		return p.lastAfter
	case beforeLast:
		return p.lastBefore
	}
	return " "
}

// beside returns what stands to the right of a row.
func (p boardPainter) beside(g *engine.Game, row int) string {
	switch row {
	case 2:
		return fmt.Sprintf("   %s %d", p.blackName, g.Discs(board.Black))
	case 3:
		return fmt.Sprintf("   %s %d", p.whiteName, g.Discs(board.White))
	case 5:
		if moves := g.Moves(); len(moves) > 0 {
			last := moves[len(moves)-1]
			return fmt.Sprintf("   last move: %s %s", last.Color, last.Square)
		}
	}
	return ""
}

// resultInWords says how a finished game ended for the person.
func resultInWords(g *engine.Game, human board.Color) string {
	black, white := g.Discs(board.Black), g.Discs(board.White)
	text := fmt.Sprintf("The game is over: Black %d, White %d.", black, white)
	score := g.FinalScore()
	if empties := 64 - black - white; empties > 0 && score != 0 {
		text += fmt.Sprintf(" The empty squares count for the winner: %d to %d.", (64+score)/2, (64-score)/2)
	}
	if human == board.White {
		score = -score
	}
	switch {
	case score > 0:
		return fmt.Sprintf("%s You win by %d.", text, score)
	case score < 0:
		return fmt.Sprintf("%s Kaeshi wins by %d.", text, -score)
	}
	return text + " It is a draw."
}

// squareNames lists the squares of a bitboard, "D3 C4 F5 E6".
func squareNames(squares uint64) string {
	var names []string
	for ; squares != 0; squares &= squares - 1 {
		names = append(names, board.Square(bits.TrailingZeros64(squares)).String())
	}
	return strings.Join(names, " ")
}
