package solve

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// maxPerft bounds the depth: no game is longer than 60 moves with a pass
// between any two.
const maxPerft = 120

// Perft is the verb perft.
func Perft() *cli.Command {
	return &cli.Command{
		Name:      "perft",
		Usage:     "count the lines of play up to a depth",
		ArgsUsage: "N",
		Description: "A pass is a ply of its own; a finished game counts as one line.\n\n" +
			"Example: kaeshi perft 9\n" +
			"Example: kaeshi perft --position '---------------------------OX------XO--------------------------- X' 5",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "position", Aliases: []string{"p"},
				Usage: "begin at `POSITION`: 64 characters X, O or - from a1 to h8, then the side to move"},
		},
		Action: perft,
	}
}

func perft(c *cli.Context) error {
	if c.NArg() != 1 {
		return errors.New("perft needs one depth, such as kaeshi perft 9")
	}
	depth, err := strconv.Atoi(c.Args().First())
	if err != nil || depth < 0 || depth > maxPerft {
		return fmt.Errorf("depth %q is not a number from 0 to %d", c.Args().First(), maxPerft)
	}
	position := board.Start()
	if c.IsSet("position") {
		if position, _, err = notation.ParsePosition(c.String("position")); err != nil {
			return fmt.Errorf("--position: %w", err)
		}
	}
	fmt.Fprintf(c.App.Writer, "%5s %20s %10s %8s\n", "depth", "lines", "seconds", "M/s")
	for d := range depth + 1 {
		begin := time.Now()
		lines, err := perftUntil(c.Context, position, d)
		if err != nil {
			return err
		}
		seconds := time.Since(begin).Seconds()
		_, err = fmt.Fprintf(c.App.Writer, "%5d %20d %10.3f %8.1f\n", d, lines, seconds, float64(lines)/seconds/1e6)
		if err != nil {
			return err
		}
	}
	return nil
}

// perftUntil gives up when ctx ends; the count itself never looks at it.
func perftUntil(ctx context.Context, p board.Position, depth int) (uint64, error) {
	counted := make(chan uint64, 1)
	go func() { counted <- board.Perft(p, depth) }()
	select {
	case lines := <-counted:
		return lines, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
