package core

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/disk"
)

// WriteOut writes the file that an option names, whole or not at all, or standard
// output, and returns where a summary may stand.
func WriteOut(c *cli.Context, option string, data []byte) (summary io.Writer, err error) {
	path := c.String(option)
	if path == Stdio {
		_, err := c.App.Writer.Write(data)
		return c.App.ErrWriter, err
	}
	if err := disk.WriteFile(path, data); err != nil {
		return nil, OutputError("--"+option+" "+path, err)
	}
	return c.App.Writer, nil
}

// NeedFile refuses standard input and output in place of files that are read again,
// changed or gone on with.
func NeedFile(c *cli.Context, options ...string) error {
	for _, option := range options {
		if path, ok := c.Value(option).(string); ok && path == Stdio {
			return fmt.Errorf("--%s -: this has to be a file, not standard input or output", option)
		}
	}
	return nil
}

// OutputError tells why a file could not be written, without the name of the
// temporary file that stood for it.
func OutputError(path string, err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		err = at.Err
	case errors.As(err, &link):
		err = link.Err
	}
	if info, failure := os.Stat(path); failure == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory", path)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// Count is a number of things whose plural has an s.
func Count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// PerSecond returns how many of n there are in a second.
func PerSecond(n uint64, seconds float64) uint64 {
	if seconds <= 0 {
		return 0
	}
	return uint64(float64(n) / seconds)
}

// UnknownVerb says that there is no such verb below path.
func UnknownVerb(word, path string) error {
	return fmt.Errorf("unknown verb %q; %s --help lists them", word, path)
}
