package core

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

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
	return fmt.Errorf("%s: %w", path, err)
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
