package book

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/protocol/cli/core"
)

// editBook opens the working book of --book for changes, and reads it whole. The caller
// closes the store.
func editBook(c *cli.Context) (*book.Store, *book.Graph, error) {
	store, err := editStore(c)
	if err != nil {
		return nil, nil, err
	}
	graph, err := book.Load(store)
	if err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	return store, graph, nil
}

// editStore opens the working book of --book for changes.
func editStore(c *cli.Context) (*book.Store, error) {
	path := c.String("book")
	if path == "" {
		return nil, errors.New("--book: name the working book")
	}
	store, err := book.EditStore(path)
	if err != nil {
		return nil, fmt.Errorf("--book: %w", err)
	}
	return store, nil
}

// namedBook opens the book given as an argument, or else by --book.
func namedBook(c *cli.Context) (*book.Book, error) {
	switch {
	case c.NArg() == 0:
		return core.OpenBook(c)
	case c.NArg() > 1 || c.IsSet("book"):
		return nil, fmt.Errorf("unexpected argument %q: name one book", c.Args().Get(c.NArg()-1))
	}
	return namedFile(c, c.Args().First())
}

// namedFile opens a book for reading, which may come through a pipe.
func namedFile(c *cli.Context, path string) (*book.Book, error) {
	if path != core.Stdio {
		return book.Open(path)
	}
	return openBook(path, c.App.Reader)
}

// namedPath returns the book file given as an argument, or else by --book.
func namedPath(c *cli.Context) (string, error) {
	switch {
	case c.NArg() > 1, c.NArg() == 1 && c.IsSet("book"):
		return "", fmt.Errorf("unexpected argument %q: name one book", c.Args().Get(c.NArg()-1))
	case c.NArg() == 1:
		return c.Args().First(), nil
	case c.String("book") != "":
		return c.String("book"), nil
	}
	return "", fmt.Errorf("--book: name the book to change")
}
