package talk

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// LongestLine is beyond anything that a client has to say; the rest of a longer line
// is dropped, so that nobody makes us hold more.
const LongestLine = 1 << 20

// byteOrderMark is what some editors write at the beginning of a file.
var byteOrderMark = []byte("\xEF\xBB\xBF")

// Line is a line as it was read.
type Line struct {
	Text    []byte // without its end; valid until the next line is read
	TooLong bool   // it was longer than a line may be, and its end is lost
	Part    int    // counts reads of the input: lines of one part were written together
}

// Clean returns the text without control characters, with a blank for each tab. It
// leaves bytes that are no UTF-8 alone, for names of files may hold some.
func (l Line) Clean() string {
	kept := make([]byte, 0, len(l.Text))
	for _, c := range l.Text {
		switch {
		case c == '\t':
			kept = append(kept, ' ')
		case c >= ' ' && c != 0x7F:
			kept = append(kept, c)
		}
	}
	return string(kept)
}

// reader reads lines and remembers which were read at once.
type reader struct {
	parts counter
	in    *bufio.Reader
	line  []byte
	begun bool
}

func newReader(r io.Reader) *reader {
	lines := &reader{parts: counter{r: r}}
	lines.in = bufio.NewReaderSize(&lines.parts, 1<<16)
	return lines
}

// next returns the next line. At the end of the input a last line may come together
// with the error.
func (r *reader) next() (Line, error) {
	r.line = r.line[:0]
	tooLong := false
	for {
		part, err := r.in.ReadSlice('\n')
		part = bytes.TrimSuffix(part, []byte("\n"))
		if room := LongestLine - len(r.line); len(part) > room {
			part, tooLong = part[:room], true
		}
		r.line = append(r.line, part...)
		if err == bufio.ErrBufferFull {
			continue
		}
		text := r.line
		if !r.begun {
			text = bytes.TrimPrefix(text, byteOrderMark)
		}
		r.begun = true
		return Line{Text: text, TooLong: tooLong, Part: r.parts.count}, err
	}
}

// rest is all that was not returned yet, with line before it.
func (r *reader) rest(line Line) io.Reader {
	return io.MultiReader(strings.NewReader(string(line.Text)+"\n"), r.in)
}

// counter counts what is read from r.
type counter struct {
	r     io.Reader
	count int
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if n > 0 {
		c.count++
	}
	return n, err
}
