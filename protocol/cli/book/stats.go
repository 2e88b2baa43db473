package book

import (
	"fmt"
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/board"
)

func statsCommand() *cli.Command {
	return &cli.Command{
		Name:        "stats",
		Usage:       "count what is in a book",
		ArgsUsage:   "[FILE]",
		Description: "Example: kaeshi book stats --book my.kbook",
		Flags:       []cli.Flag{bookFlag()},
		Action:      countBook,
	}
}

func countBook(c *cli.Context) error {
	b, err := namedBook(c)
	if err != nil {
		return err
	}
	defer b.Close()
	defer watchReading(c, b)()
	s, err := b.Count()
	if err != nil {
		return err
	}
	w := c.App.Writer
	if maker := b.Foreign(); maker != "" {
		fmt.Fprintln(w, maker)
	}
	fmt.Fprintf(w, "positions %d\n", s.Positions)
	for _, origin := range slices.Sorted(maps.Keys(s.ByOrigin)) {
		fmt.Fprintf(w, "from %s %d\n", origin, s.ByOrigin[origin])
	}
	fmt.Fprintf(w, "ends of lines %d\n", s.Ends)
	fmt.Fprintf(w, "passes %d\n", s.Passes)
	fmt.Fprintf(w, "finished games %d\n", s.Finished)
	fmt.Fprintf(w, "best moves outside %d\n", s.Leaves)
	if e, ok := b.Entry(board.Start()); ok {
		fmt.Fprintf(w, "value of the start %v\n", e.Value)
	}
	for discs, n := range s.ByDiscs {
		if n > 0 {
			fmt.Fprintf(w, "ply %d: %d\n", discs-4, n)
		}
	}
	return nil
}
