package book

import (
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/protocol/cli/core"
)

// streamOut is core.WriteOut of --out for what is too large to be held in memory.
func streamOut(c *cli.Context, write func(io.WriteSeeker) error) (summary io.Writer, err error) {
	out := c.String("out")
	if out != core.Stdio {
		var fault error
		err := book.WriteStream(out, func(w io.WriteSeeker) error {
			fault = write(w)
			return fault
		})
		if err != nil && fault == nil {
			err = core.OutputError("--out "+out, err)
		}
		return c.App.Writer, err
	}
	file, err := os.CreateTemp("", "kaeshi-export-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if err := write(file); err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	_, err = io.Copy(c.App.Writer, file)
	return c.App.ErrWriter, err
}
