package speak

import (
	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cassio"
	"kaeshi/protocol/cli/core"
)

// Cassio is the verb cassio.
func Cassio() *cli.Command {
	return &cli.Command{
		Name:        "cassio",
		Usage:       "speak the engine protocol of Cassio on standard input and output",
		Description: "Example: kaeshi cassio --hash 512",
		Flags:       core.EngineFlags(),
		Action: func(c *cli.Context) error {
			e, err := core.NewEngine(c)
			if err != nil {
				return err
			}
			options := cassio.Options{Version: core.Version, Trace: core.Trace(c)}
			return cassio.NewServer(e, options).Serve(c.Context, c.App.Reader, c.App.Writer)
		},
	}
}
