package book

import (
	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/protocol/cli/core"
)

// watchReading shows how far the reading of a whole book is, and ends it when the user
// does. What it returns ends the showing.
func watchReading(c *cli.Context, b *book.Book) (finish func()) {
	bar := core.NewProgress(c, "read", b.Len(), 0, "positions")
	b.Watch(watcher(c, bar))
	return bar.Finish
}

// loadWatched takes a book into memory, and shows how far it is.
func loadWatched(c *cli.Context, b *book.Book) (*book.Graph, error) {
	defer watchReading(c, b)()
	return b.Load()
}

func watcher(c *cli.Context, bar *core.Progress) book.Watch {
	return func(more int) error {
		bar.Add(more)
		return c.Context.Err()
	}
}

// readWatched returns what reads a book, and shows how far it is. What it returns last ends the
// showing.
func readWatched(c *cli.Context, b *book.Book) (r book.Reader, finish func()) {
	finish = watchReading(c, b)
	return b.Reader(), finish
}

// draft takes a book down, and shows how far it is.
func draft(c *cli.Context, b *book.Book) (*book.Draft, error) {
	r, finish := readWatched(c, b)
	defer finish()
	return book.DraftOf(r)
}

// verifyDraft looks for faults in a book that is taken down, and shows how far it is.
func verifyDraft(c *cli.Context, d *book.Draft, report func(book.Fault)) error {
	bar := core.NewProgress(c, "checked", d.Len(), 0, "positions")
	defer bar.Finish()
	return d.Verify(report, watcher(c, bar))
}
