package gtp

import (
	"bufio"
	"bytes"
	"math"
	"strconv"
	"strings"
)

// maxLine bounds what one line may occupy. Nothing that a client sends comes
// near it; the rest of a longer line is read and thrown away.
const maxLine = 1 << 20

// request is one command line.
type request struct {
	id      string // as sent, so that it comes back unchanged; "" for none
	name    string // "" after a bare id
	args    []string
	tooLong bool // the line was longer than maxLine, and its end is lost

	seq   int // counts requests
	line  int // counts lines, those without a command too
	burst int // counts stretches of input without a pause
}

// readLine returns the next line without its end. At the end of the input a last
// line may come together with the error.
func readLine(r *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if room := maxLine - len(line); len(part) > room {
			part, tooLong = part[:room], true
		}
		line = append(line, part...)
		if err != bufio.ErrBufferFull {
			return bytes.TrimSuffix(line, []byte("\n")), tooLong, err
		}
	}
}

// clean drops control characters, makes tabs blanks, and splits off the comment.
func clean(line []byte) (text, comment string, hasComment bool) {
	kept := make([]byte, 0, len(line))
	for _, c := range line {
		switch {
		case c == '\t':
			kept = append(kept, ' ')
		case c >= ' ' && c != 0x7F:
			kept = append(kept, c)
		}
	}
	return strings.Cut(string(kept), "#")
}

// parseRequest reads a cleaned line; false means that there is no command on it.
func parseRequest(text string) (request, bool) {
	words := splitWords(text)
	if len(words) == 0 {
		return request{}, false
	}
	var r request
	if isID(words[0]) {
		r.id, words = words[0], words[1:]
	}
	if len(words) > 0 {
		r.name, r.args = words[0], words[1:]
	}
	return r, true
}

// splitWords splits at blanks alone: strings.Fields would split inside the
// names of files in other encodings too.
func splitWords(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == ' ' })
}

func isID(word string) bool {
	if word[0] < '0' || word[0] > '9' {
		return false
	}
	n, err := strconv.ParseUint(word, 10, 64)
	return err == nil && n <= math.MaxInt32
}

// isInterrupt tells whether a line is the comment "# interrupt", by which GoGui
// stops a command that runs.
func isInterrupt(text, comment string) bool {
	return strings.TrimSpace(text) == "" && strings.TrimSpace(comment) == "interrupt"
}
