package core

import (
	"io"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/disk"
)

// Stdio is the name of standard input or output in place of a file.
const Stdio = "-"

// OpenInput opens a file that is read once from its beginning, - for standard input.
func OpenInput(c *cli.Context, path string) (io.ReadCloser, error) {
	return OpenInputOr(c.App.Reader, path)
}

// OpenInputOr is OpenInput with another standard input, or nil where the program
// reads that itself.
func OpenInputOr(stdin io.Reader, path string) (io.ReadCloser, error) {
	if path == Stdio && stdin != nil {
		return io.NopCloser(stdin), nil
	}
	return disk.OpenText(path)
}

// InputName is what a file is called in messages.
func InputName(path string) string {
	if path == Stdio {
		return "standard input"
	}
	return path
}
