package book

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/protocol/cli/core"
)

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "look for faults in a book",
		ArgsUsage: "[FILE]",
		Description: "Checks the file, the positions, the moves, the passes and the values; exit 1 if a fault is found.\n" +
			"With --against it names every value that contradicts what is proven, or is more than two discs beyond what\n" +
			"programs say of a line.\n" +
			"Example: kaeshi book verify my.book\n         kaeshi book verify --against proven.tsv my.book",
		Flags:  []cli.Flag{bookFlag(), againstFlag("name every contradiction")},
		Action: verifyBook,
	}
}

func verifyBook(c *cli.Context) error {
	b, err := namedBook(c)
	if err != nil {
		return err
	}
	defer b.Close()
	known, err := readAgainst(c)
	if err != nil {
		return err
	}
	faults := 0
	report := func(f book.Fault) {
		faults++
		fmt.Fprintln(c.App.Writer, f)
	}
	positions, err := verify(c, b, report)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%d positions, %d faults\n", positions, faults)
	if len(known) > 0 {
		wrong, err := printAgainst(c, b, known)
		if err != nil {
			return err
		}
		faults += wrong
	}
	if faults > 0 {
		return cli.Exit("", 1)
	}
	return nil
}

// verify looks at a book of any kind and returns the number of its positions.
func verify(c *cli.Context, b *book.Book, report func(book.Fault)) (int64, error) {
	if b.Foreign() != "" {
		defer watchReading(c, b)()
		return b.VerifyForeign(report)
	}
	d, err := draft(c, b)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	return int64(d.Len()), verifyDraft(c, d, report)
}

func fixCommand() *cli.Command {
	return &cli.Command{
		Name:      "fix",
		Usage:     "repair what verify finds",
		ArgsUsage: "[FILE]",
		Description: "Drops what cannot be and sets values right; what is dropped is told. With --against the ends of lines whose\n" +
			"values contradict a proof take the bound, and are marked so (\"kaeshi book learn --against\" searches there first).\n" +
			"Example: kaeshi book fix my.book",
		Flags:  []cli.Flag{bookFlag(), againstFlag("repair contradictions")},
		Action: fixBook,
	}
}

func fixBook(c *cli.Context) error {
	path, err := namedPath(c)
	if err != nil {
		return err
	}
	if path == core.Stdio {
		return errors.New("fix changes a book where it is: name its file")
	}
	known, err := readAgainst(c)
	if err != nil {
		return err
	}
	graph, save, err := changeBook(path)
	if err != nil {
		return err
	}
	repaired, err := book.Fix(graph)
	if err != nil {
		return err
	}
	for _, fault := range repaired {
		fmt.Fprintln(c.App.Writer, fault)
	}
	if err := cutAtProofs(c, graph, known); err != nil {
		return err
	}
	if err := save(graph); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s: %d positions, %d repairs\n", path, graph.Len(), len(repaired))
	return nil
}

// changeBook reads a book of either kind and returns how to write it back.
func changeBook(path string) (*book.Graph, func(*book.Graph) error, error) {
	b, err := book.Open(path)
	if err != nil {
		return nil, nil, err
	}
	graph, err := b.Load()
	working, foreign := b.Working(), b.Foreign()
	if err := errors.Join(err, b.Close()); err != nil {
		return nil, nil, err
	}
	if foreign != "" {
		return nil, nil, fmt.Errorf("%s: %s is not changed in place; export it as a flat book, or import it into a working book", path, foreign)
	}
	if !working {
		return graph, func(g *book.Graph) error { return book.Save(path, g) }, nil
	}
	return graph, func(g *book.Graph) error {
		store, err := book.EditStore(path)
		if err != nil {
			return err
		}
		defer store.Close()
		return store.WriteAll(g)
	}, nil
}
