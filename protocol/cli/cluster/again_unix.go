//go:build unix

package cluster

import (
	"errors"
	"io"
	"os"

	"github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"kaeshi/protocol/cli/core"
)

// startAgain has the same command begin anew in this process, because of why.
func startAgain(c *cli.Context, why error) error {
	program, err := os.Executable()
	if err != nil {
		return errors.Join(why, err)
	}
	core.Tell(c, "%s: there is room again; the hub starts again", core.Program)
	if screen, ok := c.App.ErrWriter.(io.Closer); ok {
		screen.Close() // what was told is written behind our back
	}
	return errors.Join(why, unix.Exec(program, os.Args, os.Environ()))
}
