package cli

import (
	"context"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/book/learn"
	"kaeshi/engine/notation"
)

// gamesOf reads the games to learn before the book is opened, so that a broken
// file leaves it as it was.
func gamesOf(c *cli.Context, files []string) ([]notation.Game, int, error) {
	if len(files) == 0 {
		return nil, 0, nil
	}
	return readGames(c, files)
}

func learnGames(ctx context.Context, g *book.Graph, games []notation.Game, o learn.Options, tell *learnProgress) error {
	for i := range games {
		if ctx.Err() != nil {
			return nil
		}
		if err := learn.Game(ctx, g, gamePlies(&games[i]), o); err != nil {
			return err
		}
		tell.searched = tell.last.Searched
	}
	return nil
}
