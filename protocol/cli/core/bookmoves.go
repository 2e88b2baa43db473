package core

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"kaeshi/book"
	"kaeshi/engine/board"
)

// BookMoves is the table of the book's moves at p, a line each.
func BookMoves(b *book.Book, p board.Position) string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
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
	table.Flush()
	return text.String()
}

func levelText(e book.Entry) string {
	if e.Level == 0 {
		return e.Origin.String()
	}
	level := "level " + strconv.Itoa(int(e.Level))
	if e.Origin.Foreign() || e.Origin == book.FromProof {
		level += " of " + e.Origin.String()
	}
	return level
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
