package solve

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	signature "kaeshi/engine/bench"
	"kaeshi/protocol/cli/core"
)

// Bench is the verb bench.
func Bench() *cli.Command {
	return &cli.Command{
		Name:  "bench",
		Usage: "search fixed positions and count nodes and speed",
		Description: "The positions, the depths, one thread and the size of the hash are fixed, so the number of nodes is\n" +
			"the search's signature: the same on every machine, until the search or the weights change.\n\n" +
			"Example: kaeshi bench",
		Action: bench,
	}
}

func bench(c *cli.Context) error {
	e, err := signature.New()
	if err != nil {
		return err
	}
	nodes, elapsed, err := signature.Run(c.Context, e, func(number int, info engine.Info) error {
		_, err := fmt.Fprintf(c.App.Writer, "%2d  %-7s depth %2d  %-4s %7s %10d nodes %8.3f s\n", number, info.Stage, info.Depth,
			info.Move(), info.Score, info.Nodes, info.Elapsed.Seconds())
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "%d nodes %d nps\n", nodes, core.PerSecond(nodes, elapsed.Seconds()))
	return err
}
