package cli

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

func bookShowCommand() *cli.Command {
	return &cli.Command{
		Name:        "show",
		Usage:       "list the book's moves after a line",
		ArgsUsage:   "[MOVES]",
		Description: "Values are in discs for the side to move; without MOVES the start is shown.\nExample: kaeshi book show F5D6C3",
		Flags:       []cli.Flag{bookFlag()},
		Action:      showBook,
	}
}

func showBook(c *cli.Context) error {
	b, err := openBook(c)
	if err != nil {
		return err
	}
	plies, err := lineArgument(c)
	if err != nil {
		return err
	}
	positions := book.Positions(plies)
	p, side := positions[len(positions)-1], sideAfter(plies)
	entry, ok := b.Entry(p)
	if !ok {
		return fmt.Errorf("%s is not in the book", formatPlies(plies))
	}
	return printBookMoves(c.App.Writer, b, p, side, entry, book.NameOfLine(plies))
}

func printBookMoves(w io.Writer, b *book.Book, p board.Position, side board.Color, entry book.Entry, name book.Name) error {
	if text := name.String(); text != "" {
		fmt.Fprintln(w, text)
	}
	fmt.Fprintf(w, "%s to move, value %v\n", side, entry.Value)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, m := range b.Moves(p) {
		to, _ := book.NameOf(p.Play(m.Square))
		kind := ""
		if m.Leaf {
			kind = "leaves the book"
		}
		fmt.Fprintf(table, "%v\t%v\t%s\t%s", m.Square, m.Value, levelText(m.Entry), gamesText(m))
		if note := join(to.String(), kind); note != "" {
			fmt.Fprintf(table, "\t%s", note)
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

func levelText(e book.Entry) string {
	if e.Level == 0 {
		return e.Origin.String()
	}
	return "level " + strconv.Itoa(int(e.Level))
}

func gamesText(m book.Move) string {
	if m.Leaf || m.Entry.Visits == 0 {
		return "-"
	}
	return strconv.Itoa(int(m.Entry.Visits)) + " games"
}

func join(a, b string) string {
	if a != "" && b != "" {
		return a + ", " + b
	}
	return a + b
}

// sideAfter returns the side to move after plies from the start.
func sideAfter(plies []notation.Ply) board.Color {
	if len(plies) == 0 {
		return board.Black
	}
	return plies[len(plies)-1].Color.Opponent()
}

func formatPlies(plies []notation.Ply) string {
	if len(plies) == 0 {
		return "the start"
	}
	moves := make([]board.Square, len(plies))
	for i, ply := range plies {
		moves[i] = ply.Square
	}
	return notation.FormatMoves(moves)
}
