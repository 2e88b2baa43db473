//go:build !unix

package disk

import (
	"io"
	"os"
)

func openPipe(path string) (io.ReadCloser, error) { return os.Open(path) }
