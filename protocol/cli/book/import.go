package book

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/book/learn"
	"kaeshi/engine/board"
	"kaeshi/protocol/cli/core"
)

func importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "take lines, games or another book into a working book",
		ArgsUsage: "[FILE...]",
		Description: "Reads flat and working books, those of Edax and Egaroucid, JSON lines, scored\n" +
			"transcripts, lists of moves, and games in any format. Where both books know a\n" +
			"position, the deeper search stays. Where a line ends without a value, its end is\n" +
			"searched; the result of a game that was not played out, as on time, is no value.\n" +
			"A game or a book that was counted before does not count again. If one file is\n" +
			"wrong, nothing is taken from any.\n" +
			"Example: kaeshi book import --book my.book --from games.wtb --depth 20",
		Flags: append([]cli.Flag{
			workingBookFlag(), fromFlag("read"),
			&cli.IntFlag{Name: "depth", Value: 60, Category: categoryBook, Usage: "take lines of games up to `PLIES`"},
			&cli.BoolFlag{Name: "count", Category: categoryBook, Usage: "only count games at the positions that the book has already"},
			skipFlag(),
		}, core.SearchFlags()...),
		Action: importBook,
	}
}

func importBook(c *cli.Context) error {
	files, err := sources(c)
	if err != nil {
		return err
	}
	depth := c.Int("depth")
	if depth < 1 || depth > 60 {
		return fmt.Errorf("--depth %d: not within 1 to 60 plies", depth)
	}
	in, err := readIncoming(c, files, depth)
	if err != nil {
		return err
	}
	defer in.close()
	store, err := editStore(c)
	if err != nil {
		return err
	}
	defer store.Close()
	before := store.Len()
	draft, counted, err := in.takeInto(c, store, c.Bool("count"))
	if err != nil {
		return err
	}
	defer draft.Close()
	graph := draft.Graph()
	games, err := in.countGames(graph, store)
	if err != nil {
		return err
	}
	if !c.Bool("count") {
		// The ends of lines that came without a value.
		if err := searchGaps(c, graph, learn.Ends); err != nil {
			return err
		}
	}
	if err := store.WriteAll(graph, append(counted, games...)...); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s: %d positions, %d new, %d skipped\n", c.String("book"), graph.Len(), graph.Len()-before, in.skipped)
	return nil
}

// searchGaps searches what a book does not know and should.
func searchGaps(c *cli.Context, g *book.Graph, search func(context.Context, *book.Graph, learn.Options) error) error {
	searchers, err := core.Searchers(c)
	if err != nil {
		return err
	}
	bar := core.NewProgress(c, "searched", 0, 0, "positions")
	defer bar.Finish()
	err = search(c.Context, g, learn.Options{
		Searchers: searchers,
		Save:      func(*book.Graph, []board.Position) error { return nil },
		Progress:  func(p learn.Progress) { bar.Set(p.Searched) },
	})
	if err == nil {
		err = c.Context.Err() // cut short: nothing is written
	}
	return err
}
