package notation

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// pgnKind is the kind of a token.
type pgnKind uint8

const (
	pgnTag     pgnKind = iota // with its brackets
	pgnComment                // the inside of {braces}, or what follows a semicolon
	pgnWord                   // a move, a number, a result
	pgnBad                    // text says what is wrong
)

// pgnTokens cuts a PGN file into tokens; variations and numeric glyphs are skipped.
type pgnTokens struct {
	in     *bufio.Reader
	unseen string // read already, and given back
	at     int    // current line
	start  bool
	kind   pgnKind
	text   string
	line   int   // of the token
	size   int   // of the token
	err    error // of reading
}

func newPGNTokens(r io.Reader) *pgnTokens {
	return &pgnTokens{in: bufio.NewReader(r), at: 1, start: true}
}

func (t *pgnTokens) read() (byte, bool) {
	c, err := t.readByte()
	if t.size++; err == nil && t.size > longestLine {
		err = &Error{Line: t.line, Err: fmt.Errorf("what begins here is longer than %d bytes", longestLine)}
	}
	if err != nil {
		if err != io.EOF {
			t.err = err
		}
		return 0, false
	}
	if t.start = c == '\n'; t.start {
		t.at++
	}
	return c, true
}

func (t *pgnTokens) readByte() (byte, error) {
	if t.unseen == "" {
		return t.in.ReadByte()
	}
	c := t.unseen[0]
	t.unseen = t.unseen[1:]
	return c, nil
}

// unread gives back what was read last.
func (t *pgnTokens) unread(text string) {
	t.unseen = text + t.unseen
	t.at -= strings.Count(text, "\n")
	t.start = text == "\n" || t.start && text == ""
}

// restOfLine reads to the end of the line, which it returns too.
func (t *pgnTokens) restOfLine() string {
	var text []byte
	for {
		c, ok := t.read()
		if !ok {
			return string(text)
		}
		if text = append(text, c); c == '\n' {
			return string(text)
		}
	}
}

// ahead returns the next byte without reading it.
func (t *pgnTokens) ahead() (byte, bool) {
	if t.unseen != "" {
		return t.unseen[0], true
	}
	next, err := t.in.Peek(1)
	if err != nil {
		return 0, false
	}
	return next[0], true
}

// next moves to the next token and reports whether there is one.
func (t *pgnTokens) next() bool {
	for {
		atStart := t.start
		t.size = 0
		c, ok := t.read()
		if !ok {
			return false
		}
		t.line = t.at
		switch {
		case isBlank(c) || c == 0xEF || c == 0xBB || c == 0xBF: // blanks, and the mark of UTF-8
		case c == '%' && atStart:
			t.until('\n')
		case c == ';':
			text, _ := t.until('\n')
			return t.set(pgnComment, text)
		case c == '[':
			return t.tag()
		case c == '{':
			text, ok := t.until('}')
			if !ok {
				return t.set(pgnBad, "the comment is not closed")
			}
			return t.set(pgnComment, text)
		case c == '(':
			if !t.skipVariation() {
				return t.set(pgnBad, "the variation is not closed")
			}
		case c == '$':
			t.word(c)
		default:
			return t.set(pgnWord, t.word(c))
		}
	}
}

func (t *pgnTokens) set(kind pgnKind, text string) bool {
	t.kind, t.text = kind, text
	return true
}

func (t *pgnTokens) until(end byte) (string, bool) {
	var text []byte
	for {
		c, ok := t.read()
		if !ok || c == end {
			return string(text), ok
		}
		text = append(text, c)
	}
}

func (t *pgnTokens) skipVariation() bool {
	for open := 1; open > 0; {
		c, ok := t.read()
		switch {
		case !ok:
			return false
		case c == '(':
			open++
		case c == ')':
			open--
		case c == '{':
			if _, ok := t.until('}'); !ok {
				return false
			}
		}
	}
	return true
}

// word reads on to a blank or to what begins another token.
func (t *pgnTokens) word(first byte) string {
	text := []byte{first}
	for {
		next, ok := t.ahead()
		if !ok || isBlank(next) || strings.IndexByte("[{(;$", next) >= 0 {
			return string(text)
		}
		c, ok := t.read()
		if !ok {
			return string(text)
		}
		text = append(text, c)
	}
}
