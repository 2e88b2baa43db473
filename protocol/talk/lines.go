package talk

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// LongestLine is beyond anything that a client has to say; the rest of a longer line
// is dropped, so that nobody makes us hold more.
const LongestLine = 1 << 20

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
	if !r.begun {
		r.begin()
	}
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
		return Line{Text: r.line, TooLong: tooLong, Part: r.parts.count}, err
	}
}

// begin skips the byte order mark that some editors write at the beginning, and reads
// what is in UTF-16 then, as files are that the shell of Windows writes.
func (r *reader) begin() {
	r.begun = true
	// Not more than is needed to know: a client may wait after one byte.
	switch first, _ := r.in.Peek(1); string(first) {
	case "\xEF":
		if mark, _ := r.in.Peek(3); string(mark) == "\uFEFF" {
			r.in.Discard(len(mark))
		}
	case "\xFF", "\xFE":
		if head, _ := r.in.Peek(4); isUTF16(head) {
			decoder := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder()
			r.in = bufio.NewReaderSize(transform.NewReader(r.in, decoder), 1<<16)
		}
	}
}

// isUTF16 reports whether a text begins with a mark of UTF-16 and, if there is more, a
// character of ASCII: other bytes that look like a mark are none.
func isUTF16(head []byte) bool {
	isMark := bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF"))
	return isMark && (len(head) == 2 || len(head) == 4 && (head[2] == 0) != (head[3] == 0))
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
