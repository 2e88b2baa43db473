package games

import (
	"fmt"
	"io"
	"math/bits"
	"os"
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/protocol/cli/core"
)

// boardPainter draws a game: with colours on a terminal, in plain letters elsewhere.
type boardPainter struct {
	black, white, legal, empty string // one character wide each
	blackName, whiteName       string // with the sign of the discs, where it is not plain
	before, after              string // around a row
	separator                  string // between squares
}

var plainPainter = boardPainter{
	black: "X", white: "O", legal: "*", empty: ".", blackName: "Black (X)", whiteName: "White (O)", separator: " ",
}

// Discs as on a real board: black and white on green, legal moves as dots.
var colourPainter = boardPainter{
	black: "\x1b[30m●", white: "\x1b[97m●", legal: "\x1b[33m·", empty: " ",
	blackName: "Black", whiteName: "White",
	before: "\x1b[42m ", after: " \x1b[0m", separator: " ",
}

// newBoardPainter respects NO_COLOR (no-color.org) and terminals that cannot.
func newBoardPainter(out io.Writer) boardPainter {
	if core.IsTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		return colourPainter
	}
	return plainPainter
}

// paint draws the board with the legal moves of viewer, if it is to move, and
// the last move and the discs beside it.
func (p boardPainter) paint(out io.Writer, g *engine.Game, viewer board.Color) {
	black, white := g.PositionFor(board.Black).Player, g.PositionFor(board.White).Player
	var legal uint64
	if g.SideToMove() == viewer {
		legal = g.Position().Moves()
	}
	header := "  " + strings.Repeat(" ", strings.Count(p.before, " ")) + "a b c d e f g h"
	fmt.Fprintf(out, "\n%s\n", header)
	for row := range 8 {
		squares := make([]string, 8)
		for column := range squares {
			bit := board.SquareAt(column, row).Bit()
			switch {
			case black&bit != 0:
				squares[column] = p.black
			case white&bit != 0:
				squares[column] = p.white
			case legal&bit != 0:
				squares[column] = p.legal
			default:
				squares[column] = p.empty
			}
		}
		fmt.Fprintf(out, "%d %s%s%s%s\n", row+1, p.before, strings.Join(squares, p.separator), p.after, p.beside(g, row))
	}
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
