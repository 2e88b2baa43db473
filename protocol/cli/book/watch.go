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

// verifyGraph looks for faults in a book that is in memory, and shows how far it is.
func verifyGraph(c *cli.Context, g *book.Graph) ([]book.Fault, error) {
	bar := core.NewProgress(c, "checked", g.Len(), 0, "positions")
	defer bar.Finish()
	return book.VerifyWatched(g, watcher(c, bar))
}
