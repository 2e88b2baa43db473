package cli

import (
	"errors"

	"github.com/urfave/cli/v2"
)

func gtpCommand() *cli.Command {
	return &cli.Command{
		Name:        "gtp",
		Usage:       "speak GTP on standard input and output (the verb when none is given)",
		Description: "Example: printf 'set_level 3\\ngenmove black\\nquit\\n' | kaeshi gtp",
		Flags:       engineFlags(),
		Action:      func(c *cli.Context) error { return errors.New("the protocol is not wired yet") },
	}
}
