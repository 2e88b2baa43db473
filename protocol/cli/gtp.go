package cli

import (
	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"

	"kaeshi/protocol/gtp"
)

func gtpCommand() *cli.Command {
	return &cli.Command{
		Name:        "gtp",
		Usage:       "speak GTP on standard input and output (the verb when none is given)",
		Description: "Example: printf 'set_level 3\\ngenmove black\\nquit\\n' | kaeshi gtp",
		Flags:       engineFlags(),
		Action:      speakGTP,
	}
}

func speakGTP(c *cli.Context) error {
	e, err := newEngine(c)
	if err != nil {
		return err
	}
	options := gtp.Options{Version: version}
	if log := logger(c); log.IsLevelEnabled(logrus.DebugLevel) {
		options.Trace = func(line string) { log.Debug(line) }
	}
	return gtp.NewServer(e, options).Serve(c.Context, c.App.Reader, c.App.Writer)
}
