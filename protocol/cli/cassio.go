package cli

import (
	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cassio"
)

func cassioCommand() *cli.Command {
	return &cli.Command{
		Name:        "cassio",
		Usage:       "speak the engine protocol of Cassio on standard input and output",
		Description: "Example: kaeshi cassio --hash 512",
		Flags:       engineFlags(),
		Action: func(c *cli.Context) error {
			e, err := newEngine(c)
			if err != nil {
				return err
			}
			options := cassio.Options{Version: version, Trace: trace(c)}
			return cassio.NewServer(e, options).Serve(c.Context, c.App.Reader, c.App.Writer)
		},
	}
}
