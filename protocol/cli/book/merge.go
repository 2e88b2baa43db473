package book

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
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
	d, err := mergeAll(c, files)
	if err != nil {
		return err
	}
	defer d.Close()
	faults := 0
	err = verifyDraft(c, d, func(f book.Fault) {
		faults++
		fmt.Fprintln(c.App.ErrWriter, f)
	})
	if err != nil {
		return err
	}
	if faults > 0 {
		return fmt.Errorf("%d faults in the merged book, which was not written; \"kaeshi book fix\" repairs each of the books", faults)
	}
	summary, err := streamOut(c, func(w io.WriteSeeker) error {
		_, err := book.New(d).WriteFlat(w)
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(summary, "%s: %d positions from %d books\n", out, d.Len(), len(files))
	return nil
}

// mergeAll makes one book of those in files.
func mergeAll(c *cli.Context, files []string) (*book.Draft, error) {
	d, err := book.DraftOf(book.NewGraph())
	count := book.NewCounter(nil)
	for _, path := range files {
		var b *book.Book
		if err == nil {
			b, err = namedFile(c, path)
		}
		if err != nil {
			break
		}
		var r book.Reader
		if r, err = withoutCounted(c, count, b); err == nil {
			d, err = mergeInto(c, d, r, false)
		}
		err = errors.Join(err, b.Close())
	}
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}
