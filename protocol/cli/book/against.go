package book

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/book/learn"
	"kaeshi/protocol/cli/core"
)

func againstFlag(does string) cli.Flag {
	return &cli.StringSliceFlag{Name: "against", Category: categoryBook,
		Usage: does + " of the proven bounds and known values in `FILE`, a table divided by tabs; may be repeated"}
}

// readAgainst reads the tables of --against.
func readAgainst(c *cli.Context) ([]book.Known, error) {
	var known []book.Known
	for _, path := range c.StringSlice("against") {
		file, err := core.OpenInput(c, path)
		if err != nil {
			return nil, err
		}
		rows, err := book.ReadKnown(core.InputName(path), file)
		file.Close()
		if err != nil {
			return nil, err
		}
		known = append(known, rows...)
	}
	return known, nil
}

// printAgainst names every value of a book that contradicts what is known, and
// returns how many there are.
func printAgainst(c *cli.Context, b *book.Book, known []book.Known) (int, error) {
	met, wrong, err := b.Against(known)
	if err != nil {
		return 0, err
	}
	for _, w := range wrong {
		fmt.Fprintln(c.App.Writer, w)
	}
	fmt.Fprintf(c.App.Writer, "%d of %d known values are in the book, %d contradictions\n", met, len(known), len(wrong))
	return len(wrong), nil
}

// cutAtProofs makes no value of g contradict a proof, and tells of what that took.
func cutAtProofs(c *cli.Context, g *book.Graph, known []book.Known) error {
	cuts, err := g.CutAtProofs(known)
	if err != nil {
		return err
	}
	if cuts > 0 {
		fmt.Fprintf(c.App.Writer, "%d ends of lines take the value of a proof\n", cuts)
	}
	return nil
}

// refute searches deeper where the book contradicts what is known, up to --level.
func refute(c *cli.Context, g *book.Graph, known []book.Known, o learn.Options) error {
	var levels []uint8
	for level := 14; level < c.Int("level"); level += 3 {
		levels = append(levels, uint8(level))
	}
	levels = append(levels, uint8(c.Int("level")))
	left, err := learn.Refute(c.Context, g, known, o, levels, func(level uint8) ([]learn.Searcher, error) {
		return core.SearchersAt(c, int(level))
	})
	if err == nil {
		fmt.Fprintf(c.App.Writer, "%d contradictions are left\n", len(left))
	}
	return err
}
