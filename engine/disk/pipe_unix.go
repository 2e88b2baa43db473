//go:build unix

package disk

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"
)

var (
	errNoWriter = errors.New("is a pipe that nobody writes to")
	errNoReader = errors.New("is a pipe that nobody reads")
)

// A writer that has just been started gets so long to open its end.
const (
	writerPatience = time.Second
	writerPause    = 10 * time.Millisecond
)

// pipe reads from a pipe that may turn out to have no writer.
type pipe struct {
	file  *os.File
	begun bool
	dead  bool // nobody has come to write
}

// openToWrite opens a device or a pipe without waiting for a reader.
func openToWrite(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ENXIO) {
		return nil, fmt.Errorf("%s %w", path, errNoReader)
	}
	return file, err
}

// openPipe opens a pipe without waiting for a writer.
func openPipe(path string) (io.ReadCloser, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	return &pipe{file: file}, nil
}

func (p *pipe) Close() error { return p.file.Close() }

// Read waits for a writer that is there for as long as it takes. A pipe is at its
// end, too, before anybody has opened the other one.
func (p *pipe) Read(b []byte) (int, error) {
	for patience := writerPatience; ; patience -= writerPause {
		if p.dead { // who reads on after an error does not wait again
			return 0, at(p.file.Name(), errNoWriter)
		}
		n, err := p.file.Read(b)
		if n > 0 || len(b) == 0 {
			p.begun = true
		}
		switch {
		case err != io.EOF || p.begun:
			return n, err
		case patience <= 0:
			p.dead = true
			continue
		}
		time.Sleep(writerPause)
	}
}
