package match

import (
	"errors"
	"slices"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/match"
	"kaeshi/engine/match/stats"
	"kaeshi/protocol/cli/core"
)

// mergeJournals adds up journals of parts of a match, and writes one journal of
// them all if --journal names it.
func mergeJournals(c *cli.Context, paths []string, sprt *stats.SPRT) error {
	if len(paths) == 0 {
		return errors.New("--merge needs journals to add up")
	}
	if slices.Contains(paths, core.Stdio) {
		return errors.New("a journal has to be a file, not standard input")
	}
	header, games, err := match.Merge(paths)
	if err != nil {
		return err
	}
	if path := c.String("journal"); path != "" {
		if err := match.WriteJournal(path, header, games); err != nil {
			return err
		}
	}
	tally := match.NewTally(header.Players)
	for i := range games {
		tally.Add(&games[i])
	}
	return report(c, tally, sprt)
}
