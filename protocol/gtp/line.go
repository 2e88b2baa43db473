package gtp

import (
	"strings"
)

// request is one command line.
type request struct {
	id      string // as sent, so that it comes back unchanged; "" for none
	name    string // "" after a bare id
	args    []string
	tooLong bool // the line was too long, and its end is lost

	seq  int // counts requests
	line int // counts lines, those without a command too
	part int // of the input, see talk.Line
	size int // in bytes, about
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

// isID reports whether a word is an id. The protocol bounds it by 2147483647, but some
// clients number by the clock: an answer without their number would break the pairing.
func isID(word string) bool { return strings.Trim(word, "0123456789") == "" }

// isInterrupt reports whether a line is the comment "# interrupt", by which GoGui
// stops a command that runs.
func isInterrupt(text, comment string) bool {
	return strings.TrimSpace(text) == "" && strings.TrimSpace(comment) == "interrupt"
}
