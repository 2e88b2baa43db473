package gtp

import (
	"fmt"
	"math/bits"
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

// finalScore answers in Go's way: the winner and by how many discs.
func (s *Server) finalScore(*call) (string, error) {
	game := s.engine.Game()
	if !game.Over() {
		return "", errCannotScore
	}
	switch score := game.FinalScore(); {
	case score > 0:
		return fmt.Sprintf("B+%d", score), nil
	case score < 0:
		return fmt.Sprintf("W+%d", -score), nil
	}
	return "0", nil
}

const columnNames = "   A B C D E F G H"

// showboard draws the board below an empty first line.
func (s *Server) showboard(*call) (string, error) {
	game := s.engine.Game()
	var text strings.Builder
	fmt.Fprintln(&text)
	fmt.Fprintln(&text, columnNames)
	for row := range boardSize {
		fmt.Fprintf(&text, " %d%s %d\n", row+1, drawRow(game, row), row+1)
	}
	fmt.Fprintln(&text, columnNames)
	fmt.Fprintf(&text, "Black (X) %d, White (O) %d, empty %d\n",
		game.Discs(board.Black), game.Discs(board.White), game.Empties())
	if game.Over() {
		text.WriteString(resultInWords(game))
	} else {
		fmt.Fprintf(&text, "%s to move%s", capital(game.SideToMove()), passNote(game))
	}
	return text.String(), nil
}

func passNote(game *engine.Game) string {
	if game.Position().MustPass() {
		return ", which must pass"
	}
	return ""
}

// drawRow draws row 0..7 of the board with a blank before each square.
func drawRow(game *engine.Game, row int) string {
	p := game.PositionFor(board.Black)
	var text strings.Builder
	for column := range boardSize {
		bit := board.SquareAt(column, row).Bit()
		switch {
		case p.Player&bit != 0:
			text.WriteString(" X")
		case p.Opponent&bit != 0:
			text.WriteString(" O")
		default:
			text.WriteString(" .")
		}
	}
	return text.String()
}

func capital(c board.Color) string {
	if c == board.Black {
		return "Black"
	}
	return "White"
}

// resultInWords says how a game ended, or that it has not.
func resultInWords(game *engine.Game) string {
	if !game.Over() {
		return "The game is not over."
	}
	score := game.FinalScore()
	if score == 0 {
		return fmt.Sprintf("Draw, %d discs each.", game.Discs(board.Black))
	}
	winner := board.Black
	if score < 0 {
		winner, score = board.White, -score
	}
	text := fmt.Sprintf("%s wins %d-%d", capital(winner), game.Discs(winner), game.Discs(winner.Opponent()))
	if game.Empties() > 0 {
		text += fmt.Sprintf(", by %d with the empty squares", score)
	}
	return text + "."
}

// squares lists the squares of a bitboard from A1 on.
func squares(set uint64) []board.Square {
	var list []board.Square
	for ; set != 0; set &= set - 1 {
		list = append(list, board.Square(bits.TrailingZeros64(set)))
	}
	return list
}

// names prints squares and passes with blanks between them.
func names(list []board.Square) string {
	words := make([]string, len(list))
	for i, sq := range list {
		words[i] = sq.String()
	}
	return strings.Join(words, " ")
}
