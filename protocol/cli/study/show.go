package study

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

const categoryBook = "Book"

// ShowCommand is the verb book show.
func ShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "list the book's moves after a line",
		ArgsUsage: "[MOVES]",
		Description: "Values are in discs for the side to move; without MOVES the start is shown.\n" +
			"Example: kaeshi book show F5D6C3\n" +
			"         kaeshi book show --svg tiger.svg --depth 8 --width 2 F5D6C3D3C4",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "book", Aliases: []string{"b"}, Category: categoryBook, Usage: "read the book in `FILE` in place of the built-in one"},
			&cli.StringFlag{Name: "svg", Category: categoryBook, Usage: "draw the tree of what follows into `FILE`"},
			&cli.StringFlag{Name: "dot", Category: categoryBook, Usage: "write the tree for Graphviz into `FILE`"},
			&cli.IntFlag{Name: "depth", Value: 6, Category: categoryBook, Usage: "draw `PLIES` of the tree"},
			&cli.IntFlag{Name: "width", Value: 0, Category: categoryBook, Usage: "draw the best `N` moves of each position; 0 is all"},
		},
		Action: showBook,
	}
}

func showBook(c *cli.Context) error {
	b, err := core.OpenBook(c)
	if err != nil {
		return err
	}
	defer b.Close()
	plies, err := lineArgument(c)
	if err != nil {
		return err
	}
	positions := book.Positions(plies)
	p, side := positions[len(positions)-1], sideAfter(plies)
	entry, ok := b.Entry(p)
	if err := b.Err(); err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%s is not in the book", movesOrStart(plies))
	}
	if c.String("svg") != "" || c.String("dot") != "" {
		return drawBook(c, b, p, side)
	}
	return printBookMoves(c.App.Writer, b, p, side, entry, book.NameOfLine(plies))
}

// drawBook writes the tree from p on into the files that were asked for.
func drawBook(c *cli.Context, b *book.Book, p board.Position, side board.Color) error {
	depth, width := c.Int("depth"), c.Int("width")
	if depth < 0 || width < 0 {
		return errors.New("--depth and --width are not negative")
	}
	tree, _ := b.Tree(p, side, depth, width)
	if err := b.Err(); err != nil {
		return err
	}
	for _, drawing := range []struct {
		flag string
		draw func(io.Writer) error
	}{{"svg", func(w io.Writer) error { return treeDrawing(tree).Write(".svg", w) }}, {"dot", tree.WriteDot}} {
		path := c.String(drawing.flag)
		if path == "" {
			continue
		}
		var data bytes.Buffer
		if err := drawing.draw(&data); err != nil {
			return err
		}
		summary, err := core.WriteOut(c, drawing.flag, data.Bytes())
		if err != nil {
			return err
		}
		fmt.Fprintf(summary, "%s: %d bytes\n", path, data.Len())
	}
	return nil
}

func printBookMoves(w io.Writer, b *book.Book, p board.Position, side board.Color, entry book.Entry, name book.Name) error {
	if text := name.String(); text != "" {
		fmt.Fprintln(w, text)
	}
	fmt.Fprintf(w, "%s to move, value %v\n", side, entry.Value)
	if _, err := io.WriteString(w, core.BookMoves(b, p)); err != nil {
		return err
	}
	return b.Err()
}

// sideAfter returns the side to move after plies from the start.
func sideAfter(plies []notation.Ply) board.Color {
	if len(plies) == 0 {
		return board.Black
	}
	return plies[len(plies)-1].Color.Opponent()
}
