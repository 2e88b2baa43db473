package cli

import (
	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"

	"kaeshi/protocol/talk"
	"kaeshi/protocol/ugi"
)

func ugiCommand() *cli.Command {
	return &cli.Command{
		Name:  "ugi",
		Usage: "speak UGI, the Universal Game Interface, on standard input and output",
		Description: "A go without a limit plays by the level.\n\n" +
			"Example: printf 'position startpos moves f5 d6\\ngo depth 8\\nquit\\n' | kaeshi ugi",
		Flags: engineFlags(),
		Action: func(c *cli.Context) error {
			e, err := newEngine(c)
			if err != nil {
				return err
			}
			options := ugi.Options{Version: version, Trace: trace(c), MaxThreads: maxThreads, MaxHashMB: mostHashMB(), BeforeThreads: spareProcessors}
			return ugi.NewServer(e, options).Serve(c.Context, c.App.Reader, c.App.Writer)
		},
	}
}

// trace logs the lines of a dialogue if debugging is on.
func trace(c *cli.Context) talk.Trace {
	log := logger(c)
	if !log.IsLevelEnabled(logrus.DebugLevel) {
		return nil
	}
	return func(line string) { log.Debug(line) }
}
