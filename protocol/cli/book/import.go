package book

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/book/learn"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

func importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "take lines, games or another book into a working book",
		ArgsUsage: "[FILE...]",
		Description: "Reads flat and working books, JSON lines, scored transcripts, lists of moves, and games in any\n" +
			"format; where both books know a position the deeper search stays. The end of a line that has\n" +
			"no value of its own is searched. All files are taken in or, if one is wrong, none.\n" +
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
	incoming, skipped, err := readBooks(c, files, depth)
	if err != nil {
		return err
	}
	store, err := editBook(c)
	if err != nil {
		return err
	}
	defer store.Close()
	graph := book.Load(store)
	before := graph.Len()
	if c.Bool("count") {
		graph.CountGames(incoming)
	} else {
		graph.Merge(incoming)
		if err := searchEnds(c, graph); err != nil {
			return err
		}
	}
	if err := store.WriteAll(graph); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s: %d positions, %d new, %d skipped\n", c.String("book"), graph.Len(), graph.Len()-before, skipped)
	return nil
}

// searchEnds gives a value to the ends of lines that came without one.
func searchEnds(c *cli.Context, g *book.Graph) error {
	searchers, err := core.Searchers(c)
	if err != nil {
		return err
	}
	err = learn.Ends(c.Context, g, learn.Options{Searchers: searchers, Save: func(*book.Graph, []board.Position) error { return nil }})
	if err == nil {
		err = c.Context.Err() // cut short: nothing is written
	}
	return err
}

// readBooks reads everything before anything is changed.
func readBooks(c *cli.Context, files []string, depth int) (*book.Graph, int, error) {
	all := book.NewGraph()
	skipped := 0
	for _, path := range files {
		graph, n, err := readBookFile(c, path, depth)
		if err != nil {
			return nil, 0, err
		}
		all.Merge(graph)
		skipped += n
	}
	return all, skipped, nil
}

// readBookFile tells books from games by how a file begins.
func readBookFile(c *cli.Context, path string, depth int) (*book.Graph, int, error) {
	if path != "-" {
		isBook, isJSON, err := bookKind(path)
		if err != nil {
			return nil, 0, err
		}
		if isBook {
			b, err := book.Open(path)
			if err != nil {
				return nil, 0, err
			}
			defer b.Close()
			return book.Load(b), 0, nil
		}
		if isJSON {
			file, err := os.Open(path)
			if err != nil {
				return nil, 0, err
			}
			defer file.Close()
			graph, err := book.ReadJSON(file, path)
			return graph, 0, err
		}
	}
	games, skipped, err := readGames(c, []string{path})
	if err != nil {
		return nil, skipped, err
	}
	builder := book.NewBuilder()
	for i := range games {
		addGame(builder, &games[i], depth)
	}
	return builder.Graph(), skipped, nil
}

func bookKind(path string) (isBook, isJSON bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return false, false, err
	}
	defer file.Close()
	head, _ := bufio.NewReader(file).Peek(64)
	text := strings.TrimSpace(strings.TrimPrefix(string(head), "\uFEFF"))
	return book.IsBook(head), strings.HasPrefix(text, "{"), nil
}

// addGame registers a game's line. The value at its end is that of the scored
// transcript; a game with a result counts as a game, and its result is the value
// where the line was not cut.
func addGame(b *book.Builder, g *notation.Game, depth int) {
	plies := gamePlies(g)
	line := book.Cut(plies, depth)
	finished := g.Result.Score.Known
	value := g.Result.Score
	if !finished && len(g.Moves) > 0 {
		value = g.Moves[len(g.Moves)-1].Eval
		if value.Known && sideAfter(plies) == board.Black {
			value.Value = -value.Value
		}
	}
	if score, over := g.FinalScore(); over {
		finished, value = true, notation.Number{Value: float64(score), Known: true}
	}
	if finished {
		b.Visit(line)
	}
	if value.Known && len(line) == len(plies) {
		b.Add(notation.Transcript{Plies: line, Value: value.Value})
		return
	}
	b.Register(line)
}
