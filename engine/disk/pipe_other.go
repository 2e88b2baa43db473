//go:build !unix

package disk

import (
	"io"
	"os"
)

func openToWrite(path string) (*os.File, error) { return os.OpenFile(path, os.O_WRONLY, 0) }

func openPipe(path string) (io.ReadCloser, error) { return os.Open(path) }
