package speak

import (
	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/ugi"
)

// UGI is the verb ugi.
func UGI() *cli.Command {
	return &cli.Command{
		Name:  "ugi",
		Usage: "speak UGI, the Universal Game Interface, on standard input and output",
		Description: "A go without a limit plays by the level.\n\n" +
			"Example: printf 'position startpos moves f5 d6\\ngo depth 8\\nquit\\n' | kaeshi ugi",
		Flags: core.EngineFlags(),
		Action: func(c *cli.Context) error {
			e, err := core.NewEngine(c)
			if err != nil {
				return err
			}
			options := ugi.Options{
				Version: core.Version, Trace: core.Trace(c),
				MaxThreads: core.MaxThreads, MaxHashMB: core.MostHashMB(), BeforeThreads: core.SpareProcessors,
			}
			return ugi.NewServer(e, options).Serve(c.Context, c.App.Reader, c.App.Writer)
		},
	}
}
