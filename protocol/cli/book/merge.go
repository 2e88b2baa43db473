package book

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/protocol/cli/core"
)

func mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "make one flat book of several books",
		ArgsUsage: "FILE FILE...",
		Description: "Takes books of any maker. Where two know a position the deeper search stays, counted in plies, and each value\n" +
			"is marked with where it comes from. The result is verified. To merge into a working book use import.\n" +
			"Example: kaeshi book merge --out both.kbook one.kbook two.book",
		Flags:  []cli.Flag{fromFlag("read a book"), outFlag()},
		Action: mergeBooks,
	}
}

func mergeBooks(c *cli.Context) error {
	out := c.String("out")
	if out == "" {
		return errors.New("--out: name the file to write")
	}
	files, err := sources(c)
	if err != nil {
		return err
	}
	graph, counted := book.NewGraph(), map[book.GameKey]bool{}
	for _, path := range files {
		b, err := namedFile(c, path)
		if err != nil {
			return err
		}
		more, err := loadWatched(c, b)
		if err := errors.Join(err, b.Close()); err != nil {
			return err
		}
		key := book.KeyOfBook(more)
		if counted[key] {
			more.ForgetGames() // named twice
		}
		counted[key] = true
		graph.Merge(more)
	}
	faults, err := verifyGraph(c, graph)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		for _, fault := range faults {
			fmt.Fprintln(c.App.ErrWriter, fault)
		}
		return fmt.Errorf("%d faults in the merged book, which was not written; \"kaeshi book fix\" repairs each of the books", len(faults))
	}
	summary, err := core.WriteOut(c, "out", book.Flat(graph))
	if err != nil {
		return err
	}
	fmt.Fprintf(summary, "%s: %d positions from %d books\n", out, graph.Len(), len(files))
	return nil
}
