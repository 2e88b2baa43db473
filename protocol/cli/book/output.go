package book

import (
	"io"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/protocol/cli/core"
)

// writeOut writes the file of --out, or standard output, and returns where a summary
// of it may stand.
func writeOut(c *cli.Context, data []byte) (summary io.Writer, err error) {
	out := c.String("out")
	if out == core.Stdio {
		_, err := c.App.Writer.Write(data)
		return c.App.ErrWriter, err
	}
	if err := book.WriteFile(out, data); err != nil {
		return nil, core.OutputError("--out "+out, err)
	}
	return c.App.Writer, nil
}
