package games

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

// lacksName reports whether a game of a database refers to a name that is not known.
func lacksName(g *notation.Game) bool {
	for _, name := range []notation.Name{g.Players[0].Name, g.Players[1].Name, g.Event} {
		if name.Number > 0 && name.Text == "" {
			return true
		}
	}
	return false
}

// tellNameless says why games of a file have no names.
func tellNameless(c *cli.Context, file string, games int) {
	if games == 0 {
		return
	}
	players, tournaments := notation.NameLists(file)
	reason := fmt.Sprintf("%s and %s have fewer names than it has numbers", players, tournaments)
	switch {
	case players == "" && tournaments == "":
		reason = "neither .jou nor .trn, of its own name or WTH or WTHOR, lies beside it"
	case players == "":
		reason = "no .jou, of its own name or WTH or WTHOR, lies beside it"
	case tournaments == "":
		reason = "no .trn, of its own name or WTH or WTHOR, lies beside it"
	}
	core.Logger(c).Warnf("%s: %d games have players or a tournament without a name: %s", file, games, reason)
}
