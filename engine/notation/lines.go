package notation

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// longestLine bounds what a line may make us hold; the longest lines in use, GGF
// games with evaluations, have some 3 KB.
const longestLine = 1 << 20

// lines reads a text line by line and knows where it is.
type lines struct {
	scanner *bufio.Scanner
	number  int
	text    string
	err     error // of reading, with its place
}

func newLines(r io.Reader) *lines {
	scanner := bufio.NewScanner(Text(r))
	scanner.Buffer(nil, longestLine)
	return &lines{scanner: scanner}
}

// next moves to the next line and reports whether there is one; reading may have failed.
func (l *lines) next() bool {
	l.number++
	if l.scanner.Scan() {
		l.text = strings.TrimPrefix(l.scanner.Text(), byteOrderMark) // of a file that was appended
		return true
	}
	if err := l.scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		l.err = l.fault(fmt.Errorf("the line is longer than %d bytes", longestLine))
	} else if err != nil {
		l.err = &Error{Err: err}
	}
	return false
}

// fault puts the current place before err.
func (l *lines) fault(err error) error { return &Error{Line: l.number, Err: err} }
