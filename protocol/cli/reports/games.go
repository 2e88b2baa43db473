package reports

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

// foundGame is a game and where it stands.
type foundGame struct {
	notation.Game
	file   string
	number int
}

// findGames reads the games that are asked for. Those that cannot be read are told
// and counted.
func findGames(c *cli.Context) (games []foundGame, bad int, err error) {
	wanted, count := c.Int("number"), 0
	for _, name := range c.Args().Slice() {
		number, nameless := 0, 0
		err := core.ScanNamed(c.App.Reader, name, func(g notation.Game) error {
			count, number = count+1, number+1
			if g.LacksName() {
				nameless++
			}
			if wanted == 0 || count == wanted {
				games = append(games, foundGame{g, core.InputName(name), number})
			}
			if count == wanted {
				return core.ErrFound
			}
			return c.Context.Err()
		}, func(err error) error {
			switch count, number = count+1, number+1; wanted {
			case count:
				return err
			case 0:
				bad++
				core.TellFault(c, bad, err)
			}
			return c.Context.Err()
		})
		switch {
		case errors.Is(err, core.ErrFound):
			return games, 0, nil
		case err != nil:
			return nil, 0, err
		}
		core.TellNameless(c, name, nameless)
	}
	switch {
	case wanted > 0 && c.NArg() == 1:
		err = fmt.Errorf("--number %d: %s has %d games", wanted, c.Args().First(), count)
	case wanted > 0:
		err = fmt.Errorf("--number %d: these files have %d games", wanted, count)
	case len(games) == 0 && bad > 0:
		err = fmt.Errorf("there is nothing to report on: %d games cannot be read", bad)
	case len(games) == 0:
		err = fmt.Errorf("there is nothing to report on: %s has no game", c.Args().First())
	}
	return games, bad, err
}
