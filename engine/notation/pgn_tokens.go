package notation

import (
	"bufio"
	"io"
)

// pgnKind is the kind of a token.
type pgnKind uint8

const (
	pgnTag     pgnKind = iota // the inside of [brackets]
	pgnComment                // the inside of {braces}, or what follows a semicolon
	pgnWord                   // a move, a number, a result
	pgnBad                    // text says what is wrong
)

// pgnTokens cuts a PGN file into tokens; variations and numeric glyphs are skipped.
type pgnTokens struct {
	in    *bufio.Reader
	at    int // current line
	start bool
	kind  pgnKind
	text  string
	line  int   // of the token
	err   error // of reading
}

func newPGNTokens(r io.Reader) *pgnTokens {
	return &pgnTokens{in: bufio.NewReader(r), at: 1, start: true}
}

func (t *pgnTokens) read() (byte, bool) {
	c, err := t.in.ReadByte()
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

// next moves to the next token; false at the end.
func (t *pgnTokens) next() bool {
	for {
		atStart := t.start
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
			return t.bracketed(pgnTag, ']', "the tag is not closed")
		case c == '{':
			return t.bracketed(pgnComment, '}', "the comment is not closed")
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

// bracketed reads to the closing bracket, which in a tag may stand in quotes.
func (t *pgnTokens) bracketed(kind pgnKind, end byte, fault string) bool {
	var text []byte
	quoted := false
	for {
		c, ok := t.read()
		switch {
		case !ok, kind == pgnTag && c == '\n':
			return t.set(pgnBad, fault)
		case c == end && !quoted:
			return t.set(kind, string(text))
		case kind == pgnTag && c == '\\' && quoted:
			text = append(text, c)
			if c, ok = t.read(); !ok {
				return t.set(pgnBad, fault)
			}
		case kind == pgnTag && c == '"':
			quoted = !quoted
		}
		text = append(text, c)
	}
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
		ahead, err := t.in.Peek(1)
		if err != nil || isBlank(ahead[0]) || containsByte("[{(;$", ahead[0]) {
			return string(text)
		}
		c, _ := t.read()
		text = append(text, c)
	}
}

func containsByte(set string, c byte) bool {
	for i := range len(set) {
		if set[i] == c {
			return true
		}
	}
	return false
}
