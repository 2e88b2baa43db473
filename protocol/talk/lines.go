// Package talk is what the protocols share that speak in single lines while the
// engine thinks: reading lines beside the search, writing them from both, and
// running searches one after the other beside the loop that obeys.
package talk

import (
	"bufio"
	"io"
	"strings"
)

// longestLine is beyond anything that a client has to say; the rest of a longer line
// is dropped.
const longestLine = 1 << 20

// Lines reads a client's lines in a goroutine of its own, which ends with the input.
type Lines struct {
	// Read gives the lines, without control characters and blanks around them; it is
	// closed at the end of the input.
	Read <-chan string
	quit chan struct{}
}

// NewLines begins to read r. With blank set, blank lines count too.
func NewLines(r io.Reader, blank bool) *Lines {
	read, quit := make(chan string), make(chan struct{})
	go func() {
		defer close(read)
		in := bufio.NewReader(r)
		for {
			line, err := readLine(in)
			if line != "" || blank && err == nil {
				select {
				case read <- line:
				case <-quit:
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return &Lines{Read: read, quit: quit}
}

// Close says that nobody reads the lines any more.
func (l *Lines) Close() { close(l.quit) }

func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) < longestLine {
			line = append(line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		return strings.TrimSpace(strings.Map(printable, string(line))), err
	}
}

func printable(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case r < ' ' || r == 0x7F:
		return -1
	}
	return r
}
